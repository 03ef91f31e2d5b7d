import { MnemeError } from '../../domain/errors.js';
import { type CodeLanguage, Grammars, likelyLanguages } from './code-language.js';
import {
  type CodeReading,
  type CodeRole,
  type CodeTerm,
  readTree,
  type TreeReading,
} from './code-reading.js';
import { type CodeSpan, findCode, withoutCode } from './find-code.js';
import { readLexicon } from '../lexicon.js';
import { matchAll } from '../pattern-matching.js';
import { type Readable, readingStep } from '../read-text.js';
import { isStopWord } from '../segmentation.js';
import type { Stemmer } from '../stem.js';
import ABBREVIATION_DATA from '../../../data/lexicon/programming-abbreviations.json' with { type: 'json' };
import WRITTEN_IN_ONE_DATA from '../../../data/lexicon/written-in-one.json' with { type: 'json' };
import PROGRAMMING_SYNONYM_DATA from '../../../data/lexicon/programming-synonyms.json' with { type: 'json' };
import TRANSLATION_DATA from '../../../data/lexicon/shipped-code-translations.json' with { type: 'json' };

/** Programmers' abbreviations: the full word first, then its short forms. */
const ABBREVIATIONS = ABBREVIATION_DATA.ABBREVIATIONS.join('\n');

/** Names that standard libraries run together, split into their words. */
const WRITTEN_IN_ONE = WRITTEN_IN_ONE_DATA.WRITTEN_IN_ONE.join('\n');

const FULL: ReadonlyMap<string, string> = new Map(
  readLexicon(ABBREVIATIONS).flatMap(([full = '', ...short]) =>
    short.map((word): [string, string] => [word, full]),
  ),
);

/** The full word for a programmers' abbreviation: "str" → "string"; any other word unchanged. */
export const fullWord = (word: string): string => FULL.get(word) ?? word;

const WRITTEN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map(
  readLexicon(WRITTEN_IN_ONE).map(([whole = '', ...parts]): [string, string[]] => [whole, parts]),
);

/** Words of a question that name a language or a form rather than what the code does. */
const FRAME = new Set(
  'python py python2 python3 javascript js typescript ts java golang go rust cpp c++ c code snippet function method program script way best example using use without easy easily simple properly correctly programmatically possible'.split(
    ' ',
  ),
);

export const isCodeFrameWord = (word: string): boolean => FRAME.has(word);

/**
 * The words of an identifier, in lower case: splits camelCase, PascalCase, snake_case, kebab-case, acronyms
 * ("parseHTTPHeader" → parse, http, header), digits ("utf8" → utf, 8), and what programmers run together ("isfile" →
 * is, file).
 */
export function splitIdentifier(identifier: string): string[] {
  const parts = identifier
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.flatMap((part) => WRITTEN_TOGETHER.get(part) ?? part);
}

