import { z } from 'zod';
import type { CuratedArtifact } from './apply-edits.js';
import type { ArtifactEdit, MappedClaim } from './artifact.js';
import { createDimensions } from './map/map-answers.js';
import { amountsIn, isNegated } from './map/read-answer.js';
import { type KeptRecordsOf, RecordSummaryCache } from '@mneme/core/bank/learned/learned-state.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import { requestsAction } from '@mneme/core/language/instructions.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import type { CapabilityModule } from '@mneme/core/modules/module.js';
import type { Store } from '@mneme/core/ports/store.js';

/** Subjects of preferences: a dimension, a kind of claim, or a topic on which a person has opinions. */
const ASPECTS = ['dimension', 'kind', 'topic'] as const;
export const Aspect = z.enum(ASPECTS);
export type Aspect = z.infer<typeof Aspect>;

const Tally = z.object({
  aspect: Aspect,
  name: z.string(),
  /** How often it occurred in this edit. */
  seen: z.number(),
  /** Sum of the reactions: 1 for each that was added or elevated, -1 for each that was removed. */
  liked: z.number(),
});
type Tally = z.output<typeof Tally>;

/** Preferences from one edit, or set by hand. */
export const TasteValue = z.discriminatedUnion('told', [
  z.object({ told: z.literal('by edit'), turn: z.string(), tallies: z.array(Tally) }),
  z.object({
    told: z.literal('by hand'),
    aspect: Aspect,
    name: z.string(),
    /** -1 to 1; null resets what was counted so far. */
    weight: z.number().nullable(),
  }),
  z.object({ told: z.literal('steering'), on: z.boolean() }),
]);
export type TasteValue = z.output<typeof TasteValue>;

const LIKED = { added: 1, elevated: 1, modified: 0.5, removed: -1 } as const;
/** Maximum number of topics counted per query: its first distinctive words. */
const MAX_TOPICS = 3;
const INTENSITY = { light: 1 / 3, moderate: 2 / 3, heavy: 1 } as const;

/** Kinds of a claim, by its form. */
function kindsOf({ kind, outlier, text, appliesWhen }: MappedClaim): string[] {
  return [
    kind === 'consensus' ? 'consensus' : (outlier ?? 'supplemental'),
    ...(amountsIn(text).size > 0 ? ['figures'] : []),
    ...(appliesWhen === null ? [] : ['conditions']),
    ...(isNegated(text) ? ['warnings'] : []),
  ];
}

/**
 * Derives preferences from an edit: occurrences count as well as reactions, so that leaving a claim alone counts as
 * neutral.
 */
export function tasteOf(
  edit: ArtifactEdit,
  before: CuratedArtifact,
  after: CuratedArtifact,
  topics: readonly string[],
): Extract<TasteValue, { told: 'by edit' }>['tallies'] {
  const tallies = new Map<string, Tally>();
  const count = (aspect: Aspect, name: string, seen: number, liked: number): void => {
    const key = `${aspect} ${name}`;
    const known = tallies.get(key) ?? { aspect, name, seen: 0, liked: 0 };
    tallies.set(key, { ...known, seen: known.seen + seen, liked: known.liked + liked });
  };
  const tell = (claim: MappedClaim, seen: number, liked: number): void => {
    if (claim.dimension !== null) count('dimension', claim.dimension, seen, liked);
    for (const kind of kindsOf(claim)) count('kind', kind, seen, liked);
  };
  for (const claim of before.claims) tell(claim, 1, 0);
  for (const { claim } of edit.added) tell(claim, 1, LIKED.added);
  for (const { claim } of edit.elevated) tell(claim, 0, LIKED.elevated);
  for (const { edited } of edit.modified) tell(edited, 0, LIKED.modified);
  // Removing a duplicate says nothing against its content.
  for (const { claim, reason } of edit.removed)
    if (reason !== 'duplicate') tell(claim, 0, LIKED.removed);
  for (const topic of topics.slice(0, MAX_TOPICS))
    count('topic', topic, 1, INTENSITY[after.intensity ?? 'light']);
  return [...tallies.values()];
}

