import { z } from 'zod';
import { type SpaceName, SPACES } from '../domain/space.js';

/** Twelve alignments of 0..1 in the order of `SPACES`; null if the memory or the goal has no code in that space. */
export type PurposeVector = readonly (number | null)[];

/** Mean over the present spaces, 0..1; null if there is none. */
export function overallAlignment(vector: PurposeVector): number | null {
  const present = vector.filter((alignment) => alignment !== null);
  return present.length === 0
    ? null
    : present.reduce((sum, alignment) => sum + alignment, 0) / present.length;
}

export const AlignmentLevel = z.enum(['optimal', 'acceptable', 'warning', 'critical']);
export type AlignmentLevel = z.infer<typeof AlignmentLevel>;

/** Minimum alignment of each level, best first. */
const LEVELS: readonly (readonly [number, AlignmentLevel])[] = [
  [0.75, 'optimal'],
  [0.7, 'acceptable'],
  [0.55, 'warning'],
];

export function alignmentLevel(alignment: number): AlignmentLevel {
  return LEVELS.find(([least]) => alignment >= least)?.[1] ?? 'critical';
}

export const JOHARI_QUADRANTS = ['open', 'blind', 'hidden', 'unknown'] as const;
export type JohariQuadrant = (typeof JOHARI_QUADRANTS)[number];

interface Johari {
  readonly quadrant: JohariQuadrant;
  /** Distance from the nearest border: 0 on it, up to 1. */
  readonly confidence: number;
}

const BORDER = 0.5;

/**
 * After the window of Luft and Ingham (1955): familiar and fitting is open; new and not yet fitting is blind;
 * familiar and not fitting, hidden; new and fitting, unknown. Both inputs 0..1.
 */
export function johari(novelty: number, coherence: number): Johari {
  const isNew = novelty >= BORDER;
  const fits = coherence >= BORDER;
  const quadrant = fits ? (isNew ? 'unknown' : 'open') : isNew ? 'blind' : 'hidden';
  const margin = Math.min(Math.abs(novelty - BORDER), Math.abs(coherence - BORDER));
  return { quadrant, confidence: Math.min(1, margin / BORDER) };
}

type JohariTrigger =
  | 'privatize'
  | 'explicit_share'
  | 'self_recognition'
  | 'dream_consolidation'
  | 'pattern_discovery'
  | 'external_observation';

/** The allowed transitions between quadrants, with their triggers. No quadrant turns into itself. */
export const JOHARI_TRANSITIONS: Readonly<
  Record<JohariQuadrant, Readonly<Partial<Record<JohariQuadrant, readonly JohariTrigger[]>>>>
> = {
  open: { hidden: ['privatize'] },
  hidden: { open: ['explicit_share'] },
  blind: { open: ['self_recognition'], hidden: ['self_recognition'] },
  unknown: {
    open: ['dream_consolidation', 'pattern_discovery'],
    hidden: ['dream_consolidation'],
    blind: ['external_observation'],
  },
};

/** Whether this trigger may turn one quadrant into the other. */
export function mayTurn(from: JohariQuadrant, to: JohariQuadrant, by: JohariTrigger): boolean {
  return JOHARI_TRANSITIONS[from][to]?.includes(by) ?? false;
}

/** The figures of one space for a memory, 0..1. */
export interface SpaceReading {
  readonly space: SpaceName;
  /** Whether the memory has an embedding in this space; without one the figures mean nothing. */
  readonly present: boolean;
  /** To the bank's north star; null if there is none or it has no embedding in this space. */
  readonly alignment: number | null;
  readonly novelty: number | null;
  readonly coherence: number | null;
}

/** The row of one space; all but the name is null if the space is absent. */
export interface FingerprintRow {
  readonly space: SpaceName;
  readonly present: boolean;
  readonly alignment: number | null;
  readonly novelty: number | null;
  readonly coherence: number | null;
  readonly johari: JohariQuadrant | null;
  readonly johariConfidence: number | null;
}

/** A fingerprint: which embeddings exist, and their figures, without the embeddings themselves. */
export interface Fingerprint {
  /** Always twelve, in the order of `SPACES`. */
  readonly rows: readonly FingerprintRow[];
  readonly purposeVector: PurposeVector;
  /** Mean over the purpose vector; null without a north star. */
  readonly northStarAlignment: number | null;
  readonly level: AlignmentLevel | null;
  /** The space with the best alignment; without a north star, the one that fits best; null if nothing is measured. */
  readonly dominantSpace: SpaceName | null;
  /** Mean coherence over the present spaces. */
  readonly coherence: number | null;
}

/** Composes the readings; a space without one is absent. Independent of how spaces encode. */
export function composeFingerprint(readings: readonly SpaceReading[]): Fingerprint {
  const bySpace = new Map(readings.map((reading) => [reading.space, reading]));
  const rows = SPACES.map((space) => rowOf(space, bySpace.get(space)));
  const vector = rows.map(({ alignment }) => alignment);
  const northStarAlignment = overallAlignment(vector);
  return {
    rows,
    purposeVector: vector,
    northStarAlignment,
    level: northStarAlignment === null ? null : alignmentLevel(northStarAlignment),
    dominantSpace:
      northStarAlignment === null ? largest(rows, 'coherence') : largest(rows, 'alignment'),
    coherence: meanOf(rows.flatMap(({ coherence }) => coherence ?? [])),
  };
}

function rowOf(space: SpaceName, reading: SpaceReading | undefined): FingerprintRow {
  if (reading?.present !== true)
    return {
      space,
      present: false,
      alignment: null,
      novelty: null,
      coherence: null,
      johari: null,
      johariConfidence: null,
    };
  const { alignment, novelty, coherence } = reading;
  const window = novelty === null || coherence === null ? null : johari(novelty, coherence);
  return {
    space,
    present: true,
    alignment,
    novelty,
    coherence,
    johari: window?.quadrant ?? null,
    johariConfidence: window?.confidence ?? null,
  };
}

/** The first of the largest, so that equal memories have equal fingerprints. */
function largest(
  rows: readonly FingerprintRow[],
  figure: 'alignment' | 'coherence',
): SpaceName | null {
  let best: FingerprintRow | null = null;
  for (const row of rows)
    if (row[figure] !== null && row[figure] > (best?.[figure] ?? -1)) best = row;
  return best?.space ?? null;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
