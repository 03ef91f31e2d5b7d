import { TRAITS, type Trait } from '../../src/domain/change.js';
import type { BankIndex } from '../../src/indexes/bank-index.js';
import { isLightWord } from '../../src/language/light-words.js';
import type { Evidence } from '../../src/recall/confidence/logistic.js';
import { likelySlots, storedTelling, tellingTerms } from '../../src/remember/near-duplicate.js';
import type { NewMemory } from '../../src/remember/plan-context.js';

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

/** What the worth of a store is read off; each 0 to about 1. */
export const WORTH = [
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
export type Worth = Evidence<(typeof WORTH)[number]>;

/** So many of a text's words, the rarest, say how rare it is. */
const RAREST = 4;
const MAX_TERMS = 80;

/** Reads what a new memory may be worth: of its own words, and of how it stands in the bank. No vectors, no store. */
export function readWorth({ draft, memory, context, pending }: NewMemory): Worth {
  const { state } = context;
  const { index } = state;
  const terms = [...new Set(draft.terms.filter((term) => !isLightWord(term)))].slice(0, MAX_TERMS);
  const rare = terms.map((term) => rarityOf(term, index)).sort((a, b) => b - a);
  const unseen = terms.filter((term) => index.postings.numberOf(term) < 0).length;
  const share = (count: number): number => count / Math.max(1, terms.length);
  const known = draft.linked.filter(
    ({ entity }) => entity.firstSeenAt < context.now || entity.version > 1,
  ).length;
  const traits = Object.fromEntries(
    TRAITS_READ.map((trait) => [trait, Number((draft.traits & TRAITS[trait]) !== 0)]),
  ) as Record<(typeof TRAITS_READ)[number], number>;
  return {
    ...traits,
    words: Math.log2(1 + terms.length) / 6,
    rarity: rare.slice(0, RAREST).reduce((sum, value) => sum + value, 0) / RAREST,
    fresh: share(unseen),
    unknown: Math.min(1, unseen / 3),
    copied: copiedOf(draft.terms, index, pending.sharingTerms(draft.terms)),
    names: Math.min(1, draft.linked.length / 4),
    knownNames: Math.min(1, known / 3),
    dates: Math.min(1, draft.dates.length / 2),
    claims: Math.min(1, draft.claims.length / 3),
    agent: Number(memory.provenance[0]?.source !== 'user'),
  };
}

function rarityOf(term: string, { postings, size }: BankIndex): number {
  const number = postings.numberOf(term);
  const frequency = number < 0 ? 0 : postings.documentFrequency(number);
  return Math.log((size + 2) / (frequency + 1)) / Math.log(size + 2);
}

/** The largest share of its telling words that stands in one other memory, and back (Jaccard), 0..1. */
function copiedOf(
  terms: readonly string[],
  index: BankIndex,
  fresh: readonly { readonly terms: readonly string[] }[],
): number {
  const telling = tellingTerms(terms);
  if (telling.length < 3) return 0;
  const own = new Set(telling);
  const overlap = (others: readonly string[]): number => {
    const other = new Set(others);
    let shared = 0;
    for (const term of own) if (other.has(term)) shared += 1;
    return shared / (own.size + other.size - shared);
  };
  const stored = likelySlots(index, telling)
    .filter((slot) => index.isLive(slot))
    .map((slot) => overlap(storedTelling(index, slot)));
  return Math.max(0, ...stored, ...fresh.map((each) => overlap(tellingTerms(each.terms))));
}
