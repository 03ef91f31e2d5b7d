import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Operation, reportingRedactions } from '@mneme/core/operations/operation.js';
import { allOperations, OPERATIONS } from '@mneme/mneme/operations/table.js';
import {
  type Admission,
  assertAllows,
  type Caller,
  isAnswerStored,
  isRepeatable,
} from '../auth/admission.js';
import type { BodyLimits } from '../auth/request.js';
import type { AnswerOnce } from '../running/answers.js';
import { type ChangeFeeds, LOOK_MS, type StreamSlots } from '../running/change-feeds.js';
import type { LongWork, Work } from '../running/jobs.js';
import { createBank, getBank, listBanks, type Runner } from '../running/runner.js';
import { takeUpload, type UploadQuota } from '../running/spooled-files.js';

/** Calls to the server other than operations: the same as REST has. */
type ServerCall =
  'list_banks' | 'get_bank' | 'create_bank' | 'list_work' | 'get_work' | 'cancel_work';
/** Calls that are answered by a stream of messages. */
type StreamCall = 'follow_work' | 'follow_changes';

/** The procedures of the service. */
export type Procedure = 'Call' | 'Upload' | 'Follow';

/** What each procedure can call, by its verb. */
export interface Verbs {
  readonly Call: { readonly operation: Operation } | Server<ServerCall>;
  readonly Upload: { readonly operation: Operation };
  readonly Follow: Server<StreamCall>;
}
interface Server<Name> {
  readonly server: Name;
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
}

const Nothing = z.strictObject({});
const WorkCall = z.strictObject({ id: z.string() });

const SERVER_CALLS: Readonly<Record<ServerCall, Server<ServerCall>['input']>> = {
  list_banks: Nothing,
  get_bank: Nothing,
  create_bank: Nothing,
  list_work: Nothing,
  get_work: WorkCall,
  cancel_work: WorkCall,
};
const STREAM_CALLS: Readonly<Record<StreamCall, Server<StreamCall>['input']>> = {
  follow_work: WorkCall,
  follow_changes: z.strictObject({ after: z.number().int().min(0).optional() }),
};

/** Every verb with the procedures that accept it. */
function verbs(): ReadonlyMap<string, { readonly [Way in Procedure]?: Verbs[Way] }> {
  const operations = Object.values(allOperations()).map((operation) => {
    const way = operation.served?.upload === true ? 'Upload' : 'Call';
    return [operation.name, { [way]: { operation } }] as const;
  });
  const around = Object.entries(SERVER_CALLS).map(
    ([server, input]) => [server, { Call: { server: server as ServerCall, input } }] as const,
  );
  const streams = Object.entries(STREAM_CALLS).map(
    ([server, input]) => [server, { Follow: { server: server as StreamCall, input } }] as const,
  );
  return new Map<string, { readonly [Way in Procedure]?: Verbs[Way] }>([
    ...operations,
    ...around,
    ...streams,
  ]);
}

/**
 * Returns the look-up of verbs. Built once per service: the table of operations is loaded when the first server
 * starts.
 */
export function verbFinder(): <Way extends Procedure>(verb: string, way: Way) => Verbs[Way] {
  const all = verbs();
  return (verb, way) => {
    const known = all.get(verb);
    const found = known?.[way];
    if (found !== undefined) return found;
    const [other] = Object.keys(known ?? {});
    throw new MnemeError('invalid_input', `There is no verb ${verb} to ${way}.`, {
      field: 'verb',
      value: verb,
      hint:
        other === undefined
          ? 'The verbs are those of the command line, as in remember, recall or bank_configure.'
          : `It is asked through ${other}.`,
    });
  };
}

/** Whoever may read the journal may follow it. */
const CHANGES = OPERATIONS.log as unknown as Operation;

interface AnswerParts {
  readonly runner: Runner;
  readonly work: LongWork;
  readonly once: AnswerOnce;
  readonly limits: BodyLimits;
  readonly quota: UploadQuota;
}

/** Further dependencies of streams. */
export interface StreamParts extends AnswerParts {
  readonly admission: Admission;
  readonly feeds: ChangeFeeds;
  readonly streams: StreamSlots;
  /** Aborts when the server shuts down. */
  readonly stopping: AbortSignal;
}

/** An authorised call, with its input as JSON. */
export interface AuthorisedCall {
  readonly caller: Caller;
  readonly bank: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Aborts when the client disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  /** The `idempotency-key` metadata, where sent. */
  readonly key: string | null;
}

export interface Output {
  readonly value: unknown;
  /** Whether it repeats the stored answer to the same request. */
  readonly replayed: boolean;
  /** One line on what was removed from the input, where the answer itself has no field for it; empty for nothing. */
  readonly takenOut?: string;
}

