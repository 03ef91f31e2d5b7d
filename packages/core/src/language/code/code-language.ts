import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Languages that are parsed into syntax trees. */
const CODE_LANGUAGES = [
  'python',
  'typescript',
  'javascript',
  'tsx',
  'go',
  'rust',
  'java',
  'cpp',
  'c',
] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** The tags that people put on a code fence. */
const TAGS: Readonly<Record<string, CodeLanguage>> = {
  python: 'python',
  py: 'python',
  python3: 'python',
  pycon: 'python',
  typescript: 'typescript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  javascript: 'javascript',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  node: 'javascript',
  tsx: 'tsx',
  go: 'go',
  golang: 'go',
  rust: 'rust',
  rs: 'rust',
  java: 'java',
  cpp: 'cpp',
  'c++': 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  c: 'c',
  h: 'c',
};

/** The language of a fence's tag; null without a tag, or without a grammar here. */
export function languageOfTag(tag: string): CodeLanguage | null {
  return Object.hasOwn(TAGS, tag.toLowerCase()) ? (TAGS[tag.toLowerCase()] ?? null) : null;
}

/** Tags of languages without a grammar here; they still mark code, which is lexed. */
const OTHERS = new Set(
  'bash sh shell zsh console ruby rb php csharp cs c# swift kotlin kt scala lua perl pl r sql html css scss json yaml yml toml xml haskell hs elixir ex erlang clojure dart julia powershell ps1 makefile dockerfile diff graphql proto vue svelte zig nim ocaml fsharp objc asm wasm wat'.split(
    ' ',
  ),
);

/** Tags for text that is not code. */
const PROSE = new Set('text txt plain plaintext markdown md output log quote'.split(' '));

/** `known`: has a grammar; `other`: code without one; `prose`: no code; `untagged`: to be guessed. */
export function kindOfTag(tag: string): 'known' | 'other' | 'prose' | 'untagged' {
  const lower = tag.toLowerCase();
  if (lower === '') return 'untagged';
  if (languageOfTag(lower) !== null) return 'known';
  if (PROSE.has(lower)) return 'prose';
  return OTHERS.has(lower) ? 'other' : 'untagged';
}

interface Cue {
  readonly language: CodeLanguage;
  readonly pattern: RegExp;
  readonly weight: number;
}

const cue = (language: CodeLanguage, weight: number, pattern: RegExp): Cue => ({
  language,
  weight,
  pattern,
});

