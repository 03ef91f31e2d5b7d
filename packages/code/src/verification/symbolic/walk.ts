import {
  type CheckedFunction,
  type DeclaredType,
  type Expression,
  type Statement,
} from '../read/program.js';
import { Evaluation } from './evaluate.js';
import { merge, misfit, sortOf, SORTS, type State, unknown, value, type Value } from './value.js';
import {
  ended,
  set,
  unrollLoop,
  type Walker,
  walkLoopOnce,
  type WalkMode,
  type Ways,
} from './loops.js';
import { and, compare, ite, not, or, plus, Script, TooLarge } from '../smt.js';

/** Maximum number of statements walked. */
const MAX_STEPS = 3_000;

/** Executes a function symbolically with unknown arguments, and writes what could go wrong into a script. */
export class Walk implements Walker {
  readonly script = new Script();
  readonly python: boolean;
  /** Lists with two names (aliases): a write to one changes the other. */
  readonly #shared = new Set<string>();
  readonly #declared = new Map<string, DeclaredType>();
  #steps = 0;
  depth = 0;

  constructor(
    readonly of: CheckedFunction,
    readonly mode: WalkMode,
  ) {
    this.python = of.language === 'python';
  }

  /** The parameters’ terms carry their names. */
  run(): void {
    const variables = new Map(
      this.of.parameters.map(({ name, type, inferred }) => {
        if (inferred !== true) this.#declared.set(name, type);
        return [name, unknown(type, this.script, `p_${name}`)] as const;
      }),
    );
    const { body } = this.of;
    // Leading assertions are preconditions that the caller has to meet.
    const first = body.findIndex(({ kind }) => kind !== 'assert');
    let state: State = { guard: 'true', variables };
    for (const asked of body.slice(0, first < 0 ? body.length : first))
      if (asked.kind === 'assert') this.script.assume(this.at(asked.line).truth(asked.test, state));
    state = this.block(body.slice(first < 0 ? body.length : first), state, null);
    const { returns } = this.of;
    if (returns !== null && returns.base !== 'any' && !returns.nullable)
      this.script.forbid('types', state.guard, this.of.line, 'it may end without a value');
  }

  at(line: number): Evaluation {
    return new Evaluation(this.script, this.python, line);
  }

  block(statements: readonly Statement[], state: State, ways: Ways | null): State {
    let now = state;
    for (const statement of statements) {
      if (now.guard === 'false') return now;
      if (++this.#steps > MAX_STEPS) throw new TooLarge();
      now = this.#statement(statement, now, ways);
    }
    return now;
  }

  #statement(statement: Statement, state: State, ways: Ways | null): State {
    const { line } = statement;
    const at = this.at(line);
    switch (statement.kind) {
      case 'assign':
        return this.#assign(statement, state, at);
      case 'if': {
        const test = at.truth(statement.test, state);
        const yes = this.where(state, test);
        const no = this.where(state, not(test));
        return this.join(
          this.block(statement.then, yes, ways),
          this.block(statement.otherwise, no, ways),
        );
      }
      case 'loop': {
        const { rounds } = this.mode;
        this.depth++;
        const after =
          rounds === null
            ? walkLoopOnce(this, statement, state)
            : unrollLoop(this, statement, state, rounds);
        this.depth--;
        return after;
      }
      case 'return':
        this.#returned(statement.value, state, at);
        return ended(state);
      case 'throw':
        return ended(state);
      case 'assert': {
        const test = at.truth(statement.test, state);
        this.script.forbid(
          'assertion',
          and(state.guard, not(test)),
          line,
          'what is asserted may not hold',
        );
        return this.where(state, test);
      }
      case 'break':
      case 'continue':
        (statement.kind === 'break' ? ways?.breaks : ways?.continues)?.push(state);
        return ended(state);
      case 'append':
        return this.#append(statement.to, at.value(statement.value, state), state, at);
      case 'drop-last':
        return this.#dropLast(statement, state, at);
      case 'evaluate':
        at.value(statement.value, state);
        return state;
    }
  }

  where(state: State, test: string): State {
    return { ...state, guard: this.script.define('Bool', and(state.guard, test)) };
  }

  /** Joins two paths. Variables that only one of them has set are dropped. */
  join(a: State, b: State): State {
    if (a.guard === 'false') return b;
    if (b.guard === 'false') return a;
    const variables = new Map<string, Value>();
    for (const [name, one] of a.variables) {
      const other = b.variables.get(name);
      if (other !== undefined) variables.set(name, merge(a.guard, one, other, this.script));
    }
    return { guard: this.script.define('Bool', or(a.guard, b.guard)), variables };
  }

