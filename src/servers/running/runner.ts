import { parseMeant } from '../../domain/parse-input.js';
import type { RememberInput } from '../../domain/input.js';
import type { Mneme } from '../../mneme.js';
import type { Operation, OperationContext } from '../../operations/operation.js';
import type { OperationName } from '../../operations/table.js';
import {
  assertMayCall,
  assertMayKnow,
  noBankNear,
  scopeOf,
  tooMany,
  traitOf,
  type Caller,
} from '../auth/admission.js';
import type { Buckets } from '../auth/buckets.js';
import { actingFor, delegatedTo } from '../auth/acting-for.js';
import { refuseServerFiles } from '../auth/server-files.js';
import { heldBy } from '../../domain/user-bank.js';
import { askNothing } from './ask-nothing.js';
import { takenBack, type RecallPool } from './recall-pool.js';
import { joinMetrics } from './join-metrics.js';
import { RememberGroups } from './remember-groups.js';
import type { UploadThread } from './upload-thread.js';

/** A caller that asks for an operation on a bank, with input that nobody has looked at yet. */
export interface Call {
  readonly caller: Caller;
  readonly bank: string;
  readonly operation: Operation;
  readonly input: unknown;
  /** The file it names is one that came with the request. */
  readonly uploaded?: true;
}

/** Operations that threads answer: the questions that agents ask at every turn, and that cost most. */
const IN_THREADS: ReadonlySet<OperationName> = new Set(['recall', 'context']);
/** While so many requests are under way, a commit waits so many milliseconds for others to join (PostgreSQL’s commit_siblings and commit_delay). */
const SIBLINGS = 8;
const DELAY_MS = 60;

/** Runs operations for every door of a server: it checks, and it makes the best of the machine. */
export class Runner {
  readonly #groups = new RememberGroups(() => this.#linger());
  #underWay = 0;

  constructor(
    readonly memory: Mneme,
    private readonly pool: RecallPool | null,
    private readonly uploads: UploadThread | null,
    /** Told of every request. */
    private readonly asked: () => void = () => undefined,
    /** What may be asked of one bank, whoever asks; null for no limit. */
    private readonly ofBank: Buckets | null = null,
  ) {}

  /** The bank for a caller, with their name in the journal. Throws `not_found` for one they may not know of. */
  bankFor(caller: Caller, bank: string): Mneme {
    assertMayKnow(caller, bank);
    return actingFor(delegatedTo(caller), this.memory).bank(bank);
  }

  /** Input as the operation takes it, once everything that can be refused is. Throws `not_found`, `denied`, `invalid_input`. */
  async admitted({ caller, bank, operation, input, uploaded }: Call): Promise<unknown> {
    this.asked();
    const memory = this.bankFor(caller, bank);
    assertMayCall(caller, operation, input);
    const wait = this.ofBank?.take(bank) ?? 0;
    if (wait > 0) throw tooMany('Too many requests to this bank.', wait);
    // Reading founds no bank: a guessed name would leave one behind.
    if (
      scopeOf(operation, input) === 'read' &&
      heldBy(bank).userId === null &&
      (await memory.care.info()) === null
    )
      throw await noBankNear(caller, bank, this.memory);
    refuseServerFiles(input, uploaded === true ? [] : traitOf(operation).files);
    return parseMeant(operation.input, input, operation.name);
  }

  /** The operation's output as JSON. */
  async run(call: Call, context: OperationContext = {}): Promise<string> {
    this.#underWay += 1;
    try {
      const parsed = await this.admitted(call);
      if (context.signal?.aborted === true) throw takenBack();
      return await this.perform(call, parsed, context);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** {@link run}, for input that {@link admitted} gave. */
  async perform(
    { caller, bank, operation, input, uploaded }: Call,
    parsed: unknown,
    context: OperationContext,
  ): Promise<string> {
    const memory = this.bankFor(caller, bank);
    const name = operation.name as OperationName;
    if (name === 'remember')
      return JSON.stringify(
        await this.#groups.remember(memory, caller.actor ?? '', parsed as RememberInput),
      );
    if (uploaded === true && this.uploads !== null)
      return this.uploads.run(
        { operation: name, bank, as: delegatedTo(caller), input: parsed },
        context,
      );
    const here = async (): Promise<string> =>
      JSON.stringify(await operation.run(memory, parsed, context));
    if (
      heldBy(bank).userId !== null &&
      scopeOf(operation, parsed) === 'read' &&
      (await memory.care.info()) === null
    )
      return askNothing(operation, bank, parsed, context);
    if (this.pool === null) return here();
    if (IN_THREADS.has(name))
      return this.pool.run({
        operation: name,
        bank,
        input,
        here,
        ...(context.signal === undefined ? {} : { signal: context.signal }),
      });
    // A vote is given on what a thread delivered.
    if (traitOf(operation).afterRecalls === true) await this.pool.flush(bank);
    return here();
  }

  /** Figures of the whole server in Prometheus' text format; those of a bank are of the one it was started with. */
  async metrics(): Promise<string> {
    return joinMetrics([
      await this.memory.care.metrics(),
      ...((await this.pool?.metrics(this.memory.bankName)) ?? []),
      ...((await this.uploads?.metrics()) ?? []),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool?.close(), this.uploads?.close()]);
  }

  async #linger(): Promise<void> {
    if (this.#underWay < SIBLINGS) return;
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  }
}