const preferenceShape = z.strictObject({
  aspect: Aspect,
  name: z.string(),
  /**
   * -1 always rejected, 0 unknown or neutral, 1 always wanted. For a topic 0 to 1: how heavily it
   * is edited.
   */
  weight: z.number(),
  /** How often it occurred in edited turns. */
  seen: z.number(),
  /** The weight was set by hand: it holds until it is reset. */
  corrected: z.boolean(),
});
export interface Preference extends Of<typeof preferenceShape> {}
const Preference: SchemaOf<Preference, typeof preferenceShape> = preferenceShape;

const profileShape = z.strictObject({
  /** Strongest first. */
  preferences: z.array(Preference),
  /** Number of edits that it is derived from. */
  edits: z.number(),
  /** Whether it steers extraction, recall and synthesis. */
  steering: z.boolean(),
});
/** Preferences derived from a person's edits. Counts that can be inspected, corrected and reset. */
export interface PreferenceProfile extends Of<typeof profileShape> {}
export const PreferenceProfile: SchemaOf<PreferenceProfile, typeof profileShape> = profileShape;

/** Number of neutral occurrences added to each count: a few edits do not make a preference. */
const SHRINKAGE = 3;

export const TASTE_KEY = 'dialogue taste';

/** The profile of a bank, from its edits and corrections. */
export async function readProfile(
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<PreferenceProfile> {
  return profileOf(await store.learned(bank, { kinds: ['module'], keys: [TASTE_KEY] }));
}

/** In order of the records: a reset drops earlier counts, a weight set by hand holds. */
export function profileOf(records: readonly LearnedRecord<'module'>[]): PreferenceProfile {
  const sums = new Map<string, Tally>();
  const set = new Map<string, number>();
  let edits = 0;
  let steering = true;
  const keyOf = ({ aspect, name }: Pick<Tally, 'aspect' | 'name'>): string => `${aspect} ${name}`;
  for (const { retractedAt, body } of records) {
    const parsed = TasteValue.safeParse(body.value);
    if (retractedAt !== null || !parsed.success) continue;
    const taste = parsed.data;
    if (taste.told === 'steering') steering = taste.on;
    else if (taste.told === 'by hand') {
      sums.set(keyOf(taste), { aspect: taste.aspect, name: taste.name, seen: 0, liked: 0 });
      if (taste.weight === null) set.delete(keyOf(taste));
      else set.set(keyOf(taste), taste.weight);
    } else {
      edits++;
      for (const tally of taste.tallies) {
        const known = sums.get(keyOf(tally)) ?? { ...tally, seen: 0, liked: 0 };
        sums.set(keyOf(tally), {
          ...known,
          seen: known.seen + tally.seen,
          liked: known.liked + tally.liked,
        });
      }
    }
  }
  const preferences = [...sums].map(([key, { aspect, name, seen, liked }]): Preference => {
    const byHand = set.get(key);
    const counted = Math.max(-1, Math.min(1, liked / (seen + SHRINKAGE)));
    return { aspect, name, weight: byHand ?? counted, seen, corrected: byHand !== undefined };
  });
  return {
    preferences: preferences
      .filter(({ seen, corrected }) => seen > 0 || corrected)
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.name.localeCompare(b.name)),
    edits,
    steering,
  };
}

/** The weight of something in the profile; 0 where it is unknown or steering is off. */
export function weightOf(
  { preferences, steering }: PreferenceProfile,
  aspect: Aspect,
  name: string | null,
): number {
  if (!steering || name === null) return 0;
  return preferences.find((each) => each.aspect === aspect && each.name === name)?.weight ?? 0;
}

/** Minimum weight for a dimension to be reported to a model as important to the person. */
const CARED_FOR = 0.2;
const MAX_CARED_FOR = 5;

