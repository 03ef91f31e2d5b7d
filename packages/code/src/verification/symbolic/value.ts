import type { DeclaredType, OutOfSubset, TypeName } from '../read/program.js';
import {
  and,
  compare,
  type FaultKind,
  ite,
  not,
  numeral,
  numeralOf,
  or,
  plus,
  type Script,
} from '../smt.js';

/** The value of a variable, as terms of the script. */
export interface Value {
  readonly type: TypeName | 'array' | 'null';
  /** Term of the type’s sort; empty for null. */
  readonly term: string;
  /** Bool term: the value is null. */
  readonly nil: string;
  /** Not declared as nullable: dereferencing it is no fault. */
  readonly soft?: boolean;
  /** Arrays only. */
  readonly length?: string;
  readonly element?: TypeName;
}

export const SORTS: Readonly<Record<TypeName, string>> = {
  int: 'Int',
  real: 'Real',
  bool: 'Bool',
  str: 'String',
  any: 'Int',
};
export const sortOf = ({ type, element = 'any' }: Pick<Value, 'type' | 'element'>): string =>
  type === 'array' ? `(Array Int ${SORTS[element]})` : type === 'null' ? 'Int' : SORTS[type];

export const NULL: Value = { type: 'null', term: '', nil: 'true' };
export const value = (type: TypeName, term: string): Value => ({ type, term, nil: 'false' });

/** An unconstrained value of a type. */
export function unknown(type: DeclaredType, script: Script, name?: string): Value {
  const shape = { type: type.base, element: type.element };
  const make = (sort: string, suffix = ''): string =>
    name === undefined ? script.fresh(sort) : script.declare(`${name}${suffix}`, sort);
  const term = make(sortOf(shape));
  const nil = type.nullable ? make('Bool', '?') : 'false';
  if (type.base !== 'array') return { type: type.base, term, nil };
  const length = make('Int', '#length');
  script.assume(`(>= ${length} 0)`);
  return { type: 'array', term, nil, length, element: type.element };
}

/** If-then-else of two values. */
export function merge(test: string, a: Value, b: Value, script: Script): Value {
  if (test === 'true' || a === b) return a;
  if (test === 'false') return b;
  const nil = script.define('Bool', ite(test, a.nil, b.nil));
  const soft = a.soft === true || b.soft === true ? { soft: true } : {};
  if (a.type === 'null') return { ...b, ...soft, nil };
  if (b.type === 'null') return { ...a, ...soft, nil };
  if (isNumber(a) && isNumber(b) && a.type !== b.type)
    return {
      type: 'real',
      term: script.define('Real', ite(test, asReal(a), asReal(b))),
      nil,
      ...soft,
    };
  if (a.type !== b.type)
    return {
      ...unknown({ base: 'any', element: 'any', nullable: false }, script),
      nil,
      soft: true,
    };
  if (a.type !== 'array')
    return {
      type: a.type,
      term: script.define(sortOf(a), ite(test, a.term, b.term)),
      nil,
      ...soft,
    };
  const length = script.define('Int', ite(test, a.length ?? '0', b.length ?? '0'));
  const [one, other] =
    a.element === b.element ? [a, b] : [likeElement(a, b, script), likeElement(b, a, script)];
  return {
    type: 'array',
    element: one.element ?? 'any',
    term: script.define(sortOf(one), ite(test, one.term, other.term)),
    length,
    nil,
    ...soft,
  };
}

/** Arrays with different element types: an empty one takes the other’s type. */
function likeElement(array: Value, other: Value, script: Script): Value {
  const element =
    array.length === '0' ? other.element : other.length === '0' ? array.element : 'any';
  return element === array.element
    ? array
    : {
        ...array,
        element: element ?? 'any',
        term: script.fresh(sortOf({ type: 'array', element: element ?? 'any' })),
      };
}

export const isNumber = ({ type }: Value): boolean => type === 'int' || type === 'real';

export function asReal({ type, term }: Value): string {
  if (type === 'real') return term;
  const known = numeralOf(term);
  return known === null ? `(to_real ${term})` : known < 0 ? `(- ${-known}.0)` : `${known}.0`;
}

