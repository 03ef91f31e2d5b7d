import { TRAITS, type Trait } from '../../domain/change.js';
import type { MemoryId } from '../../domain/ids.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { isLightWord } from '../../language/stop-words.js';
import type { Evidence } from '../../recall/confidence/logistic.js';
import {
  duplicateCandidates,
  storedWords,
  distinctiveTerms,
} from '../../remember/near-duplicate.js';

const TRAITS_READ = [
  'question',
  'smallTalk',
  'firstPerson',
  'secondPerson',
  'number',
  'date',
  'negated',
  'name',
  'cause',
  'person',
  'place',
  'duration',
  'feeling',
  'preference',
  'plan',
  'possession',
  'timeWord',
  'exclamation',
] as const satisfies readonly Trait[];

const NO_TRAITS = Object.fromEntries(TRAITS_READ.map((trait) => [trait, 0])) as Readonly<
  Record<(typeof TRAITS_READ)[number], number>
>;

/** Features from which the worth of a memory is predicted; each 0 to about 1. */
export const WORTH_EVIDENCE = [
  ...TRAITS_READ,
  'words',
  'rarity',
  'fresh',
  'unknown',
  'copied',
  'names',
  'knownNames',
  'dates',
  'claims',
  'agent',
] as const;
export type WorthName = (typeof WORTH_EVIDENCE)[number];
export type WorthEvidence = Evidence<WorthName>;

/** A memory to weigh, new or stored. */
export interface Weighed {
  readonly terms: readonly string[];
  /** Bits of `TRAITS`. */
  readonly traits: number;
  readonly names: number;
  /** Those of them that the bank knew before. */
  readonly knownNames: number;
  readonly dates: number;
  readonly claims: number;
  /** Whether it comes from somebody other than the user. */
  readonly agent: boolean;
}

/** The most similar memory and its similarity: Jaccard index of the distinctive terms, 0..1. */
export interface NearestCopy {
  readonly share: number;
  readonly of: MemoryId | null;
}

/** Number of rarest words that determine how rare a text is. */
const RAREST = 4;
const MAX_TERMS = 80;
/** Minimum number of distinctive terms: fewer coincide by chance. */
const MIN_TELLING = 3;

/** Reads a memory's features from its words and their frequency in the bank. Uses no vectors and no store. */
export function readEvidence(of: Weighed, likest: NearestCopy, index: BankIndex): WorthEvidence {
  const terms = [...new Set(of.terms.filter((term) => !isLightWord(term)))].slice(0, MAX_TERMS);
  const rare = terms.map((term) => rarityOf(term, index)).sort((a, b) => b - a);
  const unseen = terms.filter((term) => index.postings.numberOf(term) < 0).length;
  const read: Record<WorthName, number> = {
    ...NO_TRAITS,
    words: Math.log2(1 + terms.length) / 6,
    rarity: rare.slice(0, RAREST).reduce((sum, value) => sum + value, 0) / RAREST,
    fresh: unseen / Math.max(1, terms.length),
    unknown: Math.min(1, unseen / 3),
    copied: likest.share,
    names: Math.min(1, of.names / 4),
    knownNames: Math.min(1, of.knownNames / 3),
    dates: Math.min(1, of.dates / 2),
    claims: Math.min(1, of.claims / 3),
    agent: Number(of.agent),
  };
  for (const trait of TRAITS_READ) if ((of.traits & TRAITS[trait]) !== 0) read[trait] = 1;
  return read;
}

function rarityOf(term: string, { postings, size }: BankIndex): number {
  const number = postings.numberOf(term);
  const frequency = number < 0 ? 0 : postings.documentFrequency(number);
  return Math.log((size + 2) / (frequency + 1)) / Math.log(size + 2);
}

/** Searches memories that share its rarest words, and `fresh` ones that are not written yet. */
export function findNearestCopy(
  terms: readonly string[],
  index: BankIndex,
  {
    fresh = [],
    but = null,
  }: {
    readonly fresh?: readonly {
      readonly id: MemoryId;
      readonly tellingWords: ReadonlySet<string>;
    }[];
    readonly but?: MemoryId | null;
  } = {},
): NearestCopy {
  const own = new Set(distinctiveTerms(terms));
  let likest: NearestCopy = { share: 0, of: null };
  if (own.size < MIN_TELLING) return likest;
  const compare = (of: MemoryId, other: ReadonlySet<string>): void => {
    let shared = 0;
    for (const term of own) if (other.has(term)) shared += 1;
    const share = shared / (own.size + other.size - shared);
    if (share > likest.share) likest = { share, of };
  };
  for (const slot of duplicateCandidates(index, [...own]))
    if (index.isLive(slot) && index.id(slot) !== but)
      compare(index.id(slot), storedWords(index, slot));
  for (const each of fresh) compare(each.id, each.tellingWords);
  return likest;
}
