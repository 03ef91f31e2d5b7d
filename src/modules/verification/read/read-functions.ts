import type { Grammars } from '../../../language/code/grammars.js';
import { JAVASCRIPT_FUNCTIONS, readJavascript } from './javascript.js';
import { withInferredTypes } from './infer-types.js';
import { LoopNumbers } from './loops.js';
import { OutOfSubset, type CheckedFunction } from './program.js';
import { PYTHON_FUNCTIONS, readPython } from './python.js';
import { field, functionsIn, readSyntax, type Syntax } from './syntax.js';

export type CheckedLanguage = CheckedFunction['language'];

/** A function, or why it lies outside the subset. */
export type ReadFunction =
  | { readonly function: CheckedFunction }
  | { readonly name: string; readonly line: number; readonly outside: string };

/** So many functions of one piece of code are checked. */
const MAX_FUNCTIONS = 20;

/** The functions of a piece of code. The grammar must be loaded. */
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

/** `const name = () => …` names a function that has no name of its own. */
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
