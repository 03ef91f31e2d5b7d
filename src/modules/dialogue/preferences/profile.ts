import { z } from 'zod';
import { Aspect, TasteValue, type Tally } from './taste.js';
import type { Of, SchemaOf } from '../../../domain/schema.js';
import type { BankName } from '../../../domain/ids.js';
import type { LearnedRecord } from '../../../domain/learned/record.js';
import type { Store } from '../../../ports/store.js';

const preferenceShape = z.strictObject({
  aspect: Aspect,
  name: z.string(),
  /** -1 rejected wherever it was met, 0 nothing known or no opinion, 1 wanted wherever it was met. Of a topic 0 to 1: how much is edited. */
  weight: z.number(),
  /** How often it was met in edited turns. */
  seen: z.number(),
  /** A person set the weight by hand: it holds until they forget it. */
  corrected: z.boolean(),
});
export interface Preference extends Of<typeof preferenceShape> {}
export const Preference: SchemaOf<Preference, typeof preferenceShape> = preferenceShape;

const profileShape = z.strictObject({
  /** Strongest first. */
  preferences: z.array(Preference),
  /** How many edits it was read off. */
  edits: z.number(),
  /** Whether it steers extraction, recall and synthesis. */
  steering: z.boolean(),
});
/** What a person's edits say of them. A count, not a verdict: it can be looked at, corrected and forgotten. */
export interface PreferenceProfile extends Of<typeof profileShape> {}
export const PreferenceProfile: SchemaOf<PreferenceProfile, typeof profileShape> = profileShape;

/** So many meetings without an opinion each count begins with: a few edits do not make a preference. */
const SHRINKAGE = 3;

export const TASTE_KEY = 'dialogue taste';

/** The profile of a bank as its edits and its corrections have it. */
export async function readProfile(
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<PreferenceProfile> {
  return profileOf(await store.learned(bank, { kinds: ['module'], keys: [TASTE_KEY] }));
}

/** In order of the records: what was forgotten does not count from before, what was set by hand holds. */
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

/** What a profile says of something; 0 where it says nothing or does not steer. */
export function weightOf(
  { preferences, steering }: PreferenceProfile,
  aspect: Aspect,
  name: string | null,
): number {
  if (!steering || name === null) return 0;
  return preferences.find((each) => each.aspect === aspect && each.name === name)?.weight ?? 0;
}

/** From here on a side of the matter is told to a model as one that the person cares about. */
const CARED_FOR = 0.2;
const MAX_CARED_FOR = 5;

/** The dimensions that a person cares about, most first; none where the profile does not steer. */
export function caredFor({ preferences, steering }: PreferenceProfile): string[] {
  if (!steering) return [];
  return preferences
    .filter(({ aspect, weight }) => aspect === 'dimension' && weight >= CARED_FOR)
    .slice(0, MAX_CARED_FOR)
    .map(({ name }) => name);
}
