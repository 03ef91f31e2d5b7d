import { readLexicon } from '../lexicon.js';
import { matchAll } from '../pattern-matching.js';
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
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Forms that prose words never have. */
const COMPOUND = /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u;

/** The identifiers that a text cites, each once: in backticks, or with inner capitals or underscores. */
export function citedIdentifiers(text: string): string[] {
  const quoted = matchAll(text, QUOTED).map(([, name = '']) => name);
  const compound = matchAll(text, WORD).flatMap(([word]) => (COMPOUND.test(word) ? [word] : []));
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
