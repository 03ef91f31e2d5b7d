import {
  ANY,
  plain,
  type CheckedFunction,
  type DeclaredType,
  type Expression,
  type Statement,
} from './program.js';

/** Types of parameters without one, by what is done with them: indexed or measured, a list of whole numbers; reckoned with, a whole number. */
export function withInferredTypes(of: CheckedFunction): CheckedFunction {
  const lists = new Set<string>();
  const numbers = new Set<string>();
  const note = (set: Set<string>, expression: Expression): void => {
    if (expression.kind === 'name') set.add(expression.name);
  };
  const look = (expression: Expression): void => {
    switch (expression.kind) {
      case 'index':
        note(lists, expression.of);
        note(numbers, expression.at);
        break;
      case 'call':
        if (expression.name === 'length') expression.given.forEach((each) => note(lists, each));
        else if (expression.name !== 'truth' && expression.name !== 'text')
          expression.given.forEach((each) => note(numbers, each));
        break;
      case 'binary':
        if (!['and', 'or', '==', '!=', 'else-if-null'].includes(expression.operator)) {
          note(numbers, expression.left);
          note(numbers, expression.right);
        } else if (expression.right.kind === 'number') note(numbers, expression.left);
        break;
      case 'unary':
        if (expression.operator === '-') note(numbers, expression.of);
        break;
      default:
    }
    for (const part of partsOf(expression)) look(part);
  };
  eachExpression(of.body, look, (name) => lists.add(name));
  const typeOf = (name: string, type: DeclaredType): DeclaredType => {
    if (type.base !== 'any') return type;
    const found = lists.has(name) ? plain('array', 'int') : numbers.has(name) ? plain('int') : ANY;
    return { ...found, nullable: type.nullable };
  };
  return {
    ...of,
    parameters: of.parameters.map(({ name, type }) => ({
      name,
      type: typeOf(name, type),
      inferred: type.base === 'any',
    })),
  };
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.then, expression.otherwise];
    case 'index':
      return [expression.of, expression.at];
    case 'member':
      return [expression.of];
    case 'array':
      return expression.items;
    case 'call':
      return expression.given;
    default:
      return [];
  }
}

function eachExpression(
  statements: readonly Statement[],
  look: (expression: Expression) => void,
  list: (name: string) => void,
): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case 'assign':
        [...statement.targets, ...statement.values].forEach(look);
        break;
      case 'if':
        look(statement.test);
        eachExpression([...statement.then, ...statement.otherwise], look, list);
        break;
      case 'loop':
        look(statement.test);
        eachExpression([...statement.body, ...statement.update], look, list);
        break;
      case 'return':
        if (statement.value !== null) look(statement.value);
        break;
      case 'assert':
        look(statement.test);
        break;
      case 'append':
        list(statement.to);
        look(statement.value);
        break;
      case 'drop-last':
        list(statement.from);
        break;
      case 'evaluate':
        look(statement.value);
        break;
      default:
    }
  }
}