const QUOTED = /`#?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Forms that prose words never have. */
const COMPOUND = /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u;

/** The identifiers that a text cites, each once: in backticks, or with inner capitals or underscores. */
export function citedIdentifiers(text: string): string[] {
  const quoted = matchAll(text, QUOTED).map(([, name = '']) => name);
  const compound = matchAll(text, IDENTIFIER).flatMap(([word]) =>
    COMPOUND.test(word) ? [word] : [],
  );
  return [...new Set([...quoted, ...compound])].slice(0, MAX_CITED);
}

const MAX_CITED = 20;

/** Words with much the same meaning in the context of code. */
const PROGRAMMING_SYNONYMS = PROGRAMMING_SYNONYM_DATA.PROGRAMMING_SYNONYMS.join('\n');

/** Looks up the stems that programmers use with much the same meaning as a stem. */
export function codeSynonyms(stemmer: Stemmer): (stem: string) => readonly string[] {
  let table: Map<string, Set<string>> | null = null;
  return (stem) => {
    table ??= build(stemmer);
    return [...(table.get(stem) ?? [])];
  };
}

function build(stemmer: Stemmer): Map<string, Set<string>> {
  const table = new Map<string, Set<string>>();
  for (const group of readLexicon(PROGRAMMING_SYNONYMS)) {
    const stems = [...new Set(group.map((word) => stemmer(fullWord(word), 'en')))];
    for (const stem of stems) {
      const others = table.get(stem) ?? new Set();
      table.set(stem, others);
      for (const other of stems) if (other !== stem) others.add(other);
    }
  }
  return table;
}

/**
 * Stems of documentation words, each with equivalent code words and their strength in hundredths: trained by `npm run
 * bench -- translations --folders PATHS` on documented functions. Never edit by hand.
 */
const SHIPPED_CODE_TRANSLATIONS = TRANSLATION_DATA.SHIPPED_CODE_TRANSLATIONS.join('\n');

/** A word of code equivalent to a word of documentation. */
export interface Translation {
  readonly term: string;
  /** 0..1. */
  readonly strength: number;
}

const NONE: readonly Translation[] = [];

/**
 * Looks up the words of code for a stem of documentation ("remove" → pop, splice, delete), as a translation model
 * learned them from documented functions (IBM Model 1: Brown et al. 1993; for code search: Xue, Jeon and Croft 2008).
 */
export function codeTranslations(): (stem: string) => readonly Translation[] {
  let table: Map<string, readonly Translation[]> | null = null;
  return (stem) => {
    table ??= readTranslations(SHIPPED_CODE_TRANSLATIONS);
    return table.get(stem) ?? NONE;
  };
}

/** A line has entries separated by semicolons: the stem, then words of code, each with its strength in hundredths. */
export function readTranslations(text: string): Map<string, readonly Translation[]> {
  return new Map(
    text.split(/[;\n]/).flatMap((entry): [string, Translation[]][] => {
      const [stem = '', ...words] = entry.trim().split(' ');
      if (stem === '') return [];
      return [
        [
          stem,
          words.map((word) => ({
            term: word.slice(0, word.lastIndexOf(':')),
            strength: Number(word.slice(word.lastIndexOf(':') + 1)) / 100,
          })),
        ],
      ];
    }),
  );
}

/** A method parses as one only within a class: alone, `add(item) { … }` is a call and a block. */
const CLASSES: Partial<Readonly<Record<CodeLanguage, readonly [before: string, after: string]>>> = {
  typescript: ['(class {\n', '\n})'],
  tsx: ['(class {\n', '\n})'],
  javascript: ['(class {\n', '\n})'],
  java: ['class _ {\n', '\n}'],
};

const COMMENTS = /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/;
/** The contents of angle brackets, three levels deep; unambiguous, or long heads would backtrack. */
const FLAT = '[^<>(){};=]*';
const DEEPER = `${FLAT}(?:<${FLAT}>${FLAT})*`;
const GENERIC = `<${FLAT}(?:<${DEEPER}>${FLAT})*>`;
/** A method's head: decorators, modifiers and types, a name, a parenthesis. */
const HEAD = new RegExp(
  String.raw`^(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:[\w.]+(?:${GENERIC})?(?:\[\])*\s+)*\*?\s*(?:#?[\w$]+|\[[^\]\n]*\])\s*\??(?:${GENERIC})?\s*\(`,
);
/** Other constructs that have a parenthesis after their first words. */
const NO_METHOD =
  /^(?:export|default|function|async\s+function|if|for|while|switch|return|catch|with|do|try|throw|await|yield|typeof|new|delete|void|import|const|let|var|class|interface|enum|else)\b/;

/** The code wrapped in a class, if it may be a method on its own; null if not. */
export function asLoneMethod(code: string, language: CodeLanguage): string | null {
  const around = CLASSES[language];
  if (around === undefined || !/\}\s*$/.test(code)) return null;
  const rest = code.slice((COMMENTS.exec(code) ?? [''])[0].length);
  const method = HEAD.test(rest.slice(0, LONGEST_HEAD)) && !NO_METHOD.test(rest);
  return method ? around[0] + code + around[1] : null;
}

const LONGEST_HEAD = 400;

/** Maximum number of languages tried for untagged code. */
const MAX_GUESSES = 3;
/** Tried when there is no evidence for any language. */
const FALLBACK: readonly CodeLanguage[] = ['python', 'typescript', 'cpp'];
/** With a larger share of parse errors the code is assumed to be in another language. */
const MAX_BROKEN = 0.35;
const MAX_TERMS = 4_000;

/** Loads grammars. */
interface GrammarSource {
  readonly installed: () => boolean;
  readonly open: () => Promise<Grammars>;
}

/**
 * Reads the code in a text with tree-sitter grammars; if they cannot be loaded it lexes identifiers only, as {@link
 * mode} and {@link describe} report.
 */
export class CodeReader {
  #grammars: Promise<Grammars> | null = null;
  #opened: Grammars | null = null;
  #failure: string | null;

  constructor(
    private readonly stemmer: Stemmer,
    private readonly source: GrammarSource = Grammars,
  ) {
    this.#failure = source.installed() ? null : 'the optional package is not installed';
  }

