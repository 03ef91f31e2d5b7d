import { OutOfSubset, type Expression } from '../read/program.js';
import {
  arithmetic,
  asReal,
  comparison,
  equal,
  type Evaluating,
  isNumber,
  merge,
  named,
  NULL,
  sortOf,
  SORTS,
  type State,
  truthOf,
  value,
  type Value,
} from './value.js';
import { and, compare, ite, not, or, plus, type FaultKind, type Script } from '../smt.js';

/** Evaluates an expression symbolically in a state, and records the faults that must not happen in it. */
export class Evaluation implements Evaluating {
  constructor(
    readonly script: Script,
    readonly python: boolean,
    private readonly line: number,
  ) {}

  forbid(kind: FaultKind, { guard }: State, when: string, what: string): void {
    this.script.forbid(kind, and(guard, when), this.line, what);
  }

  outside(what: string): OutOfSubset {
    return new OutOfSubset(`${what} is outside the subset`, this.line);
  }

  truth(of: Expression, state: State): string {
    return this.script.define('Bool', truthOf(this.value(of, state), this.python, this.script));
  }

  value(of: Expression, state: State): Value {
    switch (of.kind) {
      case 'number':
        return of.whole
          ? value('int', of.value < 0 ? `(- ${-of.value})` : String(of.value))
          : value('real', decimal(of.value));
      case 'text':
        return value('str', `"${of.value.replaceAll('"', '""').replaceAll('\\', '\\u{5c}')}"`);
      case 'truth':
        return value('bool', String(of.value));
      case 'null':
        return NULL;
      case 'name':
        return this.#variable(of.name, state);
      case 'unary':
        return this.#unary(of, state);
      case 'binary':
        return this.#binary(of, state);
      case 'choice': {
        const test = this.truth(of.test, state);
        return merge(
          test,
          this.value(of.then, this.#where(state, test)),
          this.value(of.otherwise, this.#where(state, not(test))),
          this.script,
        );
      }
      case 'index':
        return this.index(of, state, false);
      case 'member':
        return this.#member(of, state);
      case 'array':
        return this.#list(of.items.map((item) => this.value(item, state)));
      case 'call':
        return this.#call(of.name, of.given, state);
    }
  }

  #variable(name: string, { variables }: State): Value {
    const found = variables.get(name);
    if (found === undefined) throw this.outside(`\`${name}\`, which is not its own,`);
    return found;
  }

  #where(state: State, test: string): State {
    return { ...state, guard: this.script.define('Bool', and(state.guard, test)) };
  }

  /** Forbids null where the value is dereferenced. */
  there(of: Value, state: State, what: string): void {
    if (of.soft !== true) this.forbid('null', state, of.nil, `${what} may be nothing`);
  }

