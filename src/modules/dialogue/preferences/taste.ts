import { z } from 'zod';
import type { CuratedArtifact } from '../curation/apply-edits.js';
import type { ArtifactEdit } from '../curation/edit.js';
import type { MappedClaim } from '../artifact.js';
import { amountsIn } from '../map/amounts.js';
import { isNegated } from '../map/polarity.js';

/** What preferences are of: a side of the matter, a kind of claim, or a topic on which a person has opinions. */
export const ASPECTS = ['dimension', 'kind', 'topic'] as const;
export const Aspect = z.enum(ASPECTS);
export type Aspect = z.infer<typeof Aspect>;

const Tally = z.object({
  aspect: Aspect,
  name: z.string(),
  /** How often the person met it in this edit. */
  seen: z.number(),
  /** What they did with it, summed: 1 for each that they added or elevated, -1 for each that they threw out. */
  liked: z.number(),
});
export type Tally = z.output<typeof Tally>;

/** What one edit tells of preferences, or what a person says of them by hand. */
export const TasteValue = z.discriminatedUnion('told', [
  z.object({ told: z.literal('by edit'), turn: z.string(), tallies: z.array(Tally) }),
  z.object({
    told: z.literal('by hand'),
    aspect: Aspect,
    name: z.string(),
    /** -1 to 1; null: what was counted so far is forgotten. */
    weight: z.number().nullable(),
  }),
  z.object({ told: z.literal('steering'), on: z.boolean() }),
]);
export type TasteValue = z.output<typeof TasteValue>;

const LIKED = { added: 1, elevated: 1, modified: 0.5, removed: -1 } as const;
/** Topics of a query that are counted: its first telling words. */
const MAX_TOPICS = 3;
const INTENSITY = { light: 1 / 3, moderate: 2 / 3, heavy: 1 } as const;

/** What claims of all sorts are, by their form. */
export function kindsOf({ kind, outlier, text, appliesWhen }: MappedClaim): string[] {
  return [
    kind === 'consensus' ? 'consensus' : (outlier ?? 'supplemental'),
    ...(amountsIn(text).size > 0 ? ['figures'] : []),
    ...(appliesWhen === null ? [] : ['conditions']),
    ...(isNegated(text) ? ['warnings'] : []),
  ];
}

/** Reads off an edit what it says of the person: what they met counts beside what they did, so that leaving alone is a word, too. */
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
  // A duplicate says nothing against what it is a duplicate of.
  for (const { claim, reason } of edit.removed)
    if (reason !== 'duplicate') tell(claim, 0, LIKED.removed);
  for (const topic of topics.slice(0, MAX_TOPICS))
    count('topic', topic, 1, INTENSITY[after.intensity ?? 'light']);
  return [...tallies.values()];
}
