import type { Grammars } from '@mneme/core/language/code/code-language.js';
import { JAVASCRIPT_FUNCTIONS, readJavascript } from './javascript.js';
import {
  ANY,
  type CheckedFunction,
  type DeclaredType,
  type Expression,
  field,
  functionsIn,
  LoopNumbers,
  OutOfSubset,
  plain,
  readSyntax,
  type Statement,
  type Syntax,
} from './program.js';
import { PYTHON_FUNCTIONS, readPython } from './python.js';

/**
 * Infers types of parameters without annotation from their use: indexed or measured, a list of integers; used in
 * arithmetic, an integer.
 */
function withInferredTypes(of: CheckedFunction): CheckedFunction {
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

export type CheckedLanguage = CheckedFunction['language'];

/** A function, or why it lies outside the checked subset. */
type ReadFunction =
  | { readonly function: CheckedFunction }
  | { readonly name: string; readonly line: number; readonly outside: string };

/** Maximum number of functions checked per piece of code. */
const MAX_FUNCTIONS = 20;

/** The functions in a piece of code. The grammar must be loaded. */
export function readFunctions(
  code: string,
  language: CheckedLanguage,
  grammars: Grammars,
): ReadFunction[] {
  const tree = grammars.parse(code, language);
  if (tree === null) return [];
  const cursor = tree.walk();
  try {
    const root = readSyntax(cursor, code);
    const found = functionsIn(
      root,
      language === 'python' ? PYTHON_FUNCTIONS : JAVASCRIPT_FUNCTIONS,
    );
    if (found.length === 0 && root.broken)
      return [{ name: '', line: 1, outside: 'it cannot be parsed' }];
    return found
      .slice(0, MAX_FUNCTIONS)
      .map((node) => readOne(node, nameWithin(root, node), language));
  } catch (error) {
    if (error instanceof OutOfSubset)
      return [{ name: '', line: error.line, outside: error.message }];
    throw error;
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function readOne(node: Syntax, given: string, language: CheckedLanguage): ReadFunction {
  const name = field(node, 'name')?.text ?? given;
  if (node.broken) return { name, line: node.line, outside: 'it cannot be parsed' };
  try {
    const read =
      language === 'python'
        ? readPython(node, new LoopNumbers())
        : readJavascript(node, given, language, new LoopNumbers());
    return { function: withInferredTypes(read) };
  } catch (error) {
    if (error instanceof OutOfSubset)
      return { name, line: node.line, outside: `line ${error.line}: ${error.message}` };
    throw error;
  }
}

/** An anonymous function takes its name from `const name = () => …`. */
function nameWithin(root: Syntax, of: Syntax): string {
  let name = '';
  const look = (node: Syntax): void => {
    if (node.type === 'variable_declarator' && field(node, 'value') === of)
      name = field(node, 'name')?.text ?? '';
    else node.children.forEach(look);
  };
  look(root);
  return name;
}
