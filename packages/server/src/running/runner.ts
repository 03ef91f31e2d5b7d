import type { Bank } from '@mneme/core/domain/bank.js';
import type { MnemeError } from '@mneme/core/domain/errors.js';
import type { EraseReport } from '@mneme/core/domain/forgetting-and-merging.js';
import { parseCoerced, type RememberInput } from '@mneme/core/domain/input.js';
import { coversBank, splitBankName } from '@mneme/core/domain/user-bank.js';
import type { QueueName } from '@mneme/core/kernel/operation.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  onlyReads,
  type Operation,
  type OperationContext,
} from '@mneme/core/operations/operation.js';
import { allOperations, type OperationName } from '@mneme/mneme/operations/table.js';
import {
  actingFor,
  assertAllows,
  assertMayCall,
  assertMayKnow,
  type Caller,
  delegatedTo,
  noBank,
  noBankNear,
  scopeOf,
  type TokenBuckets,
  tooMany,
} from '../auth/admission.js';
import { refuseServerFiles } from '../auth/request.js';
import { answerForeign, type ForeignRequest } from '../compat/peers.js';
import { askNothing } from './answers.js';
import type { RecallPool } from './recall-pool.js';
import {
  isLong,
  LONGEST,
  placeOf,
  RememberGroups,
  requestCancelled,
  Turns,
  type WorkOwner,
  type WorkQueue,
} from './scheduling.js';
import { joinMetrics, type ThreadWork, type WorkThreads } from './work-threads.js';

/** A caller's request for an operation on a bank, with input not yet validated. */
export interface Call {
  readonly caller: Caller;
  readonly bank: string;
  readonly operation: Operation;
  readonly input: unknown;
  /** The file in the input was uploaded with the request. */
  readonly uploaded?: true | undefined;
}

/**
 * With this many requests in progress, a commit waits this many milliseconds for others to join (PostgreSQL’s
 * commit_siblings and commit_delay).
 */
const SIBLINGS = 8;
const DELAY_MS = 60;

/** The threads and queues in which operations run. */
interface RunnerPlaces {
  /** Null where no thread can open the memory, or none is wanted: the main thread answers. */
  readonly pool: RecallPool | null;
  /** Null where no thread can open the memory. */
  readonly threads: WorkThreads | null;
  readonly lines: Readonly<Record<QueueName, WorkQueue>>;
}

export interface RunnerEvents {
  /** Called for every request. */
  asked(): void;
  /** Called when people with these names were erased. */
  erased(names: readonly string[]): void;
}

/** Runs operations for every protocol of a server: checks access and distributes the load. */
export class Runner {
  readonly #groups = new RememberGroups(() => this.#linger());
  readonly #turns = new Turns();
  #underWay = 0;

  constructor(
    readonly memory: Mneme,
    private readonly places: RunnerPlaces,
    private readonly told: RunnerEvents = { asked: () => undefined, erased: () => undefined },
    /** Rate limit per bank, over all callers; null for none. */
    private readonly ofBank: TokenBuckets | null = null,
  ) {}

  /** The bank for a caller, with their name for the journal. Throws `not_found` for one they may not access. */
  bankFor(caller: Caller, bank: string): Mneme {
    assertMayKnow(caller, bank);
    return actingFor(delegatedTo(caller), this.memory).bank(bank);
  }

  /** The validated input, after every check. Throws `not_found`, `denied`, `invalid_input`. */
  async admitted({ caller, bank, operation, input, uploaded }: Call): Promise<unknown> {
    this.told.asked();
    const memory = this.bankFor(caller, bank);
    assertMayCall(caller, operation, input);
    const wait = this.ofBank?.take(bank) ?? 0;
    if (wait > 0) throw tooMany('Too many requests to this bank.', wait);
    // Reading never creates a bank: a guessed name would leave one behind.
    if (
      scopeOf(operation, input) === 'read' &&
      splitBankName(bank).userId === null &&
      (await memory.care.info()) === null
    )
      throw await noBankNear(caller, bank, this.memory);
    refuseServerFiles(input, uploaded === true ? [] : operation.served?.files);
    return parsedNow({ operation, input, uploaded });
  }

