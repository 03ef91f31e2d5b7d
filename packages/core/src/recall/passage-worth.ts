import type { MemoryId } from '../domain/ids.js';
import { findCode } from '../language/code/find-code.js';
import { countTokens } from '../language/count-tokens.js';
import { detectLanguage } from '../language/detect-language.js';
import { isLightWord, sentences } from '../language/segmentation.js';
import { hasCue, type Utterance } from '../language/speech.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import type { Wanted } from './profile-and-question.js';

/** A stretch of text that is delivered whole or not at all: a sentence, or a block of code. */
interface Stretch {
  readonly text: string;
  readonly code: boolean;
}

/**
 * Interjections at the beginning of a sentence, which carry no information. "No" and "yes" stay, as do words that
 * continue into the sentence.
 */
const OPENING =
  /^(?:(?:wow|whoa|woah|yeah|yep|yup|hey|hi|hello|oh|ah|aw+|haha+|lol|cool|nice|great|awesome|amazing|totally|absolutely|definitely|of course|sure|ok(?:ay)?|thanks(?: so much| a lot)?|thank you(?: so much)?|no problem|congrat(?:s|ulations)|well|anyway|by the way|btw)(?:,? \p{Lu}\p{L}+)?\s?[,.!…:-]+\s*)+(?=\S)/iu;

/** A longer stretch would fit no small budget: prose is cut after a comma or a word, code after a line. */
const MAX_PROSE = 280;
const MAX_CODE = 480;

/** Sentences without their openings, and blocks of code verbatim, in order. */
export function splitText(text: string): Stretch[] {
  const blocks = findCode(text).filter(({ kind }) => kind === 'block');
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { start, end, code } of blocks) {
    stretches.push(
      ...prose(text.slice(from, start)),
      ...lines(code.trimEnd()).map((part) => ({ text: part, code: true })),
    );
    from = end;
  }
  return [...stretches, ...prose(text.slice(from))];
}

