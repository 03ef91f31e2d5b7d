import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CodeLanguage } from './code-language.js';

/** The subset of tree-sitter's cursor that is used (its WebAssembly binding). Offsets are UTF-16 units. */
export interface TreeCursor {
  readonly nodeType: string;
  readonly nodeTypeId: number;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

export interface SyntaxTree {
  walk(): TreeCursor;
  delete(): void;
}

interface Parser {
  setLanguage(language: unknown): unknown;
  parse(code: string, old: null, options: { progressCallback(): boolean }): SyntaxTree | null;
  reset(): void;
}

interface Binding {
  readonly Parser: { new (): Parser; init(): Promise<void> };
  readonly Language: { load(path: string): Promise<unknown> };
}

const PACKAGE = '@vscode/tree-sitter-wasm';
/** The C++ grammar reads C, too: it is an extension of the C grammar. */
const FILES: Readonly<Record<CodeLanguage, string>> = {
  python: 'python',
  typescript: 'typescript',
  javascript: 'javascript',
  tsx: 'tsx',
  go: 'go',
  rust: 'rust',
  java: 'java',
  cpp: 'cpp',
  c: 'cpp',
};
/** The parser is stopped after this many progress callbacks: many times what valid code of {@link MAX_PARSED} takes. */
const MAX_STEPS = 2_000;
/** Maximum number of characters parsed per piece of code. */
export const MAX_PARSED = 24_000;

/** Parser and grammars of the optional package; each grammar is loaded once, on first use; parsing is synchronous. */
export class Grammars {
  readonly #languages = new Map<string, unknown>();

  private constructor(
    private readonly binding: Binding,
    private readonly parser: Parser,
    private readonly folder: string,
  ) {}

  /** Whether the optional package is installed. */
  static installed(): boolean {
    try {
      createRequire(import.meta.url).resolve(PACKAGE);
      return true;
    } catch {
      return false;
    }
  }

  /** Loads the parser. Throws whatever prevented that. */
  static async open(): Promise<Grammars> {
    const require = createRequire(import.meta.url);
    const main = require.resolve(PACKAGE);
    const binding = require(main) as Binding;
    await binding.Parser.init();
    return new Grammars(binding, new binding.Parser(), dirname(main));
  }

  has(language: CodeLanguage): boolean {
    return this.#languages.has(FILES[language]);
  }

  /** Loads a grammar, once. Throws whatever prevented that. */
  async load(language: CodeLanguage): Promise<void> {
    const file = FILES[language];
    if (!this.#languages.has(file))
      this.#languages.set(
        file,
        await this.binding.Language.load(join(this.folder, `tree-sitter-${file}.wasm`)),
      );
  }

  /**
   * The syntax tree, to be deleted by the caller; null when the parser gave up. Reads {@link MAX_PARSED}
   * characters. The grammar must be loaded.
   */
  parse(code: string, language: CodeLanguage): SyntaxTree | null {
    let steps = 0;
    this.parser.setLanguage(this.#languages.get(FILES[language]));
    const tree = this.parser.parse(code.slice(0, MAX_PARSED), null, {
      progressCallback: () => ++steps > MAX_STEPS,
    });
    if (tree === null) this.parser.reset();
    return tree;
  }
}