  #assign(
    { targets, values, type }: Extract<Statement, { kind: 'assign' }>,
    state: State,
    at: Evaluation,
  ): State {
    const given = values.map((each) => at.value(each, state));
    let now = state;
    targets.forEach((target, place) => {
      const own = given[place];
      if (own === undefined) return;
      if (target.kind === 'index') {
        now = this.#store(target, own, now, at);
        return;
      }
      if (target.kind !== 'name') throw at.outside('setting a field');
      const from = values[place];
      if (own.type === 'array' && from?.kind === 'name')
        this.#shared.add(target.name).add(from.name);
      if (type !== undefined) this.#declared.set(target.name, type);
      this.#fits(own, this.#declared.get(target.name), now, at, `\`${target.name}\``);
      now = set(now, target.name, own);
    });
    return now;
  }

  #fits(
    own: Value,
    type: DeclaredType | undefined,
    state: State,
    at: Evaluation,
    what: string,
  ): void {
    // A name without a declared type takes any value; Python itself ignores annotations, but a type
    // checker does not.
    if (type === undefined || type.base === 'any') return;
    const wrong = misfit(own, type, this.python);
    if (wrong !== null) at.forbid('types', state, wrong.when, `${what} may become ${wrong.what}`);
  }

  #returned(given: Expression | null, state: State, at: Evaluation): void {
    const { returns } = this.of;
    if (given === null) {
      if (returns !== null && returns.base !== 'any' && !returns.nullable)
        at.forbid('types', state, 'true', 'it returns nothing');
      return;
    }
    const own = at.value(given, state);
    if (returns === null || returns.base === 'any') return;
    const wrong = misfit(own, returns, this.python);
    if (wrong !== null) at.forbid('types', state, wrong.when, `it may return ${wrong.what}`);
  }

  /** Looks up a list in order to change it. */
  #list(name: string, state: State, at: Evaluation): Value | null {
    const list = at.value({ kind: 'name', name }, state);
    if (this.#shared.has(name)) throw at.outside('a list that is changed and goes by two names');
    at.there(list, state, `\`${name}\``);
    if (list.type === 'any')
      throw at.outside(`changing \`${name}\`, of which the type is not known,`);
    if (list.type === 'array') return list;
    at.forbid('types', state, 'true', `\`${name}\` is no list`);
    return null;
  }

  #store(
    target: Extract<Expression, { kind: 'index' }>,
    own: Value,
    state: State,
    at: Evaluation,
  ): State {
    if (target.of.kind !== 'name') throw at.outside('a list of lists');
    const list = this.#list(target.of.name, state, at);
    if (list === null) return state;
    const length = list.length ?? '0';
    const place = this.script.define('Int', at.place(at.value(target.at, state), length, state));
    const beyond = or(compare('<', place, '0'), compare(this.python ? '>=' : '>', place, length));
    at.forbid('bounds', state, beyond, 'the index may lie outside');
    const changed = this.#put(list, place, own, state, at);
    // In JavaScript, writing at index `length` extends the array.
    const grown = this.python
      ? length
      : this.script.define('Int', ite(compare('=', place, length), plus(length, '1'), length));
    return set(state, target.of.name, { ...changed, length: grown });
  }

  #append(name: string, own: Value, state: State, at: Evaluation): State {
    const list = this.#list(name, state, at);
    if (list === null) return state;
    const length = list.length ?? '0';
    return set(state, name, {
      ...this.#put(list, length, own, state, at),
      length: this.script.define('Int', plus(length, '1')),
    });
  }

  #put(list: Value, place: string, own: Value, state: State, at: Evaluation): Value {
    const first = list.length === '0' && own.type !== 'array' && own.type !== 'null';
    const known = first ? own.type : (list.element ?? 'any');
    const stored =
      own.type === known
        ? own.term
        : own.type === 'int' && known === 'real'
          ? `(to_real ${own.term})`
          : null;
    if (
      stored === null &&
      this.of.language === 'typescript' &&
      known !== 'any' &&
      own.type !== 'any'
    )
      at.forbid('types', state, 'true', 'an element is of another type than the others');
    // A list of mixed types has unknown elements.
    const element = stored === null ? 'any' : known;
    const shape = { type: 'array', element } as const;
    const term = element === list.element ? list.term : this.script.fresh(sortOf(shape), 'list');
    return {
      ...list,
      ...shape,
      term: this.script.define(
        sortOf(shape),
        `(store ${term} ${place} ${stored ?? this.script.fresh(SORTS[element])})`,
      ),
    };
  }

  #dropLast(
    { from, into }: Extract<Statement, { kind: 'drop-last' }>,
    state: State,
    at: Evaluation,
  ): State {
    const list = this.#list(from, state, at);
    if (list === null) return state;
    const length = list.length ?? '0';
    const empty = compare('<=', length, '0');
    if (this.python) at.forbid('bounds', state, empty, 'an empty list has no last element');
    const last = this.script.define('Int', plus(length, '(- 1)'));
    const element = list.element ?? 'any';
    const shorter = set(state, from, {
      ...list,
      length: this.script.define('Int', ite(empty, '0', last)),
    });
    if (into === null) return shorter;
    const taken = value(
      element,
      this.script.define(SORTS[element], `(select ${list.term} ${last})`),
    );
    return set(
      shorter,
      into,
      this.python ? taken : { ...taken, nil: this.script.define('Bool', empty) },
    );
  }
}