function prose(text: string): Stretch[] {
  // Fences surround a block, which was already separated.
  return sentences(text.replaceAll(/^[ \t]*[`~]{3,}[^\n]*$/gm, '')).flatMap((sentence) => {
    const stripped = sentence.text.replace(OPENING, '').replace(/\s+/g, ' ').trim();
    // "Wow, Mel!" stays unchanged: without its opening nothing is left.
    return clauses(
      stripped.includes(' ') ? stripped.charAt(0).toUpperCase() + stripped.slice(1) : sentence.text,
    ).map((part) => ({ text: part, code: false }));
  });
}

function clauses(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_PROSE) {
    const within = rest.slice(0, MAX_PROSE);
    const cut =
      [
        Math.max(within.lastIndexOf(', '), within.lastIndexOf('; ')),
        within.lastIndexOf(' '),
        MAX_PROSE - 1,
      ].find((at) => at > MAX_PROSE / 3) ?? MAX_PROSE - 1;
    // Never within a surrogate pair.
    const end = /[\uD800-\uDBFF]/.test(rest[cut] ?? '') ? cut : cut + 1;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

function lines(code: string): string[] {
  const parts: string[] = [];
  for (const line of code.split('\n')) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < MAX_CODE)
      parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts.flatMap((part) => (part.length > 2 * MAX_CODE ? clauses(part) : [part]));
}

/** The question that sentences are weighed against. */
export interface Need {
  /** Stems of the question and of associated words, by weight. */
  readonly weights: ReadonlyMap<string, number>;
  /** The question's own stems. */
  readonly own: ReadonlySet<string>;
  readonly wanted: Wanted;
  /** How rare a stem is in the bank: inverse document frequency. */
  readonly rarity: (term: string) => number;
  /** Blocks of code are wanted. */
  readonly code: boolean;
}

/** A sentence or a block of code of a memory, which may be delivered without the others. */
export interface Passage {
  readonly text: string;
  readonly code: boolean;
  /** Its distinct content stems. */
  readonly terms: ReadonlySet<string>;
  readonly tokens: number;
  /**
   * Its share of what the memory contributes to the question; the shares of a memory sum to 1, or are all 0 if it is
   * small talk.
   */
  readonly share: number;
}

/** Weight of a sentence without any of the question's words. */
const UNASKED = 0.12;
const QUESTION = 0.3;
/** Added to the sum of rarities, so that a sentence of ubiquitous words is not worth 0. */
const RARITY_SMOOTHING = 1;
/**
 * A greeting or reaction without any of the question's words is dropped, unless the sum of its rarities exceeds this.
 */
const MIN_SMALL_TALK_RARITY = 12;
/** Factor for code where code is wanted. */
const CODE = 3;
const PROSE = 0.6;
/** Factor for a sentence with the kind of thing the question asks for: a time, a place, a number. */
const FITTING = 1.5;
/** Sharpens the shares: above 1, the best sentence of a memory takes more than its proportion. */
const SHARPNESS = 1.5;

/** A stretch of text as read independently of any question; see {@link readStretches}. */
export interface ReadStretch {
  readonly text: string;
  readonly code: boolean;
  readonly terms: ReadonlySet<string>;
  readonly tokens: number;
  readonly question: boolean;
  readonly smallTalk: boolean;
}

/** A sentence with fewer content words says too little without its neighbour: “GP called.” */
const MIN_TERMS = 3;
/** A longer joint would fit no small budget, in UTF-16 units. */
const MAX_JOINT = 280;
/** Openings that refer back to the previous sentence. */
const POINTING_BACK =
  /^(?:it|its|it['’]s|this|that|these|those|he|she|they|his|her|their|he['’]s|she['’]s|they['’]re|which|so|but|because|otherwise|therefore)(?![\p{L}\p{N}])/iu;

/** Splits a text into stretches that are delivered whole or not at all and can be understood alone. */
export function readStretches(text: string, stemmer: Stemmer): ReadStretch[] {
  const language = detectLanguage(text);
  const read = ({ text: shown, code }: Stretch): ReadStretch => ({
    text: shown,
    code,
    terms: new Set(contentTerms(shown, language, stemmer).filter((term) => !isLightWord(term))),
    tokens: countTokens(shown),
    question: hasCue(shown, 'question'),
    smallTalk: hasCue(shown, 'smallTalk'),
  });
  const stretches: ReadStretch[] = [];
  for (const next of splitText(text).map(read)) {
    const last = stretches.at(-1);
    if (last !== undefined && belongTogether(last, next))
      stretches[stretches.length - 1] = read({ text: `${last.text} ${next.text}`, code: false });
    else stretches.push(next);
  }
  return stretches;
}

/** Questions, greetings and code stand alone. */
function belongTogether(one: ReadStretch, next: ReadStretch): boolean {
  return (
    ![one, next].some(({ code, question, smallTalk }) => code || question || smallTalk) &&
    one.text.length + next.text.length < MAX_JOINT &&
    (one.terms.size < MIN_TERMS || next.terms.size < MIN_TERMS || POINTING_BACK.test(next.text))
  );
}

/**
 * The stretches of one memory, each with its share of what it contributes to the question. A single one has all of
 * it.
 */
export function weighStretches(stretches: readonly ReadStretch[], need: Need): Passage[] {
  const worths = stretches.map((stretch) => worthOf(stretch, need) ** SHARPNESS);
  const sum = worths.reduce((total, worth) => total + worth, 0);
  return stretches.map(({ text, code, terms, tokens }, at) => ({
    text,
    code,
    terms,
    tokens,
    share: sum === 0 ? 0 : (worths[at] ?? 0) / sum,
  }));
}

function worthOf({ text, code, terms, question, smallTalk }: ReadStretch, need: Need): number {
  let asked = 0;
  let told = 0;
  let own = false;
  for (const term of terms) {
    asked += need.weights.get(term) ?? 0;
    told += need.rarity(term);
    own ||= need.own.has(term);
  }
  if (smallTalk && !own && told < MIN_SMALL_TALK_RARITY) return 0;
  const manner = question ? QUESTION : 1;
  const form = need.code ? (code ? CODE : PROSE) : 1;
  return (
    (UNASKED + asked) *
    Math.sqrt(RARITY_SMOOTHING + told) *
    manner *
    form *
    (fits(text, need.wanted) ? FITTING : 1)
  );
}

/** The features of a sentence that answer each kind of question. */
const ANSWERS: Partial<Readonly<Record<keyof Wanted, readonly (keyof Utterance)[]>>> = {
  time: ['timeWord'],
  number: ['number'],
  duration: ['duration'],
  place: ['place'],
  person: ['name', 'person'],
  feeling: ['feeling'],
  plan: ['plan'],
};
const REASON = /\b(?:because|since|so that|as|reason|made me|motivat\w*|inspir\w*|to)\b/i;

function fits(text: string, wanted: Wanted): boolean {
  for (const [kind, cues] of Object.entries(ANSWERS) as [
    keyof Wanted,
    readonly (keyof Utterance)[],
  ][]) {
    if (wanted[kind] && cues.some((cue) => hasCue(text, cue))) return true;
  }
  return wanted.reason && REASON.test(text);
}

/** Maximum number of cached texts, some kilobytes each. */
const MAX_CACHED_TEXTS = 2_000;

/** LRU cache of texts split into stretches: a memory's text never changes. */
export class ReadTexts {
  readonly #known = new Map<MemoryId, readonly ReadStretch[]>();

  of(
    { id, content }: { readonly id: MemoryId; readonly content: string },
    stemmer: Stemmer,
  ): readonly ReadStretch[] {
    const stretches = this.#known.get(id) ?? readStretches(content, stemmer);
    this.#known.delete(id);
    this.#known.set(id, stretches);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_CACHED_TEXTS && oldest !== undefined) this.#known.delete(oldest);
    return stretches;
  }
}