  /** The operation's output as JSON. Throws `rate_limited` while too many requests of the caller are queued. */
  async run(call: Call, context: OperationContext = {}): Promise<string> {
    return this.#counted(call, () => this.admitted(call), context);
  }

  /**
   * {@link run} for a call that its protocol has already admitted: a tool creates the bank that it works on, even by
   * reading.
   */
  async runTool(call: Call, context: OperationContext): Promise<string> {
    this.told.asked();
    return this.#counted(call, async () => parsedNow(call), context);
  }

  async #counted(
    call: Call,
    admit: () => Promise<unknown>,
    context: OperationContext,
  ): Promise<string> {
    this.#underWay += 1;
    try {
      const admitted = await admit();
      if (context.signal?.aborted === true) throw requestCancelled();
      if (runsApart(call)) this.#lineOf(call).assertRoom(ownerOf(call));
      return await this.perform(call, admitted, context);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** {@link run} for input that {@link admitted} returned. */
  async perform(call: Call, admitted: unknown, context: OperationContext): Promise<string> {
    const { caller, bank, operation, input } = call;
    const memory = this.bankFor(caller, bank);
    const name = operation.name as OperationName;
    const nothing =
      splitBankName(bank).userId !== null &&
      scopeOf(operation, admitted) === 'read' &&
      (await memory.care.info()) === null;
    const here = async (): Promise<string> => {
      if (context.signal?.aborted === true) throw requestCancelled();
      const parsed = isParsedLater(call)
        ? parseCoerced(operation.input, admitted, operation.name)
        : admitted;
      if (nothing) return askNothing(operation, bank, parsed, context);
      return JSON.stringify(await operation.run(memory, parsed, context));
    };
    const { pool } = this.places;
    // Feedback refers to results that a pool thread returned: store those first.
    if (operation.served?.afterRecalls === true) await pool?.flush(bank);
    if (runsApart(call)) return this.#performApart(call, { admitted, nothing }, context, here);
    if (pool !== null && !nothing && placeOf(operation, input) === 'pool')
      return pool.run({
        operation: name,
        bank,
        input,
        as: caller.recipient === null ? null : delegatedTo(caller),
        here,
        ...(context.signal === undefined ? {} : { signal: context.signal }),
      });
    return this.inTurn(caller, bank, async () =>
      name === 'remember'
        ? JSON.stringify(
            await this.#groups.remember(memory, caller.actor ?? '', admitted as RememberInput),
          )
        : here(),
    );
  }

  /** Runs a request of another memory server's client, already admitted; a long one in a separate thread. */
  async runForeign(
    { caller, bank }: Pick<Call, 'caller' | 'bank'>,
    request: ForeignRequest,
    { reads, signal }: { readonly reads: boolean; readonly signal: AbortSignal },
  ): Promise<string> {
    const here = (): Promise<string> => answerForeign(request, this.bankFor(caller, bank));
    if (!isLong(request.body, LONGEST)) return this.inTurn(caller, bank, here);
    const owner = ownerOf({ caller, bank });
    const { general } = this.places.lines;
    general.assertRoom(owner);
    const work = { what: 'foreign', request, bank, as: delegatedTo(caller), reads } as const;
    return general.run(owner, () => this.#inThread(work, { signal }, here), signal);
  }

  /** Runs work in the main thread when it is the caller's turn. */
  async inTurn<T>(caller: Caller, bank: string, work: () => Promise<T>): Promise<T> {
    await this.#turns.take(callerOn(caller, bank));
    return work();
  }

  /** Runs long computations once a slot is free: in a separate thread, where one can open the memory. */
  async #performApart(
    call: Call,
    { admitted, nothing }: { readonly admitted: unknown; readonly nothing: boolean },
    context: OperationContext,
    here: () => Promise<string>,
  ): Promise<string> {
    const { caller, bank, operation } = call;
    const work = {
      what: 'run',
      operation: operation.name,
      bank,
      as: delegatedTo(caller),
      // The thread validates it itself; only an uploaded file has another name here.
      input: call.uploaded === true ? admitted : call.input,
      reads: onlyReads(operation, call.input),
      nothing,
    } as const;
    return this.#lineOf(call).run(
      ownerOf(call),
      async () => {
        const output = isOfTable(operation)
          ? await this.#inThread(work, context, here)
          : await here();
        if (operation.name === 'erase') await this.#forgetErased(bank, output);
        return output;
      },
      context.signal,
    );
  }

  async #inThread(
    work: ThreadWork,
    context: OperationContext,
    here: () => Promise<string>,
  ): Promise<string> {
    const { threads } = this.places;
    if (threads?.usable !== true) return here();
    try {
      return await threads.run(work, context);
    } catch (error) {
      if (threads.usable) throw error;
      return here();
    }
  }

  /** After an erasure, every thread reloads the bank at once rather than on the next query. */
  async #forgetErased(bank: string, report: string): Promise<void> {
    const { done, names } = JSON.parse(report) as EraseReport;
    if (!done) return;
    this.told.erased(names);
    const { pool, threads } = this.places;
    await Promise.all([this.memory.bank(bank).flush(), pool?.flush(bank), threads?.clear()]);
  }

  #lineOf({ operation }: Call): WorkQueue {
    return this.places.lines[operation.served?.line ?? 'general'];
  }

  /** Metrics of the whole server in Prometheus text format; those of a bank are of the one it was started with. */
  async metrics(): Promise<string> {
    return joinMetrics([
      await this.memory.care.metrics(),
      ...((await this.places.pool?.metrics(this.memory.bankName)) ?? []),
      ...((await this.places.threads?.metrics()) ?? []),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([this.places.pool?.close(), this.places.threads?.close()]);
  }

  async #linger(): Promise<void> {
    if (this.#underWay < SIBLINGS) return;
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  }
}

const TABLE = allOperations();

/** Only the main thread knows verbs outside of the table. */
const isOfTable = (operation: Operation): boolean => TABLE[operation.name] === operation;

const runsApart = ({
  operation,
  input,
  uploaded,
}: Pick<Call, 'operation' | 'input' | 'uploaded'>): boolean =>
  uploaded === true || placeOf(operation, input) === 'apart';

const ownerOf = ({ caller, bank }: Pick<Call, 'caller' | 'bank'>): WorkOwner => ({
  caller: callerOn(caller, bank),
  bank,
});

/** Where no key is required, callers are distinguished by bank. */
const callerOn = ({ id, actor }: Caller, bank: string): string =>
  actor === null ? `${id} ${bank}` : id;

/**
 * A long input takes time to parse, and is parsed in the thread that runs it. Long work is validated first, to report
 * errors at once.
 */
const isParsedLater = (call: Parameters<typeof runsApart>[0]): boolean =>
  call.uploaded !== true && call.operation.served?.long !== true && runsApart(call);

const parsedNow = (call: Parameters<typeof runsApart>[0]): unknown =>
  isParsedLater(call)
    ? call.input
    : parseCoerced(call.operation.input, call.input, call.operation.name);

/** The banks that a caller may access. */
export async function listBanks(runner: Runner, caller: Caller): Promise<readonly Bank[]> {
  assertAllows(caller, 'read');
  return (await runner.memory.file.banks()).filter(({ name }) => coversBank(caller.banks, name));
}

/** Throws `not_found` for a missing bank, or one of others. */
export async function getBank(runner: Runner, caller: Caller, bank: string): Promise<Bank> {
  const memory = runner.bankFor(caller, bank);
  assertAllows(caller, 'read');
  return (await memory.care.info()) ?? raise(noBank(bank));
}

/** The bank, created if missing. */
export async function createBank(
  runner: Runner,
  caller: Caller,
  bank: string,
): Promise<{ readonly bank: Bank; readonly founded: boolean }> {
  const memory = runner.bankFor(caller, bank);
  assertAllows(caller, 'write');
  const found = await memory.care.info();
  if (found !== null) return { bank: found, founded: false };
  // Any verb creates the bank it works on.
  await memory.curation.log({ limit: 1 });
  return { bank: (await memory.care.info()) ?? raise(noBank(bank)), founded: true };
}

function raise(error: MnemeError): never {
  throw error;
}
