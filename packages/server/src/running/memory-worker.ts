import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseCoerced } from '@mneme/core/domain/input.js';
import { openMemory, type OpenOptions } from '@mneme/mneme/open.js';
import {
  countingRedactions,
  type Operation,
  type OperationContext,
} from '@mneme/core/operations/operation.js';
import { underClaim } from '@mneme/core/ports/request-claim.js';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { actingFor } from '../auth/admission.js';
import { answerForeign } from '../compat/peers.js';
import { askNothing } from './answers.js';
import { collectAtRest } from './idle-work.js';
import type { RefusalData, ThreadData, WorkerReply, WorkerRequest } from './work-threads.js';

const OPERATIONS = allOperations();

/** The worker's side of a thread of the server, with its own open memory. */
const port = parentPort;
if (port === null) throw new Error('this module runs in a thread of the server');
const { options, began, behind } = workerData as ThreadData;
// Linux has a priority per thread; elsewhere this would change the whole process.
if (behind && process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
collectAtRest();
const opening = openMemory(options as OpenOptions);
// An unhandled rejection ends the thread, and the server receives the error.
opening.catch((error: unknown) => setImmediate(() => void Promise.reject(error)));

port.on('message', (request: WorkerRequest) => {
  // Before anything is read: equal queries that come from now on are run again.
  Atomics.store(began, 0, BigInt(request.id));
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  try {
    const { answer: text, tally } = await countingRedactions(() => work(request));
    return { id, text, tally };
  } catch (error) {
    if (MnemeError.is(error))
      return {
        id,
        refused: { ...(JSON.parse(JSON.stringify(error)) as RefusalData), quoted: error.quoted },
      };
    return {
      id,
      fault: error instanceof Error ? (error.stack ?? error.name) : 'no error was thrown',
    };
  }
}

async function work(request: WorkerRequest): Promise<string> {
  // A thread that cannot open the memory ends without answering.
  const memory = await opening.catch(() => new Promise<never>(() => undefined));
  if (request.what === 'close') {
    await memory.close();
    return '';
  }
  if (request.what === 'flush') {
    await memory.bank(request.bank).flush();
    return '';
  }
  if (request.what === 'metrics') return memory.bank(request.bank).care.metrics();
  const { as = null, bank } = request;
  const own = actingFor(as, memory).bank(bank);
  if (request.what === 'foreign') return answerForeign(request.request, own);
  const operation = OPERATIONS[request.operation] as Operation;
  const { context, end } = contextOf(request);
  try {
    const parsed = parseCoerced(operation.input, request.input, operation.name);
    if (request.nothing === true) return await askNothing(operation, bank, parsed, context);
    return await underClaim(request.claim ?? null, async () =>
      JSON.stringify(await operation.run(own, parsed, context)),
    );
  } finally {
    end();
  }
}

/** Interval at which work that waits checks the stop flag. */
const LOOK_MS = 50;

/**
 * Work that computes blocks the thread's event loop, so that only shared memory can stop it. Reading `aborted` reads
 * the flag; listeners are called a moment later.
 */
function contextOf({ id, stopped }: WorkerRequest & { readonly what: 'run' }): {
  readonly context: OperationContext;
  end(): void;
} {
  if (stopped === undefined) return { context: {}, end: () => undefined };
  const stop = new AbortController();
  const { signal } = stop;
  const look = (): boolean => {
    const told = Atomics.load(stopped, 0) !== 0;
    if (told) stop.abort();
    return told;
  };
  Object.defineProperty(signal, 'aborted', { get: look });
  const looking = setInterval(look, LOOK_MS);
  return {
    context: {
      signal,
      onProgress: (done, total) => {
        port?.postMessage({ id, progress: [done, total] } satisfies WorkerReply);
        look();
      },
    },
    end: () => clearInterval(looking),
  };
}
