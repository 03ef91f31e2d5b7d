import {
  asReal,
  type Evaluating,
  isNumber,
  named,
  type State,
  value,
  type Value,
} from './value.js';
import { compare, numeralOf, plus, numeral } from './script.js';

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

/**
 * SMT-LIB’s `div` leaves a remainder that is never negative; Python floors the quotient, JavaScript
 * truncates it.
 */
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