/** The dimensions that the person prefers, strongest first; none where steering is off. */
export function caredFor({ preferences, steering }: PreferenceProfile): string[] {
  if (!steering) return [];
  return preferences
    .filter(({ aspect, weight }) => aspect === 'dimension' && weight >= CARED_FOR)
    .slice(0, MAX_CARED_FOR)
    .map(({ name }) => name);
}

/** The cached profile of an opened bank. */
export class PreferenceProfileCache implements BankCache {
  readonly kept = true;
  readonly #records: RecordSummaryCache<PreferenceProfile | null>;

  constructor(opened: KeptRecordsOf) {
    this.#records = new RecordSummaryCache(opened, [TASTE_KEY], (tastes) =>
      tastes.length === 0 ? null : profileOf(tastes),
    );
  }

  /** Null in a bank without edits and preferences. */
  current(): Promise<PreferenceProfile | null> {
    return this.#records.current();
  }
}

/** Phrases in which a person states a preference, general or lasting. English. */
const OWN_PREFERENCE =
  /\b(?:i|we)(?: \p{L}+){0,2} (?:prefer|favou?r|would rather|['’]d rather|like to (?:keep|use|have|work)|always|never|tend to|work best|lean towards?|insist)\b|\b(?:i['’]d|we['’]d) (?:rather|prefer)\b|\bmy (?:own )?(?:preference|preferred|favou?rite)\b|\b(?:i['’]ve|i have|i|we) (?:chose|chosen|decided|opted|settled)(?: \p{L}+){0,3} (?:to|for|on|against)\b|\bi (?:love|enjoy|hate|dislike|can['’]t stand)\b/iu;

/** Whether a text states a preference of its speaker. A question may, too: "I prefer e-books, can you find me some?" */
function tellsOwnPreference(text: string): boolean {
  return OWN_PREFERENCE.test(text);
}

type Term = NonNullable<CapabilityModule['terms']>[number];

/** Boost of a memory in which the person states a preference, where advice is asked for, in logits. */
const TOLD = 3.5;
/** The most that the dimension of a memory adds or subtracts, in logits. */
const SIDE = 0.75;
const ASSISTANT = 'assistant';

/**
 * Preferences steer recall: for requests of advice or action, stated preferences of the person rank higher, as do
 * dimensions that they elevate in edits. Active once they have edited a turn or set a preference. Each result reports
 * its boost.
 */
export const preferenceTerm: Term = {
  name: 'preference',
  range: [-SIDE, TOLD + SIDE],
  weigh: async (results, { understanding: { query }, ports: { kept, stemmer } }) => {
    const profile = await kept.of(PreferenceProfileCache).current();
    // Off by default: it helps on the chats that it was fitted on, but costs first places in other
    // benchmarks.
    if (profile === null) return null;
    const advice = asksForAdvice(query) || requestsAction(query);
    const sided = profile.preferences.some(({ aspect }) => aspect === 'dimension');
    if (!profile.steering || (!advice && !sided)) return null;
    const dimensionOf = createDimensions(stemmer);
    return results.map(({ memory: { content, speaker, language } }) => {
      const told = advice && speaker !== ASSISTANT && tellsOwnPreference(content) ? TOLD : 0;
      const side = sided ? dimensionOf(contentTerms(content, language, stemmer)) : null;
      return told + SIDE * weightOf(profile, 'dimension', side);
    });
  },
};

const ADVICE =
  /\b(?:suggest\w*|recommend\w*|advise|advice|what (?:should|would|could|can) (?:i|we)|how (?:should|would|could|can) (?:i|we|you)|where (?:should|do you think)|which (?:\p{L}+ ){1,3}should|can you (?:help|show|walk|explain|plan)|help me|i['’]m (?:planning|looking|thinking|about|going|working)|any (?:ideas?|tips))\b/iu;

/** Whether a preference may bear on the answer to a query. */
function asksForAdvice(query: string): boolean {
  return ADVICE.test(query);
}