/** The answer of an operation; for a long one, the work that was started. */
export async function answerOperation(
  operation: Operation,
  { caller, bank, input, signal, key }: AuthorisedCall,
  { runner, work, once }: AnswerParts,
): Promise<Output> {
  const call = { caller, bank, operation, input };
  const perform = async (): Promise<{ status: number; body: string }> => {
    if (operation.served?.long !== true)
      return { status: 200, body: await runner.run(call, { signal }) };
    const parsed = await runner.admitted(call);
    return {
      status: 202,
      body: JSON.stringify(
        work.start({ caller, bank, operation: operation.name }, (context) =>
          runner.perform(call, parsed, context),
        ),
      ),
    };
  };
  const { answer, takenOut } = await reportingRedactions(
    async () =>
      key === null || !isAnswerStored(operation)
        ? { ...(await perform()), replayed: false }
        : once.answer(
            {
              owner: JSON.stringify([caller.id, bank]),
              key,
              parts: ['grpc', operation.name, JSON.stringify(input)],
              repeatable: isRepeatable(operation),
            },
            perform,
          ),
    ({ body }) => JSON.parse(body) as unknown,
  );
  const { body, replayed } = answer;
  const value = JSON.parse(body) as unknown;
  return { value, replayed, takenOut };
}

/** Starts the import of an uploaded file, once it has arrived completely. */
export async function answerUpload(
  operation: Operation,
  { caller, bank, input }: AuthorisedCall,
  body: ReadableStream<Uint8Array>,
  parts: AnswerParts,
): Promise<unknown> {
  return takeUpload({ call: { caller, bank, operation, input }, body: () => body }, parts);
}

/** The answer of a call about the server itself. */
export async function answerServer(
  call: ServerCall,
  { caller, bank, input }: AuthorisedCall,
  { runner, work }: AnswerParts,
): Promise<unknown> {
  const id = String(input['id']);
  if (call === 'list_banks') return { banks: await listBanks(runner, caller) };
  if (call === 'get_bank') return getBank(runner, caller, bank);
  if (call === 'create_bank') return (await createBank(runner, caller, bank)).bank;
  if (call === 'list_work') return { work: work.list(caller, bank) };
  if (call === 'get_work') return work.get(caller, bank, id);
  assertAllows(caller, 'write');
  return work.cancel(caller, bank, id);
}

/**
 * Streams messages; it ends with `closed` when the server shuts down, and with `unauthorised` once the key is
 * revoked. Throws refusals before the first message.
 */
export async function startStream(
  call: StreamCall,
  asked: AuthorisedCall,
  parts: StreamParts,
): Promise<AsyncGenerator<unknown>> {
  const { stopping } = parts;
  const signal = AbortSignal.any([asked.signal, stopping]);
  const pieces =
    call === 'follow_changes'
      ? await followedChanges(asked, signal, parts)
      : followWork(asked, signal, parts);
  return untilClosed(pieces, parts.streams.take(asked.caller.id), stopping);
}

async function followedChanges(
  { caller, bank, input }: AuthorisedCall,
  signal: AbortSignal,
  { runner, admission, feeds }: StreamParts,
): Promise<AsyncGenerator<unknown>> {
  await runner.admitted({ caller, bank, operation: CHANGES, input: {} });
  const memory = runner.bankFor(caller, bank);
  const after = (input['after'] as number | undefined) ?? (await memory.care.info())?.sequence ?? 0;
  return eachOf(
    feeds.follow(bank, {
      after,
      recipient: caller.recipient,
      signal,
      assertMayBeTold: () => admission.assertInForce(caller),
      inTurn: (work) => runner.inTurn(caller, bank, work),
    }),
  );
}

async function* eachOf(pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<unknown> {
  for await (const page of pages) yield* page;
}

function followWork(
  { caller, bank, input }: AuthorisedCall,
  signal: AbortSignal,
  { work, admission }: StreamParts,
): AsyncGenerator<unknown> {
  const id = String(input['id']);
  // Refuse unknown work before the first message.
  work.get(caller, bank, id);
  return (async function* () {
    for (let told: Work | null = null; !signal.aborted;) {
      const now = work.get(caller, bank, id);
      if (told === null || differs(now, told)) {
        await admission.assertInForce(caller);
        yield now;
      }
      if (now.state !== 'running') return;
      told = now;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
}

const differs = (now: Work, told: Work): boolean =>
  now.state !== told.state || now.progress !== told.progress;

async function* untilClosed(
  pieces: AsyncGenerator<unknown>,
  leave: () => void,
  stopping: AbortSignal,
): AsyncGenerator<unknown> {
  try {
    yield* pieces;
  } finally {
    leave();
  }
  if (stopping.aborted)
    throw new MnemeError('closed', 'The server is ending.', { hint: 'Try again in a moment.' });
}
