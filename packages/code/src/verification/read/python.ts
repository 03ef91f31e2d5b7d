import {
  ANY,
  type BinaryOperator,
  type CheckedFunction,
  counted,
  type Expression,
  field,
  type LoopNumbers,
  named,
  needed,
  operatorOf,
  outside,
  over,
  readType,
  type Statement,
  type Syntax,
} from './program.js';

export const PYTHON_FUNCTIONS: ReadonlySet<string> = new Set(['function_definition']);

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '//': 'floor-divide',
  '%': '%',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '==': '==',
  '!=': '!=',
  '<>': '!=',
  is: '==',
  'is not': '!=',
  and: 'and',
  or: 'or',
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  len: 'length',
  abs: 'abs',
  min: 'min',
  max: 'max',
  int: 'truncate',
  float: 'real',
  str: 'text',
  bool: 'truth',
  'math.floor': 'floor',
};

/** Translates a Python function to the checker’s representation. Throws {@link OutOfSubset}. */
export function readPython(node: Syntax, loops: LoopNumbers): CheckedFunction {
  const returns = field(node, 'return_type');
  return {
    name: needed(node, 'name').text,
    language: 'python',
    line: node.line,
    parameters: named(needed(node, 'parameters')).map(parameterOf),
    returns: returns === undefined ? null : readType(returns.text),
    body: block(needed(node, 'body'), loops),
  };
}

function parameterOf(node: Syntax): CheckedFunction['parameters'][number] {
  const type = field(node, 'type');
  const value = field(node, 'value');
  const name = node.type === 'identifier' ? node : (field(node, 'name') ?? named(node)[0]);
  if (name?.type !== 'identifier') throw outside(node);
  const read = type === undefined ? ANY : readType(type.text);
  return { name: name.text, type: { ...read, nullable: read.nullable || value?.type === 'none' } };
}

function block(node: Syntax, loops: LoopNumbers): Statement[] {
  return named(node).flatMap((child) => statement(child, loops));
}

function statement(node: Syntax, loops: LoopNumbers): Statement[] {
  const { line } = node;
  switch (node.type) {
    case 'expression_statement':
      return named(node).flatMap((child) => simple(child));
    case 'if_statement':
      return [
        branch(
          node,
          named(node).filter((each) => each.field === 'alternative'),
          loops,
        ),
      ];
    case 'while_statement':
      if (field(node, 'alternative') !== undefined) throw outside(node, '`while … else`');
      return [
        {
          kind: 'loop',
          line,
          id: loops.next(),
          test: expression(needed(node, 'condition')),
          body: block(needed(node, 'body'), loops),
          update: [],
        },
      ];
    case 'for_statement':
      return forLoop(node, loops);
    case 'return_statement':
      return [
        {
          kind: 'return',
          line,
          value: node.children[1] === undefined ? null : expression(node.children[1]),
        },
      ];
    case 'assert_statement':
      return [{ kind: 'assert', line, test: expression(named(node)[0] ?? node) }];
    case 'raise_statement':
      return [{ kind: 'throw', line }];
    case 'break_statement':
      return [{ kind: 'break', line }];
    case 'continue_statement':
      return [{ kind: 'continue', line }];
    case 'pass_statement':
      return [];
    default:
      throw outside(node);
  }
}

function branch(node: Syntax, rest: readonly Syntax[], loops: LoopNumbers): Statement {
  const [next, ...others] = rest;
  return {
    kind: 'if',
    line: node.line,
    test: expression(needed(node, 'condition')),
    then: block(needed(node, 'consequence'), loops),
    otherwise:
      next === undefined
        ? []
        : next.type === 'elif_clause'
          ? [branch(next, others, loops)]
          : block(needed(next, 'body'), loops),
  };
}

function simple(node: Syntax): Statement[] {
  const { line } = node;
  if (node.type === 'string') return [];
  if (node.type === 'assignment') {
    const right = field(node, 'right');
    if (right === undefined) return [];
    const type = field(node, 'type');
    const left = needed(node, 'left');
    if (right.type === 'call' && right.children[0]?.type === 'attribute') {
      const popped = methodOf(right);
      if (popped?.name === 'pop' && popped.given.length === 0 && left.type === 'identifier')
        return [{ kind: 'drop-last', line, from: popped.of, into: left.text }];
    }
    const targets =
      left.type === 'pattern_list' || left.type === 'tuple_pattern' ? named(left) : [left];
    const values = targets.length > 1 ? named(right) : [right];
    if (values.length !== targets.length) throw outside(node, 'unpacking');
    return [
      {
        kind: 'assign',
        line,
        targets: targets.map(expression),
        values: values.map(expression),
        ...(type === undefined ? {} : { type: readType(type.text) }),
      },
    ];
  }
  if (node.type === 'augmented_assignment') {
    const operator = BINARY[operatorOf(node).slice(0, -1)];
    if (operator === undefined) throw outside(node);
    const target = expression(needed(node, 'left'));
    const right = expression(needed(node, 'right'));
    return [
      {
        kind: 'assign',
        line,
        targets: [target],
        values: [{ kind: 'binary', operator, left: target, right }],
      },
    ];
  }
  const method = node.type === 'call' ? methodOf(node) : null;
  if (method?.name === 'append' && method.given.length === 1)
    return [{ kind: 'append', line, to: method.of, value: expression(method.given[0] ?? node) }];
  if (method?.name === 'pop' && method.given.length === 0)
    return [{ kind: 'drop-last', line, from: method.of, into: null }];
  if (node.type === 'call' && field(node, 'function')?.text === 'print') return [];
  return [{ kind: 'evaluate', line, value: expression(node) }];
}