  /**
   * Loads the grammars that this text needs; none for a text without code. Must be awaited before {@link read}. Never
   * rejects: {@link describe} reports why a grammar could not be loaded.
   */
  async ready(text: Readable): Promise<void> {
    if (this.#failure !== null) return;
    const languages = new Set(findCode(text).flatMap(guesses));
    if (languages.size === 0) return;
    try {
      this.#grammars ??= this.source.open();
      const grammars = await this.#grammars;
      for (const language of languages) await grammars.load(language);
      this.#opened = grammars;
    } catch (cause) {
      this.#failure = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    }
  }

  /** `lexed` if the grammars cannot be loaded. */
  get mode(): 'trees' | 'lexed' {
    return this.#failure === null ? 'trees' : 'lexed';
  }

  /** One-line status of code parsing, shown by `doctor`. */
  get describe(): string {
    return this.#failure === null
      ? 'syntax trees (tree-sitter)'
      : `identifiers only: ${this.#failure}`;
  }

  /** Whether the text contains code other than names in backticks. Cheap on prose. */
  holdsCode(text: Readable): boolean {
    return findCode(text).some(({ kind }) => kind === 'block');
  }

  /**
   * The text's code and, in the role of comments, the prose around it; null for a text without code. Throws
   * `unavailable` if {@link ready} was not awaited for it. Code that no parser accepts is lexed.
   */
  read(text: string): CodeReading | null {
    const spans = findCode(text);
    if (spans.length === 0) return null;
    const read = spans.map((span) => this.#span(span));
    const largest = read.reduce(
      (best, _, at) =>
        (spans[at]?.code.length ?? 0) > (spans[best]?.code.length ?? 0) ? at : best,
      0,
    );
    const prose = this.#words(withoutCode(text, spans), 'comment');
    return {
      language: read[largest]?.language ?? null,
      terms: [...read.flatMap(({ terms }) => terms), ...prose].slice(0, MAX_TERMS),
      paths: read.flatMap(({ paths }) => paths),
      broken: read[largest]?.broken ?? 1,
    };
  }

  #span(span: CodeSpan): CodeReading {
    const parsed = this.#parse(span);
    if (parsed === null)
      return { language: null, terms: this.#words(span.code, 'identifier'), paths: [], broken: 1 };
    const { language, reading } = parsed;
    return {
      language,
      terms: reading.tokens.flatMap(({ text, role }) => this.#words(text, role)),
      paths: reading.paths,
      broken: reading.broken,
    };
  }

  #parse(span: CodeSpan): { language: CodeLanguage; reading: TreeReading } | null {
    if (this.#failure !== null) return null;
    const parsed = readingStep(
      'code',
      () => null,
      (language: CodeLanguage) => this.#parseAs(span.code, language),
    );
    let best: { language: CodeLanguage; reading: TreeReading } | null = null;
    for (const language of guesses(span)) {
      const reading = parsed(language);
      if (reading !== null && (best === null || reading.broken < best.reading.broken))
        best = { language, reading };
      if (best?.reading.broken === 0) break;
    }
    return best !== null && (best.reading.broken <= MAX_BROKEN || span.language !== null)
      ? best
      : null;
  }

  #parseAs(code: string, language: CodeLanguage): TreeReading | null {
    if (this.#opened?.has(language) !== true) {
      throw new MnemeError('unavailable', `The grammar of ${language} is not loaded.`, {
        field: 'code',
        value: code,
        hint: 'Await ready() with the text first.',
      });
    }
    const whole = readWith(this.#opened, code, language);
    const wrapped = asLoneMethod(code, language);
    const method = wrapped === null ? null : readWith(this.#opened, wrapped, language);
    return method !== null && (whole === null || method.broken <= whole.broken) ? method : whole;
  }

  #words(text: string, role: CodeRole): CodeTerm[] {
    return codeWords(text, this.stemmer).map((term) => ({ term, role }));
  }
}

function readWith(grammars: Grammars, code: string, language: CodeLanguage): TreeReading | null {
  const tree = grammars.parse(code, language);
  if (tree === null) return null;
  try {
    return readTree(code, tree);
  } finally {
    tree.delete();
  }
}

/** The languages that a piece of code may be in, likeliest first; empty if there is nothing to parse. */
function guesses({ code, kind, language, foreign }: CodeSpan): readonly CodeLanguage[] {
  if (kind === 'inline' || foreign) return [];
  if (language !== null) return [language];
  const likely = likelyLanguages(code);
  return (likely.length === 0 ? FALLBACK : likely).slice(0, MAX_GUESSES);
}

const WORD = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/gu;
/** Function words that matter in an identifier though the index drops them: "to string" is not "from string". */
const MEANINGFUL_FUNCTION_WORDS = new Set(
  'is has not to from by all any each between before after more less same if with without up down in out on off'.split(
    ' ',
  ),
);

export const isMeaningfulFunctionWord = (word: string): boolean =>
  MEANINGFUL_FUNCTION_WORDS.has(word);

/** Stems of a text's words, with identifiers split and abbreviations expanded; words without meaning are left out. */
export function codeWords(text: string, stemmer: Stemmer): string[] {
  const terms: string[] = [];
  for (const [raw] of matchAll(text, WORD)) {
    for (const part of splitIdentifier(raw)) {
      const word = fullWord(part);
      if (word.length < 2 && !/\p{Lo}/u.test(word)) continue;
      if (isStopWord(word, 'en') && !MEANINGFUL_FUNCTION_WORDS.has(word)) continue;
      terms.push(stemmer(word, 'en'));
    }
  }
  return terms;
}
