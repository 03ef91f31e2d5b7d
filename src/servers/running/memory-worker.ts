import { parentPort, workerData } from 'node:worker_threads';
import { MnemeError } from '../../domain/errors.js';
import { parseMeant } from '../../domain/parse-input.js';
import { openMemory, type OpenOptions } from '../../open.js';
import type { Operation, OperationContext } from '../../operations/operation.js';
import { allOperations } from '../../operations/table.js';
import { actingFor } from '../auth/acting-for.js';
import type { RefusalData, ThreadData, WorkerReply, WorkerRequest } from './memory-thread.js';

const OPERATIONS = allOperations();

/** The other side of the pool: a thread with the file open for itself. */
const port = parentPort;
if (port === null) throw new Error('this module runs in a thread of the server');
const { options, began } = workerData as ThreadData;
const opening = openMemory(options as OpenOptions);
// Ends the thread with the error, which the server then hears of.
opening.catch((error: unknown) => setImmediate(() => void Promise.reject(error)));

port.on('message', (request: WorkerRequest) => {
  // Before anything is read for it: who asks the same from now on asks anew.
  Atomics.store(began, 0, BigInt(request.id));
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  try {
    return { id, text: await work(request) };
  } catch (error) {
    if (MnemeError.is(error))
      return { id, refused: JSON.parse(JSON.stringify(error)) as RefusalData };
    return {
      id,
      fault: error instanceof Error ? (error.stack ?? error.name) : 'no error was thrown',
    };
  }
}

async function work(request: WorkerRequest): Promise<string> {
  const memory = await opening;
  if (request.what === 'close') {
    await memory.close();
    return '';
  }
  if (request.what === 'flush') {
    await memory.bank(request.bank).flush();
    return '';
  }
  if (request.what === 'metrics') return memory.bank(request.bank).care.metrics();
  const operation = OPERATIONS[request.operation] as Operation;
  const { as = null, bank, input } = request;
  return JSON.stringify(
    await operation.run(
      actingFor(as, memory).bank(bank),
      parseMeant(operation.input, input, operation.name),
      contextOf(request),
    ),
  );
}

/** Work that writes holds the thread from commit to commit: a message would not be heard meanwhile, what is shared is. */
function contextOf({ id, stopped }: WorkerRequest & { readonly what: 'run' }): OperationContext {
  if (stopped === undefined) return {};
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onProgress: (done, total) => {
      port?.postMessage({ id, progress: [done, total] } satisfies WorkerReply);
      if (Atomics.load(stopped, 0) !== 0) stop.abort();
    },
  };
}
