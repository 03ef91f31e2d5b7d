import { isDeepStrictEqual } from 'node:util';
import type { CopyOptions } from '../../../domain/backup.js';
import { MnemeError } from '../../../domain/errors.js';
import type { BankName, SessionId } from '../../../domain/ids.js';
import type { BankLoader, PortableRecord } from '../../../domain/import-export.js';
import type { StoredWorkingMemory } from '../../../domain/working-memory.js';
import type { JobState } from '../../../ports/store-derived.js';
import type { Store } from '../../../ports/store.js';
import { callOf, errorData, STREAMS, type Answer, type Ask } from './messages.js';

type CallOf<Name extends string> = Extract<Ask, { call: string }> & { readonly call: Name };

/** The server's state for one client: its calls, and the streams, imports and copies that it left open. */
export class Guest {
  readonly #streams = new Map<number, AsyncIterator<unknown>>();
  readonly #loaders = new Map<number, BankLoader>();
  readonly #copies = new Map<number, AbortController>();

  constructor(
    private readonly store: Store,
    private readonly answer: (answer: Answer) => void,
  ) {}

  /** Never rejects: errors are sent as answers. */
  async take(ask: Ask): Promise<void> {
    if ('end' in ask) return this.#end(ask.end);
    const { id } = ask;
    try {
      const value = await ('next' in ask ? this.#next(ask.next) : this.#call(ask));
      this.answer({ id, value });
    } catch (error) {
      this.answer({ id, error: errorData(error) });
    }
  }

  /** The client disconnected: closes everything that it left open. */
  async leave(): Promise<void> {
    const open = [this.#streams, this.#loaders, this.#copies].flatMap((each) => [...each.keys()]);
    await Promise.all(open.map((id) => this.#end(id)));
  }

  async #end(id: number): Promise<void> {
    this.#copies.get(id)?.abort();
    const [stream, loader] = [this.#streams.get(id), this.#loaders.get(id)];
    this.#streams.delete(id);
    this.#loaders.delete(id);
    await Promise.allSettled([stream?.return?.(), loader?.abandon()]);
  }

  async #next(id: number): Promise<IteratorResult<unknown>> {
    const stream = this.#streams.get(id);
    if (stream === undefined)
      throw new MnemeError('unavailable', 'What was read was let go.', { hint: 'Try again.' });
    const page = await stream.next();
    if (page.done === true) this.#streams.delete(id);
    return page;
  }

  #call(ask: CallOf<string>): unknown {
    const { id, call, args } = ask;
    if (call === 'reviseJob') return this.#swapJob(args);
    if (call === 'reviseWorkingMemory') return this.#swapWorkingMemory(args);
    if (call === 'copyTo') return this.#copy(id, args as [string, number]);
    if (call === 'exportBank') return this.#export(id, args[0] as BankName);
    if (call === 'loadBank') return this.#load(id, args as Parameters<Store['loadBank']>);
    if (call.startsWith('loader.')) return this.#loading(call, args);
    const answered = callOf(this.store, call)(...args);
    if (!STREAMS.has(call)) return answered;
    this.#streams.set(id, (answered as AsyncIterable<unknown>)[Symbol.asyncIterator]());
    return null;
  }

  /**
   * A function cannot be sent: the client sends the state it read and the new one, written only if the first is still
   * current (compare and swap).
   */
  async #swapJob(args: readonly unknown[]): Promise<boolean> {
    const [bank, name, before, after] = args as [
      BankName,
      string,
      JobState | null,
      JobState | null,
    ];
    let stood = false;
    await this.store.reviseJob(bank, name, (now) => {
      stood = isDeepStrictEqual(now, before);
      return stood ? after : now;
    });
    return stood;
  }

  async #swapWorkingMemory(args: readonly unknown[]): Promise<boolean> {
    type Kept = StoredWorkingMemory | null;
    const [bank, session, before, after] = args as [BankName, SessionId, Kept, Kept];
    let stood = false;
    await this.store.reviseWorkingMemory(bank, session, (now) => {
      stood = isDeepStrictEqual(now, before);
      return stood ? after : now;
    });
    return stood;
  }

  async #copy(id: number, [path, at]: readonly [string, number]): Promise<unknown> {
    const stop = new AbortController();
    this.#copies.set(id, stop);
    const onProgress: CopyOptions['onProgress'] = (done, total) =>
      this.answer({ id, progress: [done, total] });
    try {
      return await this.store.copyTo(path, at, { signal: stop.signal, onProgress });
    } finally {
      this.#copies.delete(id);
    }
  }

  async #export(id: number, bank: BankName): Promise<unknown> {
    const { records, ...head } = await this.store.exportBank(bank);
    this.#streams.set(id, records);
    return head;
  }

  async #load(id: number, [bank, head]: Parameters<Store['loadBank']>): Promise<null> {
    this.#loaders.set(id, await this.store.loadBank(bank, head));
    return null;
  }

  #loading(call: string, [id, given]: readonly unknown[]): unknown {
    const loader = this.#loaders.get(id as number);
    if (loader === undefined) throw new TypeError('there is no such load');
    if (call === 'loader.put') return loader.put(given as readonly PortableRecord[]);
    this.#loaders.delete(id as number);
    return call === 'loader.finish'
      ? loader.finish(given as Parameters<BankLoader['finish']>[0])
      : loader.abandon();
  }
}
