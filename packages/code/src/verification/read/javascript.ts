import {
  ANY,
  type BinaryOperator,
  type CheckedFunction,
  type DeclaredType,
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
function javascriptExpression(node: Syntax): Expression {
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

export const JAVASCRIPT_FUNCTIONS: ReadonlySet<string> = new Set([
  'function_declaration',
  'arrow_function',
  'function_expression',
  'method_definition',
]);

/** Translates a JavaScript or TypeScript function to the checker’s representation. Throws {@link OutOfSubset}. */
export function readJavascript(
  node: Syntax,
  name: string,
  language: 'javascript' | 'typescript',
  loops: LoopNumbers,
): CheckedFunction {
  if (node.children.some(({ type }) => type === 'async')) throw outside(node, 'an async function');
  const returns = field(node, 'return_type');
  const body = needed(node, 'body');
  const one = field(node, 'parameter');
  return {
    name: field(node, 'name')?.text ?? name,
    language,
    line: node.line,
    parameters: (one === undefined ? named(needed(node, 'parameters')) : [one]).map(parameterOf),
    returns: returns === undefined ? null : readType(returns.text),
    body:
      body.type === 'statement_block'
        ? block(body, loops)
        : [{ kind: 'return', line: body.line, value: javascriptExpression(body) }],
  };
}

function parameterOf(node: Syntax): CheckedFunction['parameters'][number] {
  const name = node.type === 'identifier' ? node : (field(node, 'pattern') ?? field(node, 'left'));
  if (name?.type !== 'identifier') throw outside(node);
  const type = field(node, 'type');
  const value = field(node, 'value') ?? field(node, 'right');
  const read: DeclaredType = type === undefined ? ANY : readType(type.text);
  const maybe =
    node.type === 'optional_parameter' || value?.type === 'null' || value?.type === 'undefined';
  return { name: name.text, type: { ...read, nullable: read.nullable || maybe } };
}

function block(node: Syntax, loops: LoopNumbers): Statement[] {
  return node.type === 'statement_block'
    ? named(node).flatMap((child) => statement(child, loops))
    : statement(node, loops);
}

function statement(node: Syntax, loops: LoopNumbers): Statement[] {
  const { line } = node;
  switch (node.type) {
    case 'expression_statement':
      return named(node).flatMap((child) => simple(child));
    case 'lexical_declaration':
    case 'variable_declaration':
      return named(node).flatMap((child) => declaration(child));
    case 'if_statement': {
      const otherwise = field(node, 'alternative');
      return [
        {
          kind: 'if',
          line,
          test: javascriptExpression(needed(node, 'condition')),
          then: block(needed(node, 'consequence'), loops),
          otherwise:
            otherwise === undefined ? [] : named(otherwise).flatMap((each) => block(each, loops)),
        },
      ];
    }
    case 'while_statement':
      return [loopOf(node, [], loops)];
    case 'do_statement': {
      const body = block(needed(node, 'body'), loops);
      // The first round is unconditional: the body once, then a `while` loop; `break` and
      // `continue` would be lost in the copy.
      if (
        JSON.stringify(body).includes('"kind":"break"') ||
        JSON.stringify(body).includes('"kind":"continue"')
      )
        throw outside(node, '`do` with `break` or `continue`');
      return [...body, loopOf(node, [], loops)];
    }
    case 'for_statement':
      return forLoop(node, loops);
    case 'for_in_statement':
      return eachOf(node, loops);
    case 'return_statement': {
      const [value] = named(node);
      return [
        { kind: 'return', line, value: value === undefined ? null : javascriptExpression(value) },
      ];
    }
    case 'statement_block':
      return block(node, loops);
    case 'throw_statement':
      return [{ kind: 'throw', line }];
    case 'break_statement':
    case 'continue_statement':
      if (named(node).length > 0) throw outside(node, 'a label');
      return [{ kind: node.type === 'break_statement' ? 'break' : 'continue', line }];
    case 'empty_statement':
      return [];
    default:
      throw outside(node);
  }
}

function loopOf(node: Syntax, update: readonly Statement[], loops: LoopNumbers): Statement {
  return {
    kind: 'loop',
    line: node.line,
    id: loops.next(),
    test: javascriptExpression(needed(node, 'condition')),
    body: block(needed(node, 'body'), loops),
    update,
  };
}

function forLoop(node: Syntax, loops: LoopNumbers): Statement[] {
  const before = field(node, 'initializer');
  const after = field(node, 'increment');
  const test = field(node, 'condition');
  const update = after === undefined ? [] : sequence(after);
  const loop: Statement = {
    kind: 'loop',
    line: node.line,
    id: loops.next(),
    test: test === undefined ? { kind: 'truth', value: true } : javascriptExpression(test),
    body: block(needed(node, 'body'), loops),
    update,
  };
  const first =
    before === undefined
      ? []
      : before.type === 'lexical_declaration' || before.type === 'variable_declaration'
        ? named(before).flatMap((child) => declaration(child))
        : sequence(before.type === 'expression_statement' ? (named(before)[0] ?? before) : before);
  return [...first, loop];
}

const sequence = (node: Syntax): Statement[] =>
  node.type === 'sequence_expression' ? named(node).flatMap(sequence) : simple(node);

function eachOf(node: Syntax, loops: LoopNumbers): Statement[] {
  const left = needed(node, 'left');
  const right = needed(node, 'right');
  if (operatorOf(node) !== 'of' || left.type !== 'identifier' || right.type !== 'identifier')
    throw outside(node, `a loop over \`${right.text.slice(0, 40)}\``);
  return over(
    { item: left.text },
    javascriptExpression(right),
    block(needed(node, 'body'), loops),
    node.line,
    loops,
  );
}

function declaration(node: Syntax): Statement[] {
  if (node.type !== 'variable_declarator') throw outside(node);
  const name = needed(node, 'name');
  const type = field(node, 'type');
  const value = field(node, 'value');
  const declared = type === undefined ? {} : { type: readType(type.text) };
  if (value?.type === 'call_expression' && name.type === 'identifier') {
    const popped = methodOf(value);
    if (popped?.name === 'pop' && popped.given.length === 0)
      return [{ kind: 'drop-last', line: node.line, from: popped.of, into: name.text }];
  }
  if (name.type === 'array_pattern') return [assignment(node, name, value)];
  if (name.type !== 'identifier') throw outside(node, 'a pattern');
  return [
    {
      kind: 'assign',
      line: node.line,
      targets: [javascriptExpression(name)],
      values: [value === undefined ? { kind: 'null' } : javascriptExpression(value)],
      ...(value === undefined ? {} : declared),
    },
  ];
}

function assignment(node: Syntax, left: Syntax, right: Syntax | undefined): Statement {
  if (right?.type !== 'array' || named(left).length !== named(right).length)
    throw outside(node, 'unpacking');
  return {
    kind: 'assign',
    line: node.line,
    targets: named(left).map(javascriptExpression),
    values: named(right).map(javascriptExpression),
  };
}

const ADDS: Readonly<Record<string, BinaryOperator>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
};

function simple(node: Syntax): Statement[] {
  const { line } = node;
  if (node.type === 'assignment_expression') {
    const left = needed(node, 'left');
    const right = needed(node, 'right');
    if (left.type === 'array_pattern') return [assignment(node, left, right)];
    return [
      {
        kind: 'assign',
        line,
        targets: [javascriptExpression(left)],
        values: [javascriptExpression(right)],
      },
    ];
  }
  if (node.type === 'augmented_assignment_expression' || node.type === 'update_expression') {
    const update = node.type === 'update_expression';
    const sign = operatorOf(node).slice(0, update ? 1 : -1);
    const operator = ADDS[sign];
    if (operator === undefined) throw outside(node, `\`${operatorOf(node)}\``);
    const target = javascriptExpression(needed(node, update ? 'argument' : 'left'));
    const right: Expression = update
      ? { kind: 'number', value: 1, whole: true }
      : javascriptExpression(needed(node, 'right'));
    return [
      {
        kind: 'assign',
        line,
        targets: [target],
        values: [{ kind: 'binary', operator, left: target, right }],
      },
    ];
  }
  if (node.type === 'call_expression') {
    const called = needed(node, 'function').text;
    const given = named(needed(node, 'arguments'));
    if (called === 'console.assert' || called === 'assert' || called === 'assert.ok')
      return given[0] === undefined
        ? []
        : [{ kind: 'assert', line, test: javascriptExpression(given[0]) }];
    if (called.startsWith('console.')) return [];
    const method = methodOf(node);
    if (method?.name === 'push' && given.length === 1 && given[0] !== undefined)
      return [{ kind: 'append', line, to: method.of, value: javascriptExpression(given[0]) }];
    if (method?.name === 'pop' && given.length === 0)
      return [{ kind: 'drop-last', line, from: method.of, into: null }];
  }
  return [{ kind: 'evaluate', line, value: javascriptExpression(node) }];
}

function methodOf(call: Syntax): { of: string; name: string; given: readonly Syntax[] } | null {
  const called = field(call, 'function');
  if (called?.type !== 'member_expression') return null;
  const of = needed(called, 'object');
  return of.type === 'identifier'
    ? {
        of: of.text,
        name: needed(called, 'property').text,
        given: named(needed(call, 'arguments')),
      }
    : null;
}
