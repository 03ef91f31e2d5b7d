import { SHIPPED_CODE_TRANSLATIONS } from '../lexicon/shipped-code-translations.js';

/** A word of code equivalent to a word of documentation. */
export interface Translation {
  readonly term: string;
  /** 0..1. */
  readonly strength: number;
}

const NONE: readonly Translation[] = [];

/**
 * Looks up the words of code for a stem of documentation ("remove" → pop, splice, delete), as a translation
 * model learned them from documented functions (IBM Model 1: Brown et al. 1993; for code search: Xue, Jeon
 * and Croft 2008).
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
