import { passagesOf, type TextRange } from '../passages.js';
import type { Stemmer } from '../stem.js';
import { isStopWord } from '../stop-words.js';
import { contentTerms } from '../terms.js';
import { ReadText, type Readable } from '../read-text.js';
import { findCode, withoutCode } from './find-code.js';
import { fullWord } from './programming-lexicon.js';
import { splitIdentifier } from './split-identifier.js';
import { matchAll } from '../match-all.js';

/** A passage of a text with its stems. */
export interface IndexedPassage extends TextRange {
  readonly terms: readonly string[];
}

/** What an index keeps of a text: see {@link contentTerms}; and whether it contains code. */
export interface IndexedTerms {
  readonly terms: readonly string[];
  /** The same by passage; at least one. */
  readonly passages: readonly IndexedPassage[];
  readonly code: boolean;
  /** The text with its code blanked: for finding names, dates and causes. */
  readonly prose: ReadText;
}

const IDENTIFIER = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/gu;

/**
 * The stems that a bank's index keeps of a text, passage by passage. From prose, its content words. In
 * blocks of code, every identifier yields itself, its parts, and the full words of abbreviations ("cfgPath"
 * → cfgpath, cfg, configur, path), so that words find code by their rarity; a passage's code comes before
 * its prose. Depends on the text alone: no grammar is needed.
 */
export function indexTerms(given: Readable, language: string, stemmer: Stemmer): IndexedTerms {
  const reading = ReadText.of(given);
  const { text } = reading;
  const blocks = findCode(reading).filter(({ kind }) => kind === 'block');
  const prose = blocks.length === 0 ? reading : new ReadText(withoutCode(text, blocks));
  const passages = passagesOf(text).map(({ start, end }): IndexedPassage => {
    const code = blocks.flatMap((block) =>
      codeTerms(text.slice(Math.max(start, block.start), Math.min(end, block.end)), stemmer),
    );
    const said = contentTerms(prose.part(start, end), language, stemmer);
    return { start, end, terms: code.length === 0 ? said : [...code, ...said] };
  });
  const [first] = passages;
  const terms =
    passages.length === 1 && first !== undefined
      ? first.terms
      : passages.flatMap((passage) => passage.terms);
  return { terms, passages, code: blocks.length > 0, prose };
}

/** The form in which the index keeps a compound identifier as a whole. */
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
