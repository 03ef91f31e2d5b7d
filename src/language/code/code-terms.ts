import type { Stemmer } from '../stem.js';
import { isStopWord } from '../stop-words.js';
import { contentTerms } from '../terms.js';
import { findCode, withoutCode } from './find-code.js';
import { fullWord } from './programming-lexicon.js';
import { splitIdentifier } from './split-identifier.js';
import { matchAll } from '../match-all.js';

/** What an index keeps of a text: see {@link contentTerms}; and whether it holds code. */
export interface IndexedTerms {
  readonly terms: readonly string[];
  readonly code: boolean;
  /** The text with its code blanked out: where names, dates and causes may be looked for. */
  readonly prose: string;
}

const IDENTIFIER = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/gu;

/**
 * The stems that a bank's index keeps of a text. Prose gives its content words. In blocks of code every identifier gives itself,
 * its parts, and the full word of what is cut short ("cfgPath" → cfgpath, cfg, configur, path), so that words find code by
 * their rarity. Depends on the text alone: no grammar is needed.
 */
export function indexTerms(text: string, language: string, stemmer: Stemmer): IndexedTerms {
  const blocks = findCode(text).filter(({ kind }) => kind === 'block');
  if (blocks.length === 0)
    return { terms: contentTerms(text, language, stemmer), code: false, prose: text };
  const code = blocks.flatMap((block) => codeTerms(block.code, stemmer));
  const prose = withoutCode(text, blocks);
  return { terms: [...code, ...contentTerms(prose, language, stemmer)], code: true, prose };
}

/** An identifier of several words as the index keeps it whole. */
export const writtenInOne = (identifier: string): string =>
  identifier.toLowerCase().replace(/[_$]/g, '');

/** The stems of code's identifiers, comments and literals, in order, with repeats. */
export function codeTerms(code: string, stemmer: Stemmer): string[] {
  const terms: string[] = [];
  for (const [raw] of matchAll(code, IDENTIFIER)) {
    const parts = splitIdentifier(raw);
    if (parts.length > 1) terms.push(writtenInOne(raw));
    for (const part of parts) {
      if (part.length < 2 || isStopWord(part, 'en')) continue;
      const stem = stemmer(part, 'en');
      const full = stemmer(fullWord(part), 'en');
      terms.push(stem);
      if (full !== stem) terms.push(full);
    }
  }
  return terms;
}
