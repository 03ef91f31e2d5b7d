import {
  askedTerms,
  type KindVerdict,
  small,
  tell,
  valuesOf,
  type VerdictName,
} from './verdict.js';
import type { CheckedFunction, Loop, Statement } from './read/program.js';
import {
  FAULT_KINDS,
  type FaultKind,
  type Obligation,
  or,
  type Script,
  TooLarge,
  type Z3,
} from './smt.js';
import { Walk } from './symbolic/walk.js';
import type { WalkMode } from './symbolic/loops.js';

/** A solver and its time limit. */
export interface Asking {
  readonly solver: Pick<Z3, 'ask'>;
  /** Milliseconds for the whole function. */
  readonly limit: number;
}

type Answer = 'sat' | 'unsat' | 'unknown';

/** Rounds of outer and inner loops to unroll, deepest first: the first that stays within the limits is used. */
const ROUNDS: readonly (readonly [number, number])[] = [
  [5, 4],
  [4, 2],
  [3, 1],
];
/** One query takes at most 1/QUESTIONS of the time. */
const QUESTIONS = 6;

/** Searches for arguments with which a function fails, and for a proof that there are none. */
export async function checkFunction(of: CheckedFunction, asking: Asking): Promise<KindVerdict[]> {
  const solver = new SolverSession(asking);
  const proof = await prove(of, solver);
  const walked = unrolled(of, proof.endless);
  if (walked === null)
    return FAULT_KINDS.map((kind) =>
      verdict(
        kind,
        proof.proven.has(kind) ? 'verified' : 'timeout',
        null,
        'it is too large to walk through',
      ),
    );
  const { script } = walked;
  const asked = FAULT_KINDS.map((kind) => script.obligations.filter((each) => each.kind === kind));
  const [whole, ...answers] = await solver.each(script.lines, [
    or(...script.unwound),
    ...asked.map((each) => or(...each.map(({ term }) => term))),
  ]);
  const loops = loopsOf(of.body).length > 0;
  const verdicts: KindVerdict[] = [];
  for (const [at, kind] of FAULT_KINDS.entries()) {
    const answer = answers[at];
    const obligations = asked[at] ?? [];
    if (answer === 'sat') verdicts.push(await failed(of, script, kind, obligations, solver));
    else if (kind === 'termination' ? !loops : obligations.length === 0 && !proof.asked.has(kind))
      verdicts.push(verdict(kind, 'not applicable', null, null));
    else if (answer === 'unsat' && (whole === 'unsat' || proof.proven.has(kind)))
      verdicts.push(verdict(kind, 'verified', null, null));
    else if (answer === 'unsat' && proof.finished)
      verdicts.push(verdict(kind, 'bounded', null, 'no proof was found beyond the rounds walked'));
    else verdicts.push(verdict(kind, 'timeout', null, 'no answer in time'));
  }
  return verdicts;
}

const verdict = (
  kind: FaultKind,
  name: VerdictName,
  line: number | null,
  what: string | null,
): KindVerdict => ({
  kind,
  verdict: name,
  line,
  what,
  counterExample: null,
});

