import type { TreeCursor } from '@mneme/core/language/code/code-language.js';

/** The checker’s representation of functions, independent of their language. */

/** Type of a value; `any` is a type that the checker does not know. */
export type TypeName = 'int' | 'real' | 'bool' | 'str' | 'any';
export interface DeclaredType {
  readonly base: TypeName | 'array';
  /** Type of an array’s elements. */
  readonly element: TypeName;
  /** May be null, None or undefined. */
  readonly nullable: boolean;
}

export type Expression =
  | { readonly kind: 'number'; readonly value: number; readonly whole: boolean }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  /** `safe`: optional chaining (`?.`), which yields null for null. */
  | {
      readonly kind: 'member';
      readonly of: Expression;
      readonly name: string;
      readonly safe: boolean;
    }
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  /** A built-in function by its language-independent name: `length`, `floor`, `abs`, `min` … */
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | 'floor-divide'
  | '%'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | 'and'
  | 'or'
  | 'else-if-null';

export type Statement = { readonly line: number } & (
  | {
      readonly kind: 'assign';
      readonly targets: readonly Expression[];
      readonly values: readonly Expression[];
      readonly type?: DeclaredType;
    }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | Loop
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'assert'; readonly test: Expression }
  | { readonly kind: 'append'; readonly to: string; readonly value: Expression }
  | { readonly kind: 'drop-last'; readonly from: string; readonly into: string | null }
  | { readonly kind: 'evaluate'; readonly value: Expression }
  | { readonly kind: 'throw' | 'break' | 'continue' }
);

export interface Loop {
  readonly kind: 'loop';
  readonly line: number;
  readonly id: number;
  readonly test: Expression;
  readonly body: readonly Statement[];
  /** Runs after each round, also after `continue`. */
  readonly update: readonly Statement[];
}

interface Parameter {
  readonly name: string;
  readonly type: DeclaredType;
  /** No type annotation: the type is inferred from how the parameter is used. */
  readonly inferred?: boolean;
}

export interface CheckedFunction {
  readonly name: string;
  readonly language: 'python' | 'javascript' | 'typescript';
  readonly line: number;
  readonly parameters: readonly Parameter[];
  readonly returns: DeclaredType | null;
  readonly body: readonly Statement[];
}

/** Code outside the checked subset: the function is not checked, and the message says why. */
export class OutOfSubset extends Error {
  constructor(
    what: string,
    readonly line: number,
  ) {
    super(what);
  }
}

export const ANY: DeclaredType = { base: 'any', element: 'any', nullable: false };
export const plain = (base: DeclaredType['base'], element: TypeName = 'any'): DeclaredType => ({
  base,
  element,
  nullable: false,
});

const NAMES: Readonly<Record<string, TypeName>> = {
  int: 'int',
  number: 'int',
  bigint: 'int',
  float: 'real',
  str: 'str',
  string: 'str',
  bool: 'bool',
  boolean: 'bool',
};
const NOTHING = new Set(['None', 'null', 'undefined']);
const LISTS =
  /^(?:list|List|Sequence|Array|ReadonlyArray|Iterable|MutableSequence|typing\.List)[[<](.+)[\]>]$/;
const OPTIONAL = /^(?:typing\.)?Optional\[(.+)\]$/;

/** Reads a type annotation of either language: `list[int]`, `readonly number[]`, `string | null`, `Optional[int]`. */
export function readType(written: string): DeclaredType {
  const text = written.replace(/^:|^->/, '').trim();
  const optional = OPTIONAL.exec(text)?.[1];
  if (optional !== undefined) return { ...readType(optional), nullable: true };
  const parts = alternatives(text);
  if (parts.length > 1) {
    const values = parts.filter((part) => !NOTHING.has(part));
    const [only] = values;
    const base = values.length === 1 && only !== undefined ? readType(only) : ANY;
    return { ...base, nullable: values.length < parts.length };
  }
  if (NOTHING.has(text)) return { ...ANY, nullable: true };
  const bare = text.replace(/^readonly /, '');
  if (bare === 'list' || bare === 'List') return { base: 'array', element: 'int', nullable: false };
  const element = bare.endsWith('[]') ? bare.slice(0, -2) : LISTS.exec(bare)?.[1];
  if (element !== undefined) {
    const inner = readType(element.replace(/^\((.*)\)$/, '$1'));
    return {
      base: 'array',
      element: inner.base === 'array' || inner.nullable ? 'any' : inner.base,
      nullable: false,
    };
  }
  return { ...ANY, base: NAMES[bare] ?? 'any' };
}

/** The top-level members of a union. */
function alternatives(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ('[(<{'.includes(sign)) depth++;
    if ('])>}'.includes(sign)) depth--;
    if (sign === '|' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}

/** Numbers the loops of a function. */
export class LoopNumbers {
  #last = 0;
  next(): number {
    return ++this.#last;
  }
}

const nameOf = (name: string): Expression => ({ kind: 'name', name });
const number = (value: number): Expression => ({ kind: 'number', value, whole: true });
const assign = (name: string, value: Expression, line: number): Statement => ({
  kind: 'assign',
  line,
  targets: [nameOf(name)],
  values: [value],
});
const plus = (left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator: '+',
  left,
  right,
});

/**
 * `for name in range(from, to, step)`: the body can change neither the counter nor the end, which is evaluated once.
 */
export function counted(
  name: string,
  { from, to, step = number(1) }: { from: Expression; to: Expression; step?: Expression },
  body: readonly Statement[],
  line: number,
  loops: LoopNumbers,
): Statement[] {
  const id = loops.next();
  const [counter, end] = [`${name}#${id}`, `end#${id}`];
  const down = step.kind === 'unary' || (step.kind === 'number' && step.value < 0) ? '>' : '<';
  return [
    assign(counter, from, line),
    assign(end, to, line),
    {
      kind: 'loop',
      line,
      id,
      test: { kind: 'binary', operator: down, left: nameOf(counter), right: nameOf(end) },
      body: [assign(name, nameOf(counter), line), ...body],
      update: [assign(counter, plus(nameOf(counter), step), line)],
    },
  ];
}

/** `for item in list`, which sees elements that the body appends. */
export function over(
  { item, place }: { readonly item: string; readonly place?: string },
  list: Expression,
  body: readonly Statement[],
  line: number,
  loops: LoopNumbers,
): Statement[] {
  const id = loops.next();
  const counter = `${item}#${id}`;
  return [
    assign(counter, number(0), line),
    {
      kind: 'loop',
      line,
      id,
      test: {
        kind: 'binary',
        operator: '<',
        left: nameOf(counter),
        right: { kind: 'call', name: 'length', given: [list] },
      },
      body: [
        assign(item, { kind: 'index', of: list, at: nameOf(counter) }, line),
        ...(place === undefined ? [] : [assign(place, nameOf(counter), line)]),
        ...body,
      ],
      update: [assign(counter, plus(nameOf(counter), number(1)), line)],
    },
  ];
}

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
