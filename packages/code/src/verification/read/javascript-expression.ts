import type { BinaryOperator, Expression } from './program.js';
import { field, named, needed, operatorOf, outside, type Syntax } from './syntax.js';

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '==': '==',
  '===': '==',
  '!=': '!=',
  '!==': '!=',
  '&&': 'and',
  '||': 'or',
  '??': 'else-if-null',
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  'Math.floor': 'floor',
  'Math.trunc': 'truncate',
  'Math.abs': 'abs',
  'Math.min': 'min',
  'Math.max': 'max',
  'Number.isInteger': 'is-whole',
  Boolean: 'truth',
  String: 'text',
};

/** Reads an expression without side effects. Throws `OutOfSubset`. */
export function javascriptExpression(node: Syntax): Expression {
  const expression = javascriptExpression;
  switch (node.type) {
    case 'identifier':
      return { kind: 'name', name: node.text };
    case 'number': {
      const value = Number(node.text.replaceAll('_', ''));
      if (!Number.isFinite(value)) throw outside(node);
      return { kind: 'number', value, whole: Number.isInteger(value) };
    }
    case 'string':
      return {
        kind: 'text',
        value: named(node).find(({ type }) => type === 'string_fragment')?.text ?? '',
      };
    case 'true':
    case 'false':
      return { kind: 'truth', value: node.type === 'true' };
    case 'null':
    case 'undefined':
      return { kind: 'null' };
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'as_expression':
      return expression(named(node)[0] ?? node);
    case 'unary_expression': {
      const sign = operatorOf(node);
      if (sign !== '-' && sign !== '!') throw outside(node, `\`${sign}\``);
      return {
        kind: 'unary',
        operator: sign === '!' ? 'not' : '-',
        of: expression(needed(node, 'argument')),
      };
    }
    case 'binary_expression':
      return binary(node);
    case 'ternary_expression':
      return {
        kind: 'choice',
        test: expression(needed(node, 'condition')),
        then: expression(needed(node, 'consequence')),
        otherwise: expression(needed(node, 'alternative')),
      };
    case 'subscript_expression':
      if (field(node, 'optional_chain') !== undefined) throw outside(node, '`?.[`');
      return {
        kind: 'index',
        of: expression(needed(node, 'object')),
        at: expression(needed(node, 'index')),
      };
    case 'member_expression': {
      const of = expression(needed(node, 'object'));
      const name = needed(node, 'property').text;
      const safe = node.children.some(({ type }) => type === 'optional_chain');
      return name === 'length' && !safe
        ? { kind: 'call', name: 'length', given: [of] }
        : { kind: 'member', of, name, safe };
    }
    case 'array':
      return { kind: 'array', items: named(node).map(expression) };
    case 'call_expression':
      return call(node);
    default:
      throw outside(node);
  }
}

function binary(node: Syntax): Expression {
  const sign = operatorOf(node);
  const left = javascriptExpression(needed(node, 'left'));
  const right = javascriptExpression(needed(node, 'right'));
  const isNumber = (value: number): boolean => right.kind === 'number' && right.value === value;
  if (sign === '|' && isNumber(0)) return { kind: 'call', name: 'truncate', given: [left] };
  if (sign === '>>' && right.kind === 'number' && right.value >= 0 && right.value < 31)
    return {
      kind: 'binary',
      operator: 'floor-divide',
      left,
      right: { kind: 'number', value: 2 ** right.value, whole: true },
    };
  const operator = BINARY[sign];
  if (operator === undefined) throw outside(node, `\`${sign}\``);
  return { kind: 'binary', operator, left, right };
}

function call(node: Syntax): Expression {
  const called = needed(node, 'function');
  const name = FUNCTIONS[called.text];
  if (name === undefined) throw outside(node, `a call of \`${called.text.slice(0, 40)}\``);
  return { kind: 'call', name, given: named(needed(node, 'arguments')).map(javascriptExpression) };
}