function methodOf(call: Syntax): { of: string; name: string; given: readonly Syntax[] } | null {
  const called = field(call, 'function');
  if (called?.type !== 'attribute') return null;
  const of = needed(called, 'object');
  return of.type === 'identifier'
    ? {
        of: of.text,
        name: needed(called, 'attribute').text,
        given: named(needed(call, 'arguments')),
      }
    : null;
}

function forLoop(node: Syntax, loops: LoopNumbers): Statement[] {
  if (field(node, 'alternative') !== undefined) throw outside(node, '`for … else`');
  const left = needed(node, 'left');
  const right = needed(node, 'right');
  const body = block(needed(node, 'body'), loops);
  const called = right.type === 'call' ? needed(right, 'function').text : '';
  const given = right.type === 'call' ? named(needed(right, 'arguments')) : [];
  if (called === 'range' && left.type === 'identifier' && given.length > 0) {
    const [from, to, step] = given.map(expression);
    return given.length === 1 && from !== undefined
      ? counted(
          left.text,
          { from: { kind: 'number', value: 0, whole: true }, to: from },
          body,
          node.line,
          loops,
        )
      : counted(
          left.text,
          {
            from: from ?? { kind: 'null' },
            to: to ?? { kind: 'null' },
            ...(step === undefined ? {} : { step }),
          },
          body,
          node.line,
          loops,
        );
  }
  if (called === 'enumerate' && left.type === 'pattern_list' && given.length === 1) {
    const [place, item] = named(left);
    const [list] = given;
    if (place?.type === 'identifier' && item?.type === 'identifier' && list?.type === 'identifier')
      return over({ item: item.text, place: place.text }, expression(list), body, node.line, loops);
  }
  if (left.type === 'identifier' && right.type === 'identifier')
    return over({ item: left.text }, expression(right), body, node.line, loops);
  throw outside(node, `a loop over \`${right.text.slice(0, 40)}\``);
}

export function expression(node: Syntax): Expression {
  switch (node.type) {
    case 'identifier':
      return { kind: 'name', name: node.text };
    case 'integer':
    case 'float': {
      const value = Number(node.text.replaceAll('_', ''));
      if (!Number.isFinite(value)) throw outside(node);
      return { kind: 'number', value, whole: node.type === 'integer' };
    }
    case 'string':
      if (node.text.startsWith('f')) throw outside(node, 'an f-string');
      return {
        kind: 'text',
        value: named(node).find(({ type }) => type === 'string_content')?.text ?? '',
      };
    case 'true':
    case 'false':
      return { kind: 'truth', value: node.type === 'true' };
    case 'none':
      return { kind: 'null' };
    case 'parenthesized_expression':
      return expression(named(node)[0] ?? node);
    case 'not_operator':
      return { kind: 'unary', operator: 'not', of: expression(needed(node, 'argument')) };
    case 'unary_operator':
      if (operatorOf(node) !== '-') throw outside(node);
      return { kind: 'unary', operator: '-', of: expression(needed(node, 'argument')) };
    case 'boolean_operator':
    case 'binary_operator':
      return binary(node, operatorOf(node), needed(node, 'left'), needed(node, 'right'));
    case 'comparison_operator':
      return comparison(node);
    case 'conditional_expression': {
      const [then, test, otherwise] = named(node);
      if (then === undefined || test === undefined || otherwise === undefined) throw outside(node);
      return {
        kind: 'choice',
        test: expression(test),
        then: expression(then),
        otherwise: expression(otherwise),
      };
    }
    case 'subscript': {
      const at = named(node).filter((each) => each.field === 'subscript');
      if (at.length !== 1 || at[0] === undefined || at[0].type === 'slice')
        throw outside(node, 'a slice');
      return { kind: 'index', of: expression(needed(node, 'value')), at: expression(at[0]) };
    }
    case 'attribute':
      return {
        kind: 'member',
        of: expression(needed(node, 'object')),
        name: needed(node, 'attribute').text,
        safe: false,
      };
    case 'list':
      return { kind: 'array', items: named(node).map(expression) };
    case 'call':
      return call(node);
    default:
      throw outside(node);
  }
}

function binary(node: Syntax, sign: string, left: Syntax, right: Syntax): Expression {
  const operator = BINARY[sign];
  if (operator === undefined) throw outside(node, `\`${sign}\``);
  return { kind: 'binary', operator, left: expression(left), right: expression(right) };
}

/** A chained comparison `0 <= x < n` is a conjunction of its pairs. */
function comparison(node: Syntax): Expression {
  const operands = named(node).filter((each) => each.field !== 'operators');
  const signs = node.children.filter((each) => each.field === 'operators');
  const pairs = signs.map((sign, at) => {
    const [left, right] = [operands[at], operands[at + 1]];
    if (left === undefined || right === undefined) throw outside(node);
    return binary(node, sign.text, left, right);
  });
  const [first, ...rest] = pairs;
  if (first === undefined) throw outside(node);
  return rest.reduce<Expression>(
    (left, right) => ({ kind: 'binary', operator: 'and', left, right }),
    first,
  );
}

function call(node: Syntax): Expression {
  const called = needed(node, 'function');
  const name = FUNCTIONS[called.text];
  const given = named(needed(node, 'arguments'));
  if (name === undefined || given.some(({ type }) => type === 'keyword_argument'))
    throw outside(node, `a call of \`${called.text.slice(0, 40)}\``);
  return { kind: 'call', name, given: given.map(expression) };
}
