import { hashText } from '../../language/text-hash.js';
import { CUE_GROUPS, type CueGroup, cuesIn } from './cues.js';

/** A stretch of text that may be a command, as input of the classifiers. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly words: readonly string[];
  readonly cues: ReadonlyMap<CueGroup, number>;
  /** Its content words by their first letters. */
  readonly telling: readonly string[];
}

/** Includes combining marks: Hindi writes most vowels that way. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_WORDS = 60;

export function segmentOf(text: string, start: number): Segment {
  const lower = text.toLowerCase();
  const words = (lower.match(WORD) ?? []).slice(0, MAX_WORDS);
  return {
    text,
    start,
    words,
    cues: cuesIn(words, lower),
    telling: words
      .filter((word) => word.length > 2 && !SMALL.has(word))
      .map((word) => word.slice(0, BEGUN)),
  };
}

const SMALL = new Set(
  'the and for you your with this that from have has are was were will can not any all our how what who does about into more some they them their'.split(
    ' ',
  ),
);
const BEGUN = 5;

const SEED = 0x51ed270b;
/** The kind of a feature; a number, because features are hashed without being spelled out. */
const [WORD_AT, BEGINNING, PAIR, FIRST, SECOND, THIRD, LAST, SIGNS, GROUP, EARLY, GROUPS, FORM] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
];
const NUMBER = hashText('0', SEED);
const SIGNS_READ = 120;
const DIGIT = /\d/;

/**
 * The classifiers' features as distinct hashed buckets: words, pairs, prefixes, groups of cues and pairs of them, the
 * form of the sentence. `buckets` is a power of two.
 */
export function segmentBuckets({ text, words, cues }: Segment, buckets: number): Uint32Array {
  const seen = new Buckets(buckets);
  const add = (sort: number, a: number, b = 0): void => seen.add(mixed(sort, a, b) & (buckets - 1));
  const hashes = words.map((word) => (DIGIT.test(word) ? NUMBER : hashText(word, SEED)));
  for (const [at, hash] of hashes.entries()) {
    add(WORD_AT, hash);
    const word = words[at] ?? '';
    if (word.length > 5) add(BEGINNING, hashText(word, SEED, BEGUN));
    if (at > 0) add(PAIR, hashes[at - 1] ?? 0, hash);
  }
  const [first = 0, second = 0, third = 0] = hashes;
  add(FIRST, first);
  add(SECOND, first, second);
  add(THIRD, mixed(SECOND, first, second), third);
  add(LAST, hashes.at(-1) ?? 0);
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text))
    for (let i = 0; i + 1 < Math.min(text.length, SIGNS_READ); i++)
      add(SIGNS, text.charCodeAt(i), text.charCodeAt(i + 1));
  const groups =
    cues.size === 0
      ? []
      : [...cues]
          .map(([group, at]) => ({ number: CUE_GROUPS.indexOf(group), at }))
          .sort((a, b) => a.number - b.number);
  for (const { number, at } of groups) {
    add(GROUP, number);
    if (at <= 2) add(EARLY, number);
    for (const other of groups) if (number < other.number) add(GROUPS, number, other.number);
  }
  for (const form of formOf(text, words.length)) add(FORM, form);
  return seen.all();
}

/**
 * For each bucket, the number of the set that marked it last; one table serves all sets, as only one is filled at a
 * time.
 */
let marks = new Uint32Array(0);
let sets = 0;

/** A set of buckets, without a hash table per sentence. */
class Buckets {
  readonly #own: number[] = [];

  constructor(size: number) {
    if (marks.length < size || sets === 0xffffffff)
      [marks, sets] = [new Uint32Array(Math.max(size, marks.length)), 0];
    sets++;
  }

  add(bucket: number): void {
    if (marks[bucket] === sets) return;
    marks[bucket] = sets;
    this.#own.push(bucket);
  }

  all(): Uint32Array {
    return Uint32Array.from(this.#own);
  }
}

function mixed(sort: number, a: number, b: number): number {
  let hash = Math.imul(sort, 0x9e3779b1) ^ a;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Numbers of the sentence forms that apply. */
function formOf(text: string, words: number): number[] {
  const end = text.trimEnd().at(-1) ?? '';
  const forms = [
    words < 4,
    words >= 4 && words < 9,
    words >= 9 && words < 20,
    words >= 20,
    end === '?',
    end === '!',
    end === ':',
    text.includes('```'),
    /https?:|www\./.test(text),
    /["“'‘][^"”'’]{3,80}["”'’]/.test(text),
    /[\d$€£%]/.test(text),
    /<[a-z!/|]|\[\/?[A-Z]|\{"|#{2,}|={3,}/.test(text),
    /^\p{Ll}/u.test(text),
    /\b(?:we|our|us|i|my)\b/i.test(text),
    /\b(?:your|you)\b/i.test(text),
  ];
  return forms.flatMap((holds, at) => (holds ? [at] : []));
}

/** A fitted classifier of segments: figures only. */
export interface SegmentModel {
  /** One signed byte per bucket, in base64. */
  readonly weights: string;
  readonly scale: number;
  readonly intercept: number;
  readonly fittedOn: string;
}
