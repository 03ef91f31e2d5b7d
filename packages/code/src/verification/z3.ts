import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { MnemeError } from '@mneme/core/domain/errors.js';

const PACKAGE = 'z3-solver';

/** Runs in a worker thread, which can be terminated in the middle of a query. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { init } = require(workerData);
init().then(({ Z3 }) => {
  parentPort.on('message', async (script) => {
    const config = Z3.mk_config();
    const context = Z3.mk_context(config);
    try {
      parentPort.postMessage({ answer: await Z3.eval_smtlib2_string(context, script) });
    } catch (error) {
      parentPort.postMessage({ failure: String(error && error.message || error) });
    } finally {
      Z3.del_context(context);
      Z3.del_config(config);
    }
  });
  parentPort.postMessage({ ready: true });
}, (error) => parentPort.postMessage({ failure: String(error && error.message || error) }));
`;

interface Message {
  readonly ready?: boolean;
  readonly answer?: string;
  readonly failure?: string;
}

/**
 * Z3 (de Moura, Bjørner 2008) as WebAssembly, queried in SMT-LIB. Loaded at the first query; ended by {@link close}.
 */
export class Z3 {
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;

  private constructor(private readonly path: string) {}

  /** Throws `unavailable` where the optional package is not installed. */
  static find(resolve = (name: string) => createRequire(import.meta.url).resolve(name)): Z3 {
    try {
      return new Z3(resolve(PACKAGE));
    } catch (cause) {
      throw new MnemeError(
        'unavailable',
        `Code is verified by the package ${PACKAGE}, which is not installed.`,
        {
          hint: `npm install ${PACKAGE}`,
          cause,
        },
      );
    }
  }

  /**
   * Z3’s answer to a script; null after `milliseconds`: then its thread is terminated, and the next query starts a
   * new one.
   */
  async ask(script: string, milliseconds: number): Promise<string | null> {
    const started = performance.now();
    const ready = await within(this.#start(), milliseconds);
    const left = milliseconds - (performance.now() - started);
    const worker = this.#worker;
    if (ready === null || worker === null || left <= 0) return this.#stop();
    const answering = nextOf(worker);
    worker.postMessage(script);
    const message = await within(answering, left);
    if (message === null) return this.#stop();
    if (message.answer !== undefined) return message.answer;
    throw failed(message.failure);
  }

  /** Terminates the thread, so that it does not keep the process alive. */
  async close(): Promise<void> {
    await this.#stop();
  }

  async #stop(): Promise<null> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = null;
    await worker?.terminate();
    return null;
  }

  #start(): Promise<void> {
    this.#ready ??= this.#load();
    return this.#ready;
  }

  async #load(): Promise<void> {
    const worker = new Worker(THREAD, { eval: true, workerData: this.path });
    worker.unref();
    this.#worker = worker;
    const { failure } = await nextOf(worker);
    if (failure !== undefined) throw failed(failure);
  }
}

function nextOf(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', heard);
      worker.off('error', broken);
      worker.off('exit', ended);
    };
    const heard = (message: Message): void => {
      done();
      resolve(message);
    };
    const broken = (error: Error): void => {
      done();
      reject(failed(error.message));
    };
    worker.on('message', heard);
    const ended = (): void => {
      done();
      reject(failed('its thread was ended'));
    };
    worker.on('error', broken);
    worker.on('exit', ended);
  });
}

const failed = (why = 'it said nothing'): MnemeError =>
  new MnemeError('unavailable', `${PACKAGE} failed: ${why}`, {
    hint: `Install it anew: npm install ${PACKAGE}.`,
  });

/** Null on timeout. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
