import type { CodeLanguage, SyntaxTree, TreeCursor } from './code-language.js';

/**
 * The role of a word in code: the name of what is defined, the first sentence describing it, other comments, what is
 * called, parameters, imports, words in literals, any other identifier.
 */
export const CODE_ROLES = [
  'name',
  'summary',
  'comment',
  'called',
  'parameter',
  'import',
  'literal',
  'identifier',
] as const;
export type CodeRole = (typeof CODE_ROLES)[number];

/** A stem with its role. */
export interface CodeTerm {
  readonly term: string;
  readonly role: CodeRole;
}

/** Two leaves of a syntax tree and the path between them, by node types (Alon et al. 2019). */
interface PathContext {
  readonly from: string;
  /** Hash of the node types on the path, up and down. */
  readonly path: number;
  readonly to: string;
}

/** The analysis of a piece of code. */
export interface CodeReading {
  /** Null without a grammar: then its identifiers are lexed. */
  readonly language: CodeLanguage | null;
  readonly terms: readonly CodeTerm[];
  readonly paths: readonly PathContext[];
  /** Share of the code that does not parse, 0..1; 1 without a grammar. */
  readonly broken: number;
}

/** A piece of source text and its role. */
interface Token {
  readonly text: string;
  readonly role: CodeRole;
}

export interface TreeReading {
  readonly tokens: readonly Token[];
  readonly paths: readonly PathContext[];
  /** Share of the text inside errors, 0..1. */
  readonly broken: number;
}

/** Limits on nodes, leaves and paths read, to bound the time. */
const MAX_NODES = 12_000;
const MAX_LEAVES = 600;
const MAX_PATHS = 400;
/** A path connects leaves at most this far apart, through at most this many nodes (code2vec's width and length). */
const PATH_WIDTH = 3;
const PATH_LENGTH = 9;

const DEFINES =
  /^(?:function|generator_function|method|class|abstract_class|interface|struct|enum|trait|impl|record|constructor|mod|module|namespace|type_alias|macro|type|union)_(?:definition|declaration|item|specifier|signature|spec|statement)$|^function_signature_item$/;
const CALLS =
  /^(?:call|call_expression|new_expression|method_invocation|object_creation_expression|macro_invocation)$/;
const CALLEE = /^(?:function|constructor|macro|name|type)$/;
const ACCESSES =
  /^(?:attribute|member_expression|selector_expression|field_expression|scoped_identifier|qualified_identifier|generic_function|scoped_type_identifier)$/;
const ACCESSED = /^(?:attribute|property|field|name|function)$/;
const PARAMETERS = /^(?:parameters|formal_parameters|parameter_list|lambda_parameters)$/;
const IMPORTS = /^(?:import_|use_declaration|preproc_include|package_)/;
const TEXT = /string|char_literal|template_|heredoc|regex/;
const IDENTIFIER = /identifier$|^name$|^primitive_type$|^predefined_type$/;
/** A variable at this depth or above is a definition of the file. */
const TOP = 5;

interface Leaf {
  readonly text: string;
  readonly types: readonly number[];
}

/** Walks a syntax tree once: identifiers by role, words of literals and comments, paths between neighbouring leaves. */
export function readTree(code: string, tree: SyntaxTree): TreeReading {
  const cursor = tree.walk();
  const walk = new Walk(code, cursor);
  try {
    walk.run();
  } finally {
    cursor.delete();
  }
  return {
    tokens: walk.tokens,
    paths: pathContexts(walk.leaves),
    broken: Math.min(1, walk.broken / Math.max(1, code.trim().length)),
  };
}

class Walk {
  readonly tokens: Token[] = [];
  readonly leaves: Leaf[] = [];
  broken = 0;
  readonly #types: string[] = [];
  readonly #hashes: number[] = [];
  readonly #fields: (string | null)[] = [];
  /** Whether the summary sentence continues in the next line's comment. */
  #summarising = false;
  #summarised = false;
  #lastComment = -1;
  /** Number of tokens when the last block began. */
  #blockTokens = -1;
  /** Depth of the outermost enclosing error; -1 outside. */
  #error = -1;

