import type { TreeCursor } from '@mneme/core/language/code/code-language.js';
import { OutOfSubset } from './program.js';

/** A syntax node, reduced to what the checker needs. */
export interface Syntax {
  readonly type: string;
  readonly field: string | null;
  readonly named: boolean;
  readonly text: string;
  /** From 1, within the code. */
  readonly line: number;
  readonly children: readonly Syntax[];
  readonly broken: boolean;
}

/** Maximum number of nodes read: a small function has some hundred. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 200;

export function readSyntax(cursor: TreeCursor, code: string): Syntax {
  let nodes = 0;
  const lineOf = lineFinder(code);
  const read = (depth: number): Syntax => {
    const line = lineOf(cursor.startIndex);
    if (++nodes > MAX_NODES || depth > MAX_DEPTH)
      throw new OutOfSubset('the code is too large', line);
    const children: Syntax[] = [];
    const own = {
      type: cursor.nodeType,
      field: cursor.currentFieldName,
      named: cursor.nodeIsNamed,
      text: code.slice(cursor.startIndex, cursor.endIndex),
      line,
    };
    let broken = cursor.nodeType === 'ERROR' || cursor.nodeIsMissing;
    if (cursor.gotoFirstChild()) {
      do {
        const child = read(depth + 1);
        broken ||= child.broken;
        if (child.type !== 'comment') children.push(child);
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    return { ...own, children, broken };
  };
  return read(0);
}

function lineFinder(code: string): (at: number) => number {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export const field = (node: Syntax, name: string): Syntax | undefined =>
  node.children.find((child) => child.field === name && child.named);

/** Throws if the field is missing. */
export function needed(node: Syntax, name: string): Syntax {
  const found = field(node, name);
  if (found === undefined) throw outside(node, `${node.type} without ${name}`);
  return found;
}

export const operatorOf = (node: Syntax): string =>
  node.children.find((child) => child.field === 'operator')?.text ?? '';

export const named = (node: Syntax): readonly Syntax[] =>
  node.children.filter((each) => each.named);

export const outside = (
  node: Syntax,
  what = `\`${node.type.replaceAll('_', ' ')}\``,
): OutOfSubset => new OutOfSubset(`${what} is outside the subset`, node.line);

/** The outermost functions, without those within them. */
export function functionsIn(tree: Syntax, types: ReadonlySet<string>): Syntax[] {
  const found: Syntax[] = [];
  const look = (node: Syntax): void => {
    if (types.has(node.type)) found.push(node);
    else for (const child of node.children) look(child);
  };
  look(tree);
  return found;
}
