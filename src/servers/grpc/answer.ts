import { MnemeError } from '../../domain/errors.js';
import type { Operation } from '../../operations/operation.js';
import { OPERATIONS } from '../../operations/table.js';
import { assertAllows, keepsAnswer, traitOf, type Caller } from '../auth/admission.js';
import type { BodyLimits } from '../auth/limited-body.js';
import type { AnswerOnce } from '../running/answer-once.js';
import { foundBank, listBanks, tellBank } from '../running/banks.js';
import { followChanges, LOOK_MS } from '../running/follow-changes.js';
import type { LongWork, Work } from '../running/long-work.js';
import type { Runner } from '../running/runner.js';
import { takeUpload } from '../running/take-upload.js';
import type { ServerCall, StreamCall } from './calls.js';

/** Who may read the journal may follow it. */
const CHANGES = OPERATIONS.changes as unknown as Operation;

export interface AnswerParts {
  readonly runner: Runner;
  readonly work: LongWork;
  readonly once: AnswerOnce;
  readonly limits: BodyLimits;
}

/** A call that has been let in, with its input as JSON has it. */
export interface AskedCall {
  readonly caller: Caller;
  readonly bank: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Aborts when the client goes, or has no more time. */
  readonly signal: AbortSignal;
  /** `idempotency-key`, where it was sent. */
  readonly key: string | null;
}

export interface Output {
  readonly value: unknown;
  /** It is the answer that was given to the same request before. */
  readonly replayed: boolean;
}

/** What an operation answers; of a long one, the work that has begun. */
export async function answerOperation(
  operation: Operation,
  { caller, bank, input, signal, key }: AskedCall,
  { runner, work, once }: AnswerParts,
): Promise<Output> {
  const call = { caller, bank, operation, input };
  const perform = async (): Promise<{ status: number; body: string }> => {
    if (traitOf(operation).long !== true)
      return { status: 200, body: await runner.run(call, { signal }) };
    const parsed = await runner.admitted(call);
    return {
      status: 202,
      body: JSON.stringify(
        work.start(bank, operation.name, (context) => runner.perform(call, parsed, context)),
      ),
    };
  };
  const { body, replayed } =
    key === null || !keepsAnswer(operation)
      ? { ...(await perform()), replayed: false }
      : await once.answer(
          {
            owner: JSON.stringify([caller.id, bank]),
            key,
            parts: ['grpc', operation.name, JSON.stringify(input)],
          },
          perform,
        );
  const value = JSON.parse(body) as unknown;
  return { value: traitOf(operation).long === true ? workOutput(value as Work) : value, replayed };
}

/** The work that reads a file in, once the file is here. */
export async function answerUpload(
  operation: Operation,
  { caller, bank, input }: AskedCall,
  body: ReadableStream<Uint8Array>,
  parts: AnswerParts,
): Promise<unknown> {
  return workOutput(
    await takeUpload({ call: { caller, bank, operation, input }, body: () => body }, parts),
  );
}

/** What a server answers of itself. */
export async function answerServer(
  call: Exclude<ServerCall, StreamCall>,
  { caller, bank, input }: AskedCall,
  { runner, work }: AnswerParts,
): Promise<unknown> {
  const id = String(input['id']);
  if (call === 'list_banks') return { banks: await listBanks(runner, caller) };
  if (call === 'get_bank') return tellBank(runner, caller, bank);
  if (call === 'create_bank') return (await foundBank(runner, caller, bank)).bank;
  assertAllows(caller, 'read');
  if (call === 'list_work') return { work: work.list(bank).map(workOutput) };
  if (call === 'get_work') return workOutput(work.get(bank, id));
  assertAllows(caller, 'write');
  return workOutput(await work.cancel(bank, id));
}

/** What a server goes on telling, piece by piece; it ends with `closed` when the server does. Throws what can be refused before the first piece. */
export async function startStream(
  call: StreamCall,
  asked: AskedCall,
  parts: AnswerParts,
  stopping: AbortSignal,
): Promise<AsyncGenerator<unknown>> {
  const { caller, bank, input, signal } = asked;
  const going = (): boolean => !signal.aborted && !stopping.aborted;
  await parts.runner.admitted({ caller, bank, operation: CHANGES, input: {} });
  const memory = parts.runner.bankFor(caller, bank);
  const start = (input['after'] as number | undefined) ?? (await memory.care.info())?.sequence ?? 0;
  const pieces =
    call === 'follow_changes'
      ? eachOf(followChanges(memory, start, going))
      : followWork(parts.work, bank, String(input['id']), going);
  return untilClosed(pieces, stopping);
}

async function* eachOf(pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<unknown> {
  for await (const page of pages) yield* page;
}

async function* followWork(
  work: LongWork,
  bank: string,
  id: string,
  going: () => boolean,
): AsyncGenerator<unknown> {
  for (let told: Work | null = null; going();) {
    const now = work.get(bank, id);
    // Whatever changes about it makes it another object.
    if (now !== told) yield workOutput(now);
    if (now.state !== 'running') return;
    told = now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function* untilClosed(
  pieces: AsyncGenerator<unknown>,
  stopping: AbortSignal,
): AsyncGenerator<unknown> {
  yield* pieces;
  if (stopping.aborted)
    throw new MnemeError('closed', 'The server is ending.', { hint: 'Try again in a moment.' });
}

/** What came of work, in the field of its operation's name. */
function workOutput(work: Work): unknown {
  return { ...work, result: work.result === null ? null : { [work.operation]: work.result } };
}
