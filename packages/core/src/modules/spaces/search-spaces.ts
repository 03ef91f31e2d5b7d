import { z } from 'zod';
import { bestFirst, type Comparison } from '../../bank/bank-spaces.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { type SpaceName, SPACES } from '../../domain/change.js';
import { MnemeError, noMemory } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { BoundInput, parseInput } from '../../domain/input.js';
import { startIn } from '../../domain/memory-times.js';
import { ImageInput, Memory } from '../../domain/memory.js';
import { type Of, type SchemaOf, wholeNumber } from '../../domain/schema.js';
import { DAY, HOUR, type Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import {
  fuseRanks,
  profileFor,
  profileWeights,
  type SpaceRanking,
  type SpaceWeights,
  WEIGHT_PROFILES,
} from './rank-fusion.js';
import { profileOf } from '../../recall/profile-and-question.js';
import { type QueryReader, understand } from '../../recall/understand.js';
import { type PictureCodes, readPicture } from '../../spaces/e10-multimodal.js';
import type { RegisteredSpace } from '../../spaces/registry.js';
import type { Inquiry } from '../../spaces/space.js';

/** Reads a query for the spaces: weighted terms, times and entities it names, and its direction. */
function inquire(
  query: string,
  now: Instant,
  pictures: PictureCodes,
  state: BankState,
  reader: QueryReader,
): Inquiry {
  // The query may be a picture alone; a placeholder stands for its missing words and adds no terms.
  const profile = profileOf({ query: query === '' ? '-' : query }, 'profile');
  const read = understand(profile, { now }, state, reader);
  return {
    text: query === '' ? '' : read.query,
    language: read.language,
    terms: [...read.terms, ...read.nameTerms].map(({ term, weight }) => ({ term, weight })),
    now,
    periods: read.periods,
    direction: read.direction,
    entities: read.entities.map(({ id }) => id),
    ...(pictures.length === 0 ? {} : { pictures }),
  };
}

const Weight = z.coerce
  .number('must be a number')
  .min(0, 'must be 0 to 1,000')
  .max(1_000, 'must be 0 to 1,000');

export const SpaceQuery = z
  .strictObject({
    query: z
      .string()
      .max(4_096)
      .refine((text) => text.trim() !== '', 'must not be empty')
      .optional()
      .describe('The question or topic, 1 to 4,096 characters.'),
    memory: MemoryId.optional().describe('A memory to find the like of, instead of a query.'),
    image: ImageInput.optional().describe('A picture to ask with: a path, a data: URL or bytes.'),
    space: z
      .string()
      .optional()
      .describe(`Only this space: ${SPACES.join(', ')}.`),
    spaces: z
      .record(z.string(), Weight)
      .optional()
      .describe('Several spaces with what each weighs, as in semantic=1,graph=0.5.'),
    profile: z
      .string()
      .optional()
      .describe(`Weights by name: ${WEIGHT_PROFILES.join(', ')}. Default: what suits the query.`),
    limit: wholeNumber(1, 200).default(10).describe('How many memories to return at most.'),
    now: BoundInput.optional().describe('The moment the question is asked. Default: the clock.'),
  })
  .refine(
    ({ query, memory, image }) =>
      (memory === undefined) !== (query === undefined && image === undefined),
    { message: 'give a query, a picture or both, or else a memory', path: ['query'] },
  )
  .refine(
    ({ space, spaces, profile }) =>
      [space, spaces, profile].filter((each) => each !== undefined).length <= 1,
    { message: 'give one of space, spaces and profile', path: ['space'] },
  );
export type SpaceQuery = z.input<typeof SpaceQuery>;
type ParsedSpaceQuery = z.output<typeof SpaceQuery>;

const spaceStandingShape = z.strictObject({
  /** By that space's own measure, -1..1; not comparable with another space's. */
  similarity: z.number(),
  /** From 1; null beyond the ranks that count. */
  rank: z.number().nullable(),
});
/** A memory's rank in one space. */
export interface SpaceStanding extends Of<typeof spaceStandingShape> {}
export const SpaceStanding: SchemaOf<SpaceStanding, typeof spaceStandingShape> = spaceStandingShape;

const spaceMatchShape = z.strictObject({
  memory: Memory,
  /** With one space its similarity; with several the fused ranks, comparable within one answer only. */
  score: z.number(),
  spaces: z.partialRecord(z.enum(SPACES), SpaceStanding),
});
export interface SpaceMatch extends Of<typeof spaceMatchShape> {}
export const SpaceMatch: SchemaOf<SpaceMatch, typeof spaceMatchShape> = spaceMatchShape;

const spaceMatchesShape = z.strictObject({
  /** Null if the caller chose the spaces. */
  profile: z.string().nullable(),
  /** The weight of each space that found anything; they sum to 1. */
  weights: z.partialRecord(z.enum(SPACES), z.number()),
  results: z.array(SpaceMatch),
  /** Spaces without a contribution, and why. */
  notices: z.array(z.string()),
});
export interface SpaceMatches extends Of<typeof spaceMatchesShape> {}
export const SpaceMatches: SchemaOf<SpaceMatches, typeof spaceMatchesShape> = spaceMatchesShape;

/** Number of ranks of each space that count. */
const DEPTH = 100;
/** Recency boosts: the first step whose age limit is met applies. */
const FRESH: readonly (readonly [Instant, number])[] = [
  [HOUR, 1.3],
  [DAY, 1.2],
  [7 * DAY, 1.1],
];

/** A query or memory encoded for one space. */
interface Asked {
  readonly registered: RegisteredSpace;
  readonly code: unknown;
  readonly by: Comparison;
}

/**
 * Memories nearest to a query or to another memory, in one embedding space or several. Each space ranks separately;
 * the ranks are fused by weight, and some spaces only reorder. Throws `not_found`, and `invalid_input` for a bad
 * choice, naming the choices.
 */
export async function searchSpaces(
  raw: unknown,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'clock' | 'pictures' | 'readyForCode'>,
): Promise<SpaceMatches> {
  const query = parseInput(SpaceQuery, raw, 'query');
  const { spaces, state } = bank;
  const named = namedWeights(query, bank);
  await spaces.follow();
  const self = query.memory === undefined ? -1 : slotOf(query.memory, 'query.memory', bank);
  const now =
    query.now === undefined
      ? parts.clock.now()
      : startIn(query.now, await bankOffset(bank.name, parts.store));
  const prepared = query.memory === undefined ? await prepareQuery(query, now, bank, parts) : null;
  const profile = named === null ? (query.profile ?? prepared?.profile ?? 'semantic') : null;
  const weights =
    named ?? profileWeights(profile ?? 'semantic', 'query.profile', spaces.registered);
  const notices: string[] = [];
  const asked: Asked[] = [];
  for (const registered of spaces.registered.filter(
    ({ space }) => (weights[space.name] ?? 0) > 0,
  )) {
    const { code, notice } =
      prepared === null
        ? { code: (await spaces.codes(registered, [self])).get(self) ?? null, notice: null }
        : await prepared.code(registered);
    if (code !== null)
      asked.push({ registered, code, by: prepared === null ? 'likeness' : 'similarity' });
    else
      notices.push(
        `${registered.space.name}: ${notice ?? (prepared === null ? 'the memory has nothing in this space' : 'the query has nothing to ask of this space')}.`,
      );
  }
  const accepts = (slot: number): boolean => slot !== self && state.index.isLive(slot);
  const rankings = await rankAll(
    asked,
    accepts,
    query.space === undefined ? DEPTH : query.limit,
    bank,
  );
  for (const { space, ranking } of rankings)
    if (ranking.length === 0)
      notices.push(
        `${space}: no ${prepared === null ? 'other ' : ''}memory is near in this space.`,
      );
  const scores =
    query.space === undefined
      ? timed(fuseRanks(rankings, weights), prepared === null ? null : now, bank)
      : new Map(
          rankings.flatMap(({ ranking }) =>
            ranking.map(({ slot, likeness }) => [slot, likeness] as const),
          ),
        );
  const best = Array.from(scores, ([slot, likeness]) => ({ slot, likeness }))
    .sort(bestFirst)
    .slice(0, query.limit);
  return {
    profile,
    weights: renormalised(weights, rankings),
    results: await describe(best, asked, rankings, bank, parts),
    notices,
  };
}

/** The weights that the caller gave; null if a profile provides them. */
function namedWeights({ space, spaces }: ParsedSpaceQuery, bank: OpenBank): SpaceWeights | null {
  if (space !== undefined) return { [bank.spaces.named(space, 'query.space').space.name]: 1 };
  if (spaces === undefined) return null;
  const entries = Object.entries(spaces).map(([name, weight]): [string, number] => [
    bank.spaces.named(name, 'query.spaces').space.name,
    weight,
  ]);
  if (entries.some(([, weight]) => weight > 0)) return Object.fromEntries(entries);
  throw new MnemeError(
    'invalid_input',
    'query.spaces: at least one space must weigh more than 0.',
    { field: 'query.spaces', value: spaces, hint: 'As in semantic=1,graph=0.5.' },
  );
}

/** The slot of a current memory. Throws `not_found`. */
export function slotOf(id: MemoryId, field: string, { state }: OpenBank): number {
  const slot = state.index.slot(id);
  if (slot >= 0) return slot;
  throw noMemory(id, field);
}

async function prepareQuery(
  { query = '', image }: ParsedSpaceQuery,
  now: Instant,
  { spaces, state, recall }: OpenBank,
  { pictures, readyForCode }: Pick<EngineParts, 'pictures' | 'readyForCode'>,
) {
  await readyForCode(query);
  const codes =
    image === undefined ? [] : [(await readPicture(image, 'query.image', pictures)).code];
  const inquiry = inquire(query, now, codes, state, recall);
  const ofCode = state.index.coded * 2 > state.index.size;
  return {
    profile: profileFor(inquiry, ofCode),
    code: (registered: RegisteredSpace) => spaces.query(registered, inquiry),
  };
}

/** Each space's ranking; a space that only reorders ranks what the others found. */
async function rankAll(
  asked: readonly Asked[],
  accepts: (slot: number) => boolean,
  depth: number,
  { spaces }: OpenBank,
): Promise<SpaceRanking[]> {
  const alone = asked.length === 1;
  const rankings: SpaceRanking[] = [];
  for (const { registered, code, by } of asked) {
    if (registered.role === 'reorders' && !alone) continue;
    const ranking = await spaces.nearest(registered, code, by, depth, accepts);
    // A similarity of 0 or less is chance, so its rank is meaningless.
    rankings.push({
      space: registered.space.name,
      ranking: ranking.filter(({ likeness }) => likeness > 0),
    });
  }
  const found = [...new Set(rankings.flatMap(({ ranking }) => ranking.map(({ slot }) => slot)))];
  for (const { registered, code, by } of asked) {
    if (registered.role !== 'reorders' || alone) continue;
    const measured = await spaces.measure(registered, code, by, found);
    rankings.push({
      space: registered.space.name,
      ranking: measured.filter(({ likeness }) => likeness > 0).sort(bestFirst),
    });
  }
  return rankings;
}

/** Boosts memories that are recent at query time. */
function timed(
  scores: ReadonlyMap<number, number>,
  now: Instant | null,
  { state }: OpenBank,
): ReadonlyMap<number, number> {
  if (now === null) return scores;
  const factor = (slot: number): number =>
    FRESH.find(([age]) => now - state.index.saidAt.get(slot) < age)?.[1] ?? 1;
  return new Map(Array.from(scores, ([slot, score]) => [slot, score * factor(slot)]));
}

function renormalised(weights: SpaceWeights, rankings: readonly SpaceRanking[]): SpaceWeights {
  const telling = rankings.filter(({ ranking }) => ranking.length > 0).map(({ space }) => space);
  const total = telling.reduce((sum, space) => sum + (weights[space] ?? 0), 0);
  return Object.fromEntries(telling.map((space) => [space, (weights[space] ?? 0) / total]));
}

async function describe(
  best: readonly { readonly slot: number; readonly likeness: number }[],
  asked: readonly Asked[],
  rankings: readonly SpaceRanking[],
  { name, spaces, state }: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<SpaceMatch[]> {
  const slots = best.map(({ slot }) => slot);
  const memories = new Map(
    (
      await store.get(
        name,
        slots.map((slot) => state.index.id(slot)),
      )
    ).map((memory) => [memory.id, memory]),
  );
  const standings = new Map<number, Partial<Record<SpaceName, SpaceStanding>>>(
    slots.map((slot) => [slot, {}]),
  );
  for (const { registered, code, by } of asked) {
    const { name: space } = registered.space;
    const ranks = new Map(
      rankings.find((each) => each.space === space)?.ranking.map(({ slot }, at) => [slot, at + 1]),
    );
    for (const { slot, likeness } of await spaces.measure(registered, code, by, slots))
      Object.assign(standings.get(slot) ?? {}, {
        [space]: { similarity: likeness, rank: ranks.get(slot) ?? null },
      });
  }
  return best.flatMap(({ slot, likeness }) => {
    const memory = memories.get(state.index.id(slot));
    return memory === undefined
      ? []
      : [{ memory, score: likeness, spaces: standings.get(slot) ?? {} }];
  });
}