  constructor(
    private readonly code: string,
    private readonly cursor: TreeCursor,
  ) {}

  run(): void {
    const { cursor } = this;
    for (let count = 0; count < MAX_NODES; count++) {
      const type = cursor.nodeType;
      this.#types.push(type);
      this.#hashes.push(typeHash(type));
      this.#fields.push(cursor.currentFieldName);
      this.#noteError(type);
      if (type === 'block') this.#blockTokens = this.tokens.length;
      if (!this.#isWhole(type) && cursor.gotoFirstChild()) continue;
      this.#leaf(type);
      for (;;) {
        this.#pop();
        if (cursor.gotoNextSibling()) break;
        if (!cursor.gotoParent()) return;
      }
    }
  }

  #pop(): void {
    this.#types.pop();
    this.#hashes.pop();
    this.#fields.pop();
    if (this.#types.length <= this.#error) this.#error = -1;
  }

  #noteError(type: string): void {
    const depth = this.#types.length - 1;
    if (type === 'ERROR' && this.#error < 0) {
      this.#error = depth;
      this.broken += this.cursor.endIndex - this.cursor.startIndex;
    } else if (this.cursor.nodeIsMissing) this.broken++;
  }

  /** Tokens read whole: comments, and strings used as statements, which are docstrings in Python. */
  #isWhole(type: string): boolean {
    return type.includes('comment') || this.#isDocstring(type);
  }

  #isDocstring(type: string): boolean {
    return type === 'string' && this.#types.at(-2) === 'expression_statement';
  }

  #leaf(type: string): void {
    const { cursor } = this;
    if (this.#isWhole(type)) {
      this.#comment(this.code.slice(cursor.startIndex, cursor.endIndex));
      return;
    }
    const identifier = IDENTIFIER.test(type);
    if (
      !identifier &&
      !(cursor.nodeIsNamed && (TEXT.test(type) || TEXT.test(this.#types.at(-2) ?? '')))
    )
      return;
    const text = this.code.slice(cursor.startIndex, cursor.endIndex);
    this.tokens.push({
      text,
      role: identifier ? this.#role() : this.#within(IMPORTS) ? 'import' : 'literal',
    });
    if (this.leaves.length < MAX_LEAVES)
      this.leaves.push({ text: identifier ? text : type, types: this.#hashes.slice() });
  }

  /** The first sentence of the comment before a definition, or of a Python docstring, is its summary. */
  #comment(raw: string): void {
    const { startIndex, endIndex, nodeType } = this.cursor;
    const text = commentText(raw);
    if (text === '') return;
    const goesOn =
      this.#summarising && this.code.slice(this.#lastComment, startIndex).trim() === '';
    this.#lastComment = endIndex;
    this.#summarising = goesOn || this.#describes(nodeType);
    if (!this.#summarising) {
      this.tokens.push({ text, role: 'comment' });
      return;
    }
    const end = text.search(SENTENCE_END);
    if (end >= 0) this.#summarising = false;
    this.#summarised = true;
    this.tokens.push({
      text: (end < 0 ? text : text.slice(0, end)).replace(TAG, ''),
      role: 'summary',
    });
    if (end >= 0) this.tokens.push({ text: text.slice(end).replace(TAG, ''), role: 'comment' });
  }

  /** A comment on a line within a function does not describe the function. */
  #describes(type: string): boolean {
    if (this.#summarised) return false;
    const first = this.#types.length === 2 || this.tokens.length === 0;
    // Still in the head of the definition (names, parameters, types, defaults): nothing of the body has been read.
    return first || (this.#isDocstring(type) && this.#blockTokens === this.tokens.length);
  }

  #role(): CodeRole {
    const types = this.#types;
    const fields = this.#fields;
    const depth = types.length - 1;
    const parent = types[depth - 1] ?? '';
    const field = fields[depth];
    if ((field === 'name' && DEFINES.test(parent)) || (field === 'type' && parent === 'impl_item'))
      return 'name';
    if (field === 'name' && parent === 'variable_declarator' && depth < TOP) return 'name';
    if (parent === 'function_declarator' && field === 'declarator') return 'name';
    if (
      parent === 'qualified_identifier' &&
      types[depth - 2] === 'function_declarator' &&
      fields[depth - 1] === 'declarator'
    )
      return 'name';
    let at = depth;
    while (at > 0 && ACCESSES.test(types[at - 1] ?? '') && ACCESSED.test(fields[at] ?? '')) at--;
    if (CALLS.test(types[at - 1] ?? '') && CALLEE.test(fields[at] ?? '')) return 'called';
    if (this.#within(IMPORTS)) return 'import';
    return this.#within(PARAMETERS) ? 'parameter' : 'identifier';
  }

  #within(pattern: RegExp): boolean {
    for (let at = this.#types.length - 2, reach = 0; at > 0 && reach < 5; at--, reach++)
      if (pattern.test(this.#types[at] ?? '')) return true;
    return false;
  }
}

const SENTENCE_END =
  /[.!?](?=\s|$)|\n\s*\n|\n\s*(?=[@:\\-]|(?:args?|arguments|parameters?|params|returns?|raises|yields|examples?|notes?)\b)/i;

/** A comment's words without its marks. */
function commentText(raw: string): string {
  return raw
    .replace(/^(?:[rRbBuUfF]{0,2}(?:"""|'''|"|')|\/\*+!?|\/\/[/!]?|#+)/, '')
    .replace(/(?:"""|'''|"|'|(?<!\*)\*+\/)$/, '')
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .trim();
}

/** Documentation tags, which are not words of the comment. */
const TAG =
  /(?<=^|\s)[@:](?:param|parameter|arg|returns?|rtype|type|raises|throws|see|example|private|public|protected|static|since|deprecated)\b:?/g;

const HASHES = new Map<string, number>();

/** FNV-1a of a node type's name: the same in every grammar with such a node. */
function typeHash(type: string): number {
  let hash = HASHES.get(type);
  if (hash === undefined) {
    hash = 0x811c9dc5;
    for (let at = 0; at < type.length; at++)
      hash = Math.imul(hash ^ type.charCodeAt(at), 0x01000193);
    HASHES.set(type, hash);
  }
  return hash;
}

/** The paths between leaves that are close together, nearest first. */
function pathContexts(leaves: readonly Leaf[]): PathContext[] {
  const paths: PathContext[] = [];
  for (let width = 1; width <= PATH_WIDTH; width++) {
    for (let at = width; at < leaves.length && paths.length < MAX_PATHS; at++) {
      const from = leaves[at - width];
      const to = leaves[at];
      const path =
        from === undefined || to === undefined ? null : pathBetween(from.types, to.types);
      if (path !== null) paths.push({ from: from?.text ?? '', path, to: to?.text ?? '' });
    }
  }
  return paths;
}

/**
 * The path from one leaf up to the nearest common ancestor and down to the other, as one hash; null if it is too
 * long.
 */
function pathBetween(from: readonly number[], to: readonly number[]): number | null {
  let shared = 0;
  while (shared < from.length - 1 && shared < to.length - 1 && from[shared] === to[shared])
    shared++;
  if (from.length - shared + (to.length - shared) + 1 > PATH_LENGTH) return null;
  let hash = 0x811c9dc5;
  for (let at = from.length - 1; at >= shared; at--)
    hash = Math.imul(hash ^ (from[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (from[shared - 1] ?? 0) ^ 0x5bd1e995, 0x01000193);
  for (let at = shared; at < to.length; at++) hash = Math.imul(hash ^ (to[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