/** Truthiness of a value; an array is true in JavaScript, and in Python unless it is empty. */
export function truthOf(of: Value, python: boolean, script: Script): string {
  const there = not(of.nil);
  switch (of.type) {
    case 'null':
      return 'false';
    case 'bool':
      return and(there, of.term);
    case 'int':
      return and(there, not(compare('=', of.term, '0')));
    case 'real':
      return and(there, `(not (= ${of.term} 0.0))`);
    case 'str':
      return and(there, `(not (= ${of.term} ""))`);
    case 'array':
      return python ? and(there, compare('>', of.length ?? '0', '0')) : there;
    default:
      return and(there, script.fresh('Bool', 'truth'));
  }
}

/** Equality of two values; unconstrained where either is unknown. */
export function equal(a: Value, b: Value, script: Script): string {
  if (a.type === 'null') return b.nil;
  if (b.type === 'null') return a.nil;
  const both = and(not(a.nil), not(b.nil));
  const neither = and(a.nil, b.nil);
  const terms =
    a.type === 'any' || b.type === 'any' || a.type === 'array' || b.type === 'array'
      ? script.fresh('Bool', 'same')
      : a.type === b.type
        ? compare('=', a.term, b.term)
        : isNumber(a) && isNumber(b)
          ? `(= ${asReal(a)} ${asReal(b)})`
          : 'false';
  return or(neither, and(both, terms));
}

/** Condition under which a state repeats, so that the loop never ends; null where it cannot be stated. */
export function sameState(a: Value, b: Value): string | null {
  if (a.type !== b.type || a.type === 'any' || a.element !== b.element) return null;
  if (a.type === 'null') return 'true';
  const same = [`(= ${a.nil} ${b.nil})`, `(= ${a.term} ${b.term})`];
  return and(...same, ...(a.type === 'array' ? [`(= ${a.length ?? '0'} ${b.length ?? '0'})`] : []));
}

/** How a value violates a declared type; null where it fits. `when` is the Bool under which it does. */
export function misfit(
  of: Value,
  { base, nullable }: DeclaredType,
  python: boolean,
): { readonly when: string; readonly what: string } | null {
  if (of.type === 'null') return nullable ? null : { when: 'true', what: 'nothing' };
  const numbers =
    isNumber(of) && (base === 'real' || (base === 'int' && (!python || of.type === 'int')));
  const fits =
    base === 'any' ||
    of.type === 'any' ||
    of.type === base ||
    numbers ||
    (python && of.type === 'bool' && base === 'int');
  if (!fits) return { when: 'true', what: named(of) };
  return nullable || of.nil === 'false' || of.soft === true
    ? null
    : { when: of.nil, what: 'nothing' };
}

const NAMES: Readonly<Record<Value['type'], string>> = {
  int: 'a whole number',
  real: 'a fraction',
  bool: 'a truth value',
  str: 'a text',
  array: 'a list',
  null: 'nothing',
  any: 'something',
};
export const named = ({ type }: Pick<Value, 'type'>): string => NAMES[type];

export interface State {
  /** Bool term: the walk reaches this state. */
  readonly guard: string;
  readonly variables: ReadonlyMap<string, Value>;
}

/** The part of the evaluation that operators need. */
export interface Evaluating {
  readonly script: Script;
  readonly python: boolean;
  /** Records a fault that happens where both the state and `when` hold. */
  forbid(kind: FaultKind, state: State, when: string, what: string): void;
  /** Records a fault where the value may be null or undefined. */
  there(of: Value, state: State, what: string): void;
  outside(what: string): OutOfSubset;
}

type Arithmetic = '+' | '-' | '*' | '/' | 'floor-divide' | '%';

