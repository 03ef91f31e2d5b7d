import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';
import type { Caller } from '../auth/admission.js';
import type { LongWork, Work } from '../running/jobs.js';
import { placeOf, requestCancelled } from '../running/scheduling.js';

const EXTENSION = 'io.modelcontextprotocol/tasks';
/** Declares the extension of the protocol, on either side. */
export const TASKS = { [EXTENSION]: {} } as const;

/** How long after its end a task is known, in milliseconds. */
const KEPT_MS = 3_600_000;
/** Suggested interval between two looks at a task, in milliseconds. */
const POLL_MS = 1_000;
/** A call that computes longer than this goes on as a task, in milliseconds. */
const PATIENCE_MS = 1_000;

const STATUS = {
  running: 'working',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Work['state'], string>;

/** Whose tasks they are, and where they are kept. */
export interface TaskParts {
  readonly work: LongWork;
  readonly caller: Caller;
  readonly bank: string;
}

type Perform = (context: OperationContext) => Promise<CallToolResult>;

/**
 * Performs a call. For a client that knows tasks, a verb that may take minutes goes on as a task at once, and any
 * other that computes for long after a while; where no place is free, the call is answered as for other clients.
 */
export async function answerOrTask(
  { work, caller, bank }: TaskParts,
  operation: Operation,
  perform: Perform,
  { args, context, asked }: { args: unknown; context: ServerContext; asked: OperationContext },
): Promise<CallToolResult> {
  if (!knowsTasks(context) || placeOf(operation, args) !== 'apart') return perform(asked);
  const stop = new AbortController();
  const leave = (): void => stop.abort();
  let tell = asked.onProgress;
  asked.signal?.addEventListener('abort', leave, { once: true });
  const answer = perform({
    signal: stop.signal,
    onProgress: (done, total) => tell?.(done, total),
  });
  // A job that waits for its turn hears of a failure later than it happens.
  answer.catch(() => undefined);
  if (operation.served?.long !== true && (await endsSoon(answer))) return answer;
  const goOn = async ({ signal, onProgress }: OperationContext): Promise<string> => {
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    tell = onProgress;
    const told = await answer;
    if (stop.signal.aborted && told.isError === true) throw requestCancelled();
    return JSON.stringify(told);
  };
  try {
    const started = work.start({ caller, bank, operation: operation.name }, goOn, KEPT_MS);
    asked.signal?.removeEventListener('abort', leave);
    // The types of tools/call know this form of an answer no more than those of the client do.
    return { resultType: 'task', ...taskOf(started) } as unknown as CallToolResult;
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'rate_limited') return answer;
    throw error;
  }
}

/** Whether the call has ended, either way, before patience does. */
function endsSoon(answer: Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>(
    (resolve) => void setTimeout(resolve, PATIENCE_MS, false).unref(),
  );
  const ended = answer.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, late]);
}

/** Answers the requests about tasks: only to the caller that started them. */
export function serveTasks(server: Server, { work, caller, bank }: TaskParts): void {
  const own = (id: string, context: ServerContext): Work => {
    if (!knowsTasks(context))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: TASKS },
      });
    try {
      return work.getOwn(caller, bank, id);
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${id} of yours.`);
    }
  };
  const named = { params: z.looseObject({ taskId: z.string() }) };
  server.setRequestHandler('tasks/get', named, ({ taskId }, context) =>
    detailed(own(taskId, context)),
  );
  // No task asks for input: what a person must allow is asked before.
  server.setRequestHandler('tasks/update', named, ({ taskId }, context) => {
    own(taskId, context);
    return {};
  });
  server.setRequestHandler('tasks/cancel', named, ({ taskId }, context) => {
    own(taskId, context);
    void work.cancel(caller, bank, taskId);
    return {};
  });
}

const knowsTasks = (context: ServerContext): boolean =>
  declaredIn(context)?.extensions?.[EXTENSION] !== undefined;

/** What the client declared with this request; undefined for one of an earlier revision. */
export const declaredIn = ({ mcpReq }: ServerContext): ClientCapabilities | undefined =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];

const isoTime = (at: number): string => new Date(at).toISOString();

/** A task as the protocol shows it, without its end. */
function taskOf({ id, state, progress, startedAt, endedAt }: Work): Record<string, unknown> {
  const at = endedAt ?? Date.now();
  return {
    taskId: id,
    status: STATUS[state],
    ...(progress === null ? {} : { statusMessage: `${progress.done} of ${progress.total}` }),
    createdAt: isoTime(startedAt),
    lastUpdatedAt: isoTime(at),
    ttlMs: at - startedAt + KEPT_MS,
    pollIntervalMs: POLL_MS,
  };
}

function detailed(work: Work): Record<string, unknown> {
  const { message } = (work.error ?? {}) as { readonly message?: string };
  return {
    ...taskOf(work),
    ...(work.state === 'done' ? { result: work.result } : {}),
    ...(work.state === 'failed'
      ? { error: { code: ProtocolErrorCode.InternalError, message } }
      : {}),
  };
}