/** Tokens that are typical of one language and rare in others. */
const CUES: readonly Cue[] = [
  cue('python', 3, /^[ \t]*(?:async\s+)?def\s+\w+\s*\(/m),
  cue(
    'python',
    3,
    /^[ \t]*(?:class\s+\w+(?:\(.*\))?|if\s.+|elif\s.+|for\s.{1,200}?\sin\s.{1,200}|while\s.+|with\s.+|try|except.*|else|finally):\s*(?:#.*)?$/m,
  ),
  cue('python', 2, /^[ \t]*(?:from\s+[\w.]+\s+import\s|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$)/m),
  cue(
    'python',
    1,
    /\bself\.|\bNone\b|\bTrue\b|\bFalse\b|"""|\blambda\s+\w+\s*:|^[ \t]*print\s*\(|^[ \t]*@\w/m,
  ),
  cue(
    'typescript',
    3,
    /\b(?:interface|type)\s+\w+(?:<[^<>]*>)?\s*(?:=|\{|extends)|\breadonly\s+\w|\bas\s+const\b|\bimport\s+type\b/,
  ),
  cue(
    'typescript',
    2,
    /[\w\])]\??:\s*(?:string|number|boolean|unknown|void|never|any|readonly|Promise<|Map<|Set<|[A-Z]\w*\[\])|\)\s*:\s*[\w<>[\]|.]+(?: +[\w<>[\]|.]+)*\s*(?:\{|=>)/,
  ),
  cue(
    'typescript',
    1,
    /\b(?:const|let)\s+[\w{[]|=>|===|\bexport\s+(?:default|const|function|class|async)\b/,
  ),
  cue(
    'javascript',
    2,
    /\b(?:const|let|var)\s+[\w{[][^\n=]{0,200}=|=>|===|!==|\brequire\(|\bmodule\.exports\b|\bconsole\.\w+\(/,
  ),
  cue('javascript', 2, /\bfunction\b(?:\s*\*)?(?:\s*\w+)?\s*\([^:()]*\)\s*\{/),
  cue(
    'javascript',
    1,
    /\bimport\s.{1,200}?\sfrom\s+['"]|\bexport\s+(?:default|const|function|class|async)\b|\bnew\s+\w+\(|\bundefined\b|\bthis\./,
  ),
  cue(
    'tsx',
    3,
    /\breturn\s*(?:\(\s*)?<[A-Za-z][\w.]*[\s/>]|<\/[A-Za-z][\w.]*>(?:\s*\))?(?:\s*;)?\s*$/m,
  ),
  cue('go', 4, /^[ \t]*func\s+(?:\(\s*\w+\s+\*?\w+\s*\)\s*)?\w+\s*\(|^[ \t]*package\s+\w+\s*$/m),
  cue(
    'go',
    2,
    /:=|\bfmt\.\w+\(|\bchan\s+\w|\bdefer\s|\bgo\s+func\b|\berr\s*!=\s*nil\b|\btype\s+\w+\s+(?:struct|interface)\b/,
  ),
  cue(
    'rust',
    4,
    /^[ \t]*(?:pub(?:\([^()\n]{0,60}\))?[ \t]+)?(?:async[ \t]+|unsafe[ \t]+|const[ \t]+)*fn\s+\w+|^[ \t]*impl(?:<[^<>\n]*>)?\s+\w/m,
  ),
  cue(
    'rust',
    2,
    /\blet\s{1,9}mut\s|&mut\s|&self\b|\w!\(|->\s{0,9}(?:Result|Option|Self|&|[iu](?:8|16|32|64|size)\b)|\buse\s{1,9}(?:std|crate|super)::|#\[\w|\bmatch\s[^\n{]{1,200}\{/,
  ),
  cue(
    'java',
    3,
    /\b(?:public|private|protected)\s+(?:(?:static|final|abstract|synchronized)[ \t]+)*(?:class|interface|enum|record|void|[A-Za-z][\w.]*(?:<[^;=(]{0,200}>)?(?:\[\])?)\s+\w/,
  ),
  cue(
    'java',
    2,
    /\bSystem\.out\.|^[ \t]*import\s+(?:static\s+)?[\w.]+\*?;|@Override|\bthrows\s+\w|\bString\s+\w|\bfinal\s+\w+\s+\w/m,
  ),
  cue('c', 4, /^[ \t]*#\s*(?:include\s*[<"]|define\s+\w|ifdef|ifndef)/m),
  cue(
    'c',
    3,
    /^[ \t]*(?:(?:static|inline|extern|const|unsigned|signed|struct)[ \t]+)*(?:void|int|char|float|double|long|short|bool|size_t|u?int\d+_t|\w+_t|FILE)\b\s*(?:\*{1,2}\s*)?\w+\s*\(/m,
  ),
  cue('c', 1, /\w->\w|\bsizeof\b|\bmalloc\(|\bprintf\(|\bNULL\b|\bchar\s*\*/),
  cue(
    'cpp',
    4,
    /\bstd::|\btemplate\s*<|\bnamespace\s+\w+|\bclass\s+\w+\s*(?::\s*(?:public|private)\s+\w+\s*)?\{\s*(?:public|private):|\bcout\s*<</,
  ),
];

/** Languages by how much evidence there is for each, best first; empty without any. */
export function likelyLanguages(code: string): CodeLanguage[] {
  const points = new Map<CodeLanguage, number>();
  for (const { language, pattern, weight } of CUES)
    if (pattern.test(code)) points.set(language, (points.get(language) ?? 0) + weight);
  return [...points]
    .sort((a, b) => b[1] - a[1] || CODE_LANGUAGES.indexOf(a[0]) - CODE_LANGUAGES.indexOf(b[0]))
    .map(([language]) => language);
}

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
/** The parser is stopped after this many progress callbacks, far more than valid code of {@link MAX_PARSED} needs. */
const MAX_STEPS = 2_000;
/** Maximum number of characters parsed per piece of code. */
const MAX_PARSED = 24_000;

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
   * The syntax tree, to be deleted by the caller; null when the parser gave up. Reads {@link MAX_PARSED} characters.
   * The grammar must be loaded.
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
