import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** The kinds of faults that are checked. */
export const FAULT_KINDS = ['bounds', 'null', 'types', 'termination', 'assertion'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that must not happen; `term` is true in a model where it does. */
export interface Obligation {
  readonly kind: FaultKind;
  readonly line: number;
  readonly what: string;
  /** Name of a Bool of the script: the fault happens, and no other before it. */
  readonly term: string;
}

/** A Bool of the script and its subject: a candidate that fails, a rank that does not decrease, a round that leaves. */
interface Question {
  readonly of: string;
  readonly term: string;
}

export const and = (...terms: readonly string[]): string => {
  const told = [...new Set(terms.filter((term) => term !== 'true'))];
  if (told.includes('false')) return 'false';
  return told.length === 0
    ? 'true'
    : told.length === 1
      ? (told[0] ?? 'true')
      : `(and ${told.join(' ')})`;
};
export const or = (...terms: readonly string[]): string => {
  const told = [...new Set(terms.filter((term) => term !== 'false'))];
  if (told.includes('true')) return 'true';
  return told.length === 0
    ? 'false'
    : told.length === 1
      ? (told[0] ?? 'false')
      : `(or ${told.join(' ')})`;
};
export const not = (term: string): string =>
  term === 'true' ? 'false' : term === 'false' ? 'true' : `(not ${term})`;
export const ite = (test: string, then: string, otherwise: string): string =>
  test === 'true' || then === otherwise
    ? then
    : test === 'false'
      ? otherwise
      : `(ite ${test} ${then} ${otherwise})`;

const NUMERAL = /^\d+$|^\(- \d+\)$/;
export const numeralOf = (term: string): number | null =>
  NUMERAL.test(term) ? (term.startsWith('(') ? -Number(term.slice(3, -1)) : Number(term)) : null;
export const numeral = (value: number): string => (value < 0 ? `(- ${-value})` : String(value));

/** Folds comparisons of two numerals, so that loops with constant bounds are not unrolled further than they run. */
export function compare(
  operator: '<' | '<=' | '>' | '>=' | '=',
  left: string,
  right: string,
): string {
  const [a, b] = [numeralOf(left), numeralOf(right)];
  if (a === null || b === null)
    return left === right && operator.includes('=') ? 'true' : `(${operator} ${left} ${right})`;
  const holds = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '=': a === b };
  return String(holds[operator]);
}
export function plus(left: string, right: string): string {
  const [a, b] = [numeralOf(left), numeralOf(right)];
  return a !== null && b !== null && Number.isSafeInteger(a + b)
    ? numeral(a + b)
    : `(+ ${left} ${right})`;
}

/** Maximum number of lines of a script; a walk that needs more is abandoned. */
const MAX_LINES = 12_000;

/** The function is larger than the checker handles. */
export class TooLarge extends Error {}

/**
 * SMT-LIB text of one walk through a function; shared terms are named, so that its length is linear in that of the
 * walk.
 */
export class Script {
  readonly lines: string[] = [];
  readonly obligations: Obligation[] = [];
  readonly invariants: Question[] = [];
  readonly ranks: Question[] = [];
  readonly escapes: Question[] = [];
  /** Bools that are true where a candidate invariant is assumed. */
  readonly candidates: string[] = [];
  /** Conditions under which a loop goes on beyond the unrolled rounds. */
  readonly unwound: string[] = [];
  #names = 0;
  /** No fault so far. */
  #sound = 'true';

  #add(line: string): void {
    if (this.lines.length >= MAX_LINES) throw new TooLarge();
    this.lines.push(line);
  }

  fresh(sort: string, prefix = 'v'): string {
    const name = `${prefix}!${++this.#names}`;
    this.#add(`(declare-const |${name}| ${sort})`);
    return `|${name}|`;
  }

  declare(name: string, sort: string): string {
    this.#add(`(declare-const |${name}| ${sort})`);
    return `|${name}|`;
  }

  define(sort: string, term: string): string {
    if (!term.startsWith('(') || numeralOf(term) !== null) return term;
    const name = `|d!${++this.#names}|`;
    this.#add(`(define-fun ${name} () ${sort} ${term})`);
    return name;
  }

  assume(term: string): void {
    if (term !== 'true') this.#add(`(assert ${term})`);
  }

  forbid(kind: FaultKind, violation: string, line: number, what: string): void {
    if (violation === 'false') return;
    const term = this.define('Bool', and(this.#sound, violation));
    this.obligations.push({ kind, line, what, term });
    this.#sound = this.define('Bool', and(this.#sound, not(violation)));
  }

  get sound(): string {
    return this.#sound;
  }
}

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