  #unary(of: Extract<Expression, { kind: 'unary' }>, state: State): Value {
    if (of.operator === 'not') return value('bool', not(this.truth(of.of, state)));
    return arithmetic('-', value('int', '0'), this.value(of.of, state), this, state);
  }

  #binary(of: Extract<Expression, { kind: 'binary' }>, state: State): Value {
    const { operator } = of;
    const left = this.#quiet(of, state) ?? this.value(of.left, state);
    if (operator === 'and' || operator === 'or') {
      const truth = this.script.define('Bool', truthOf(left, this.python, this.script));
      const right = this.value(
        of.right,
        this.#where(state, operator === 'and' ? truth : not(truth)),
      );
      if (left.type === 'bool' && right.type === 'bool' && left.nil === 'false')
        return merge(
          truth,
          ...(operator === 'and' ? ([right, left] as const) : ([left, right] as const)),
          this.script,
        );
      return operator === 'and'
        ? merge(truth, right, left, this.script)
        : merge(truth, { ...left, nil: 'false' }, right, this.script);
    }
    if (operator === 'else-if-null') {
      const right = this.value(of.right, this.#where(state, left.nil));
      return merge(left.nil, right, { ...left, nil: 'false' }, this.script);
    }
    const right = this.value(of.right, state);
    if (operator === '==' || operator === '!=') {
      const same = this.script.define('Bool', equal(left, right, this.script));
      return value('bool', operator === '==' ? same : not(same));
    }
    return operator === '<' || operator === '<=' || operator === '>' || operator === '>='
      ? comparison(operator, left, right, this, state)
      : arithmetic(operator, left, right, this, state);
  }

  /** In JavaScript, `a[i] ?? b` and `a[i] === undefined` test whether the element exists: no out-of-bounds fault. */
  #quiet(
    { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
    state: State,
  ): Value | null {
    const asks =
      operator === 'else-if-null' ||
      operator === 'or' ||
      ((operator === '==' || operator === '!=') && right.kind === 'null');
    return !this.python && asks && left.kind === 'index' ? this.index(left, state, true) : null;
  }

  /** `quiet`: reading beyond the end yields null instead of a fault. */
  index(of: Extract<Expression, { kind: 'index' }>, state: State, quiet: boolean): Value {
    const list = this.value(of.of, state);
    const at = this.value(of.at, state);
    this.there(list, state, 'what is indexed');
    this.there(at, state, 'the index');
    if (list.type === 'any')
      return {
        ...value('any', this.script.fresh('Int')),
        nil: this.script.fresh('Bool'),
        soft: true,
      };
    if (list.type !== 'array' && list.type !== 'str') {
      this.forbid('types', state, 'true', `${named(list)} has no elements`);
      return value('any', this.script.fresh('Int'));
    }
    const length = list.type === 'str' ? `(str.len ${list.term})` : (list.length ?? '0');
    const place = this.place(at, length, state, quiet);
    const beyond = or(compare('<', place, '0'), compare('>=', place, length));
    if (!quiet) this.forbid('bounds', state, beyond, 'the index may lie outside');
    const nil = quiet ? this.script.define('Bool', beyond) : 'false';
    return list.type === 'str'
      ? { ...value('str', this.script.define('String', `(str.at ${list.term} ${place})`)), nil }
      : {
          ...value(
            list.element ?? 'any',
            this.script.define(SORTS[list.element ?? 'any'], `(select ${list.term} ${place})`),
          ),
          nil,
        };
  }

  /** Offset from the beginning; resolves negative indexes in Python. */
  place(at: Value, length: string, state: State, quiet = false): string {
    if (at.type === 'any') return this.script.fresh('Int');
    if (at.type === 'real') {
      if (this.python) this.forbid('types', state, 'true', 'the index is a fraction');
      else if (!quiet)
        this.forbid(
          'bounds',
          state,
          `(not (is_int ${at.term}))`,
          'the index may be no whole number',
        );
      return `(to_int ${at.term})`;
    }
    if (at.type !== 'int') {
      this.forbid('types', state, 'true', `${named(at)} is no index`);
      return '0';
    }
    return this.python
      ? this.script.define('Int', ite(compare('<', at.term, '0'), plus(at.term, length), at.term))
      : at.term;
  }

  #member({ of, name, safe }: Extract<Expression, { kind: 'member' }>, state: State): Value {
    const owner = this.value(of, state);
    if (!safe) this.there(owner, state, `what \`.${name}\` is read of`);
    if (owner.type !== 'any' && owner.type !== 'null') throw this.outside(`\`.${name}\``);
    const field = {
      ...value('any', this.script.fresh('Int')),
      nil: this.script.fresh('Bool'),
      soft: true,
    };
    return safe ? { ...field, soft: false, nil: or(owner.nil, field.nil) } : field;
  }

  #list(items: readonly Value[]): Value {
    const [first] = items;
    const element =
      first === undefined ||
      first.type === 'array' ||
      first.type === 'null' ||
      items.some(({ type }) => type !== first.type)
        ? 'any'
        : first.type;
    const shape = { type: 'array', element } as const;
    let term = this.script.fresh(sortOf(shape), 'list');
    if (element !== 'any')
      items.forEach(
        (item, at) =>
          (term = this.script.define(sortOf(shape), `(store ${term} ${at} ${item.term})`)),
      );
    return { ...shape, term, nil: 'false', length: String(items.length) };
  }

  #call(name: string, given: readonly Expression[], state: State): Value {
    const values = given.map((each) => this.value(each, state));
    const [first, second] = values;
    if (first === undefined) throw this.outside(`\`${name}\` of nothing`);
    if (name !== 'truth' && name !== 'text')
      this.there(first, state, `what \`${name}\` is asked of`);
    if (name === 'length') return this.#length(first, state);
    if (name === 'truth') return value('bool', truthOf(first, this.python, this.script));
    if (name === 'text') return value('str', this.script.fresh('String'));
    if (first.type === 'any') return value('any', this.script.fresh('Int'));
    if (!isNumber(first)) {
      if (name === 'truncate' && first.type === 'str')
        return value('int', this.script.fresh('Int'));
      this.forbid('types', state, 'true', `\`${name}\` of ${named(first)}`);
      return value('any', this.script.fresh('Int'));
    }
    if ((name === 'min' || name === 'max') && second !== undefined)
      return values.slice(1).reduce((best, next) => {
        const test = comparison(name === 'min' ? '<=' : '>=', best, next, this, state);
        return merge(this.script.define('Bool', test.term), best, next, this.script);
      }, first);
    return this.#ofNumber(name, first);
  }

  #ofNumber(name: string, of: Value): Value {
    const { term, type } = of;
    const whole = type === 'int';
    const zero = whole ? '0' : '0.0';
    switch (name) {
      case 'abs':
        return value(
          whole ? 'int' : 'real',
          this.script.define(
            SORTS[whole ? 'int' : 'real'],
            `(ite (< ${term} ${zero}) (- ${term}) ${term})`,
          ),
        );
      case 'floor':
        return whole ? of : value('int', this.script.define('Int', `(to_int ${term})`));
      case 'truncate':
        return whole
          ? of
          : value(
              'int',
              this.script.define(
                'Int',
                `(ite (< ${term} 0.0) (- (to_int (- ${term}))) (to_int ${term}))`,
              ),
            );
      case 'real':
        return value('real', asReal(of));
      case 'is-whole':
        return value('bool', whole ? 'true' : `(is_int ${term})`);
      default:
        throw this.outside(`\`${name}\``);
    }
  }

  #length(of: Value, state: State): Value {
    if (of.type === 'array') return value('int', of.length ?? '0');
    if (of.type === 'str') return value('int', this.script.define('Int', `(str.len ${of.term})`));
    if (of.type === 'any' || of.type === 'null') {
      const length = this.script.fresh('Int', 'length');
      this.script.assume(`(>= ${length} 0)`);
      return value('int', length);
    }
    this.forbid('types', state, 'true', `${named(of)} has no length`);
    return value('any', this.script.fresh('Int'));
  }
}

/** Decimal notation: SMT-LIB has no exponents. */
const decimal = (of: number): string => {
  const text = Math.abs(of).toFixed(12);
  return of < 0 ? `(- ${text})` : text;
};