/** Arithmetic of numbers and concatenation of strings; anything else is a type fault. */
export function arithmetic(
  operator: Arithmetic,
  left: Value,
  right: Value,
  at: Evaluating,
  state: State,
): Value {
  at.there(left, state, `the left of \`${operator}\``);
  at.there(right, state, `the right of \`${operator}\``);
  const { script, python } = at;
  const [a, b] = [asNumber(left), asNumber(right)];
  if (left.type === 'any' || right.type === 'any' || left.type === 'null' || right.type === 'null')
    return value('any', script.fresh('Int'));
  if (operator === '+' && left.type === 'str' && right.type === 'str')
    return value('str', script.define('String', `(str.++ ${left.term} ${right.term})`));
  // In JavaScript, a string plus a number is a string.
  if (operator === '+' && !python && (left.type === 'str' || right.type === 'str'))
    return value('str', script.fresh('String'));
  if (left.type === 'array' && right.type === 'array') throw at.outside(`\`${operator}\` of lists`);
  if (
    python &&
    operator === '*' &&
    (left.type === 'str' || left.type === 'array' || right.type === 'array' || right.type === 'str')
  )
    throw at.outside('a repeated list');
  if (!isNumber(a) || !isNumber(b)) {
    at.forbid('types', state, 'true', `\`${operator}\` of ${named(left)} and ${named(right)}`);
    return value('any', script.fresh('Int'));
  }
  return numbers(operator, a, b, at);
}

function numbers(operator: Arithmetic, a: Value, b: Value, { script, python }: Evaluating): Value {
  const whole = a.type === 'int' && b.type === 'int';
  if (operator === '/')
    return value('real', script.define('Real', `(/ ${asReal(a)} ${asReal(b)})`));
  if (operator === 'floor-divide')
    return whole
      ? value('int', script.define('Int', floored(a.term, b.term)))
      : value('real', script.define('Real', `(to_real (to_int (/ ${asReal(a)} ${asReal(b)})))`));
  if (operator === '%') {
    if (!whole) return value('real', script.fresh('Real'));
    return value(
      'int',
      script.define('Int', python ? pythonRest(a.term, b.term) : rest(a.term, b.term)),
    );
  }
  if (!whole)
    return value('real', script.define('Real', `(${operator} ${asReal(a)} ${asReal(b)})`));
  const [x, y] = [numeralOf(a.term), numeralOf(b.term)];
  if (operator === '+') return value('int', script.define('Int', plus(a.term, b.term)));
  if (x !== null && y !== null) {
    const known = operator === '-' ? x - y : x * y;
    if (Number.isSafeInteger(known)) return value('int', numeral(known));
  }
  return value('int', script.define('Int', `(${operator} ${a.term} ${b.term})`));
}

/** SMT-LIB’s `div` leaves a remainder that is never negative; Python floors the quotient, JavaScript truncates it. */
const floored = (a: string, b: string): string => {
  const known = numeralOf(b);
  if (known !== null && known > 0) return `(div ${a} ${b})`;
  return `(ite (> ${b} 0) (div ${a} ${b}) (div (- ${a}) (- ${b})))`;
};
const pythonRest = (a: string, b: string): string => {
  const known = numeralOf(b);
  return known !== null && known > 0 ? `(mod ${a} ${b})` : `(- ${a} (* ${b} ${floored(a, b)}))`;
};
const rest = (a: string, b: string): string =>
  `(ite (>= ${a} 0) (mod ${a} ${b}) (- (mod (- ${a}) ${b})))`;

const asNumber = (of: Value): Value =>
  of.type === 'bool' ? { ...of, type: 'int', term: `(ite ${of.term} 1 0)` } : of;

export function comparison(
  operator: '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
  at: Evaluating,
  state: State,
): Value {
  at.there(left, state, `the left of \`${operator}\``);
  at.there(right, state, `the right of \`${operator}\``);
  const { script } = at;
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a.type === 'any' || b.type === 'any' || a.type === 'null' || b.type === 'null')
    return value('bool', script.fresh('Bool', 'compared'));
  if (a.type === 'str' && b.type === 'str') {
    const [low, high] = operator.startsWith('<') ? [a, b] : [b, a];
    return value(
      'bool',
      script.define(
        'Bool',
        `(${operator.includes('=') ? 'str.<=' : 'str.<'} ${low.term} ${high.term})`,
      ),
    );
  }
  if (!isNumber(a) || !isNumber(b)) {
    at.forbid('types', state, 'true', `\`${operator}\` of ${named(left)} and ${named(right)}`);
    return value('bool', script.fresh('Bool', 'compared'));
  }
  const whole = a.type === 'int' && b.type === 'int';
  return value(
    'bool',
    script.define(
      'Bool',
      whole ? compare(operator, a.term, b.term) : `(${operator} ${asReal(a)} ${asReal(b)})`,
    ),
  );
}
