import { z } from 'zod';
import { NO_NORTH_STAR, type Goal } from '../../domain/goal.js';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import {
  alignmentOf,
  composeFingerprint,
  type Fingerprint,
  type SpaceReading,
} from '../../spaces/space.js';
import {
  coherence,
  Lifecycle,
  lifecycleOf,
  neighbourDistance,
  NO_MOMENTS,
  novelty,
  observe,
  Phase,
  phaseOf,
  utl,
  utlLiteral,
} from '../../spaces/learning-score.js';
import type { Probe, SpaceReader } from '../../bank/bank-spaces.js';
import type { OpenBank } from '../../bank/core.js';
import type { Store } from '../../ports/store.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const learningShape = z.strictObject({
  score: z.number(),
  /** The score by the original formula, which saturates. */
  literal: z.number(),
  /** 0.5..1.5; 1 is neutral. */
  affect: z.number(),
  phase: Phase,
  lifecycle: Lifecycle,
});
/** How much was learned when the memory was stored. */
export interface Learning extends Of<typeof learningShape> {}
export const Learning: SchemaOf<Learning, typeof learningShape> = learningShape;

/** A memory's figures in each space. A diagnostic: recall does not read it. */
interface MemoryFingerprint extends Fingerprint {
  readonly northStar: Goal | null;
  /** Null if no space has the memory. */
  readonly learning: Learning | null;
  readonly notices: readonly string[];
}

const NEIGHBOURS = 10;
/** Number of earlier memories that define the usual novelty. */
const USUAL_FROM = 32;
/** Maximum number of members that represent a context. */
const MAX_MEMBERS = 50;
const MAX_LINKS = 100;
const AFFECT = { neutral: 1, sign: 0.25 } as const;

interface Measured {
  readonly reading: SpaceReading;
  /** Ids of the nearest memories, best first. */
  readonly ranking: readonly string[];
}

/** Figures of the given spaces for the memory in a slot, compared with the bank's north star if there is one. */
export async function fingerprintMemory(
  slot: number,
  star: Goal | null,
  { name, state: { index } }: Pick<OpenBank, 'name' | 'state'>,
  store: Store,
  readers: readonly SpaceReader[],
): Promise<MemoryFingerprint> {
  const links = (await store.neighbours(name, [index.id(slot)], EDGE_FAMILIES, MAX_LINKS)).length;
  const measured: Measured[] = [];
  for (const reader of readers) {
    const found = await measure(slot, reader, { index, star, links });
    if (found !== null) measured.push(found);
  }
  return {
    ...composeFingerprint(measured.map(({ reading }) => reading)),
    northStar: star,
    learning: learningOf(measured, slot, index),
    notices: star === null ? [NO_NORTH_STAR] : [],
  };
}

async function measure(
  slot: number,
  reader: SpaceReader,
  { index, star, links }: { index: BankIndex; star: Goal | null; links: number },
): Promise<Measured | null> {
  const earlier = Array.from(
    { length: Math.min(USUAL_FROM, slot) },
    (_, back) => slot - 1 - back,
  ).reverse();
  const probes = await reader.memories([...earlier, slot]);
  const probe = probes.get(slot);
  if (probe === undefined) return null;
  const distanceOf = (each: Probe, at: number): number =>
    neighbourDistance(
      each
        .nearest(NEIGHBOURS, (other) => other < at && index.isLive(other))
        .map(({ likeness }) => likeness),
    );
  let moments = NO_MOMENTS;
  // The first memory has nothing to compare with.
  for (const [at, each] of [...probes].sort(([a], [b]) => a - b))
    if (at > 0 && at < slot) moments = observe(moments, distanceOf(each, at));
  const near = probe.nearest(NEIGHBOURS, (other) => other !== slot && index.isLive(other));
  const text = star === null ? null : reader.text(star.description);
  const likeness = text?.likenesses([slot])[0] ?? NaN;
  return {
    reading: {
      space: reader.space,
      present: true,
      alignment: Number.isNaN(likeness) ? null : alignmentOf(likeness, await reader.calibration()),
      novelty: novelty(distanceOf(probe, slot), moments),
      coherence: coherence({
        links,
        ...contextDistances(
          slot,
          probe,
          near.map((each) => each.slot),
          index,
        ),
        neighbourLikeness: await mutualLikeness(
          near.map((each) => each.slot),
          reader,
        ),
      }),
    },
    ranking: near.map((each) => index.id(each.slot)),
  };
}

/** Mean distances to the memory's own context and to that of its nearest neighbour outside it. */
function contextDistances(
  slot: number,
  probe: Probe,
  near: readonly number[],
  index: BankIndex,
): { ownDistance: number | null; otherDistance: number | null } {
  const own = index.context(slot);
  const other =
    near
      .map((each) => index.context(each))
      .find((context) => context !== NONE && context !== own) ?? NONE;
  const distanceTo = (context: number): number | null => {
    if (context === NONE) return null;
    const members = index
      .contextMembers(context)
      .filter((each) => each !== slot && index.isLive(each))
      .slice(-MAX_MEMBERS);
    return meanOf(
      [...probe.likenesses(members)]
        .filter((value) => !Number.isNaN(value))
        .map((value) => Math.min(1, 1 - value)),
    );
  };
  return { ownDistance: distanceTo(own), otherDistance: distanceTo(other) };
}

async function mutualLikeness(
  slots: readonly number[],
  reader: SpaceReader,
): Promise<number | null> {
  const probes = await reader.memories(slots);
  return meanOf(
    slots.flatMap((slot, at) =>
      [...(probes.get(slot)?.likenesses(slots.slice(at + 1)) ?? [])].filter(
        (value) => !Number.isNaN(value),
      ),
    ),
  );
}

function learningOf(
  measured: readonly Measured[],
  slot: number,
  index: BankIndex,
): Learning | null {
  if (measured.length === 0) return null;
  const parts = measured.map(({ reading }) => ({
    alignment: reading.alignment ?? 1,
    novelty: reading.novelty ?? 0,
    coherence: reading.coherence ?? 0,
  }));
  const lifecycle = lifecycleOf(slot);
  const phase = phaseOf(measured.map(({ ranking }) => ranking));
  const affect =
    AFFECT.neutral +
    (index.has(slot, 'feeling') ? AFFECT.sign : 0) +
    (index.has(slot, 'exclamation') ? AFFECT.sign : 0);
  const circumstances = { lifecycle, affect, phi: phase.phi };
  return {
    score: utl(parts, circumstances),
    literal: utlLiteral(parts, circumstances),
    affect,
    phase,
    lifecycle,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