/** The deepest unrolling that stays within the size limits. */
function unrolled(of: CheckedFunction, endless: WalkMode['endless']): Walk | null {
  for (const rounds of ROUNDS) {
    const walk = new Walk(of, { rounds, endless });
    try {
      walk.run();
      return walk;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  return null;
}

interface Proof {
  readonly proven: ReadonlySet<FaultKind>;
  /** Kinds for which the function has obligations. */
  readonly asked: ReadonlySet<FaultKind>;
  readonly endless: ReadonlyMap<number, readonly number[]>;
  /** Whether the solver answered every query. */
  readonly finished: boolean;
}

/**
 * Walks each loop once from any state that its invariants allow; candidate invariants that fail are dropped until the
 * rest is inductive (Houdini).
 */
async function prove(of: CheckedFunction, solver: SolverSession): Promise<Proof> {
  const walk = new Walk(of, { rounds: null, endless: new Map() });
  const nothing = {
    proven: new Set<FaultKind>(),
    asked: new Set<FaultKind>(),
    endless: new Map<number, number[]>(),
  };
  try {
    walk.run();
  } catch (error) {
    if (error instanceof TooLarge) return { ...nothing, finished: false };
    throw error;
  }
  const { script } = walk;
  const lines = [
    ...script.lines,
    ...(await invariantsOf(script, solver)).map((keep) => `(assert ${keep})`),
  ];
  const kinds = FAULT_KINDS.filter((kind) => kind !== 'termination');
  const terms = kinds.map((kind) =>
    or(...script.obligations.filter((each) => each.kind === kind).map(({ term }) => term)),
  );
  const answers = await solver.each(lines, [
    ...terms,
    ...script.ranks.map(({ term }) => term),
    ...script.escapes.map(({ term }) => term),
  ]);
  const proven = new Set<FaultKind>(kinds.filter((_, at) => answers[at] === 'unsat'));
  const ranked = answers.slice(kinds.length, kinds.length + script.ranks.length);
  const counted = new Set(
    script.ranks.flatMap(({ of: rank }, at) => (ranked[at] === 'unsat' ? [loopOf(rank)] : [])),
  );
  if (loopsOf(of.body).every(({ id }) => counted.has(id))) proven.add('termination');
  const endless = new Map<number, number[]>();
  script.escapes.forEach(({ of: escape }, at) => {
    if (answers[kinds.length + script.ranks.length + at] !== 'unsat') return;
    const template = Number(escape.split(' ')[1]);
    endless.set(loopOf(escape), [...(endless.get(loopOf(escape)) ?? []), template]);
  });
  return {
    proven,
    asked: new Set(script.obligations.map(({ kind }) => kind)),
    endless,
    finished: !answers.includes('unknown'),
  };
}

const loopOf = (name: string): number => Number(name.split(' ')[0]);

/** Maximum number of rounds in which candidates are checked. */
const MAX_ROUNDS = 40;
/** An answer within 1/EARLY of its time limit counts as early. */
const EARLY = 8;

async function invariantsOf(script: Script, solver: SolverSession): Promise<string[]> {
  let kept = new Set(script.candidates);
  for (let round = 0; round < MAX_ROUNDS && kept.size > 0; round++) {
    const asked = script.invariants.filter(({ of }) => kept.has(of));
    const lines = [
      ...script.lines,
      ...script.candidates.map((name) => `(assert ${kept.has(name) ? name : `(not ${name})`})`),
    ];
    const broken = await solver.whichHold(
      lines,
      asked.map(({ term }) => term),
    );
    if (broken === 'unsat') return [...kept];
    if (broken === 'unknown') return [];
    kept = new Set(
      [...kept].filter((name) => !asked.some(({ of }, at) => of === name && broken[at] === true)),
    );
  }
  return [];
}

/** The first fault of a kind, with arguments that cause it. */
async function failed(
  of: CheckedFunction,
  script: Script,
  kind: FaultKind,
  obligations: readonly Obligation[],
  solver: SolverSession,
): Promise<KindVerdict> {
  const terms = [...obligations.map(({ term }) => term), ...askedTerms(of)];
  const wrong = or(...obligations.map(({ term }) => term));
  const values =
    (await solver.model(
      [...script.lines, ...small(of).map((each) => `(assert ${each})`)],
      wrong,
      terms,
    )) ?? (await solver.model(script.lines, wrong, terms));
  const first = obligations.find((_, at) => values?.[at] === 'true') ?? obligations[0];
  return {
    ...verdict(kind, 'failed', first?.line ?? of.line, first?.what ?? null),
    counterExample: values === null ? null : tell(of, values.slice(obligations.length)),
  };
}

export function loopsOf(statements: readonly Statement[]): Loop[] {
  return statements.flatMap((each): Loop[] =>
    each.kind === 'loop'
      ? [each, ...loopsOf(each.body)]
      : each.kind === 'if'
        ? [...loopsOf(each.then), ...loopsOf(each.otherwise)]
        : [],
  );
}

/** Queries to a solver within the time limit of a function. */
class SolverSession {
  readonly #until: number;
  readonly #each: number;

  constructor(private readonly asking: Asking) {
    this.#until = performance.now() + asking.limit;
    this.#each = Math.ceil(asking.limit / QUESTIONS);
  }

  async #ask(script: readonly string[]): Promise<string> {
    const asked = performance.now();
    if (this.#until <= asked) return '';
    const ask = async (): Promise<string> =>
      (await this.asking.solver.ask(script.join('\n'), this.#until - performance.now())) ?? '';
    const answer = await ask();
    // Retry once when Z3 returns unknown early: the timer of the query before may have cancelled
    // this one.
    const early = performance.now() - asked < this.#each / EARLY;
    return early && /^unknown$/m.test(answer) ? ask() : answer;
  }

  /** Satisfiability of each term, each in a query of its own. */
  async each(lines: readonly string[], terms: readonly string[]): Promise<Answer[]> {
    const asked = terms.filter((term) => term !== 'false');
    const answer =
      asked.length === 0
        ? ''
        : await this.#ask([
            `(set-option :timeout ${Math.min(this.#each, 2_000)})`,
            ...lines,
            ...asked.flatMap((term) => ['(push)', `(assert ${term})`, '(check-sat)', '(pop)']),
          ]);
    // Z3 skips input that it cannot parse, so the remaining answers are meaningless.
    if (answer.includes('(error')) return terms.map(() => 'unknown');
    const answers = answer.split('\n').filter((line) => /^(?:sat|unsat|unknown)$/.test(line));
    let at = 0;
    return terms.map((term) =>
      term === 'false' ? 'unsat' : ((answers[at++] as Answer | undefined) ?? 'unknown'),
    );
  }

  /** Which of these are true in a model in which at least one is. */
  async whichHold(
    lines: readonly string[],
    terms: readonly string[],
  ): Promise<readonly boolean[] | 'unsat' | 'unknown'> {
    const wrong = or(...terms);
    if (wrong === 'false') return 'unsat';
    const answer = await this.#ask([
      `(set-option :timeout ${this.#each})`,
      ...lines,
      `(assert ${wrong})`,
      '(check-sat)',
      `(get-value (${terms.join(' ')}))`,
    ]);
    if (answer.startsWith('unsat')) return 'unsat';
    if (!answer.startsWith('sat')) return 'unknown';
    return valuesOf(answer).map((each) => each === 'true');
  }

  async model(
    lines: readonly string[],
    wrong: string,
    terms: readonly string[],
  ): Promise<string[] | null> {
    const answer = await this.#ask([
      `(set-option :timeout ${this.#each})`,
      ...lines,
      `(assert ${wrong})`,
      '(check-sat)',
      `(get-value (${terms.join(' ')}))`,
    ]);
    return answer.startsWith('sat') ? valuesOf(answer) : null;
  }
}
