import { z } from 'zod';
import { type SpaceName, SPACES } from '../domain/change.js';
import type { EntityId, MemoryId } from '../domain/ids.js';
import type { Instant, Period } from '../domain/time.js';

/** A query's word and its weight in this bank. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** What a space may read of one memory. */
export interface Subject {
  readonly id: MemoryId;
  readonly content: string;
  /** ISO 639-1 code. */
  readonly language: string;
  /** Stems of the content words, in order. */
  readonly terms: readonly string[];
  readonly saidAt: Instant;
  readonly occurredFrom: Instant;
  readonly occurredTo: Instant;
  /** Position within its session. */
  readonly position: number;
  /** Position among all memories of the bank, in order of recording. */
  readonly order: number;
  /** Codes of its pictures, computed beforehand by the image encoder, which may be slow. Absent for plain text. */
  readonly pictures?: readonly Int8Array[];
}

/** What a space may read of one query. */
export interface Inquiry {
  readonly text: string;
  readonly language: string;
  readonly terms: readonly WeightedTerm[];
  readonly now: Instant;
  /** The times it names. */
  readonly periods: readonly Period[];
  /** The role that it seeks: `cause` for "why X", `effect` for "what did X lead to", else null. */
  readonly direction: 'cause' | 'effect' | null;
  /** The bank's entities that it names. */
  readonly entities: readonly EntityId[];
  /** Codes of the pictures in the query. */
  readonly pictures?: readonly Int8Array[];
}

/**
 * One embedding space. `Code` is its own representation of a memory or a query; codes of two spaces are never
 * compared. Pure unless documented to depend on the bank: the same subject gives the same code.
 */
export interface Space<Code> {
  readonly name: SpaceName;
  /** Identifies algorithm and version: codes of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** The memory's code; null if it has none in this space. */
  memory(subject: Subject): Code | null;
  /** The query's code; null if it has none in this space. */
  query(inquiry: Inquiry): Code | null;
  /** How well a memory answers a query, -1..1; 1 is best. */
  similarity(query: Code, memory: Code): number;
  /** How similar two memories are, -1..1. Symmetric. */
  likeness(a: Code, b: Code): number;
}

/** A space whose codes are stored with the memory, in the same transaction. */
export interface StoredSpace<Code> extends Space<Code> {
  pack(code: Code): Int8Array;
  /** Throws `corrupt` unless the bytes come from {@link pack}. */
  unpack(bytes: Int8Array): Code;
}

/**
 * Maps a space's likeness to an alignment of 0..1 by a logistic curve, which preserves order. A cosine of 0.3 says
 * little by itself; in one space it is chance, in another the same matter in other words.
 */
export interface Calibration {
  /** The likeness at which two texts are as likely as not about the same matter. */
  readonly midpoint: number;
  /** Slope of the log-odds, above 0. */
  readonly steepness: number;
}

/** Probability that two texts of this likeness are about the same matter, at even prior odds; 0..1, increasing. */
export function alignmentOf(likeness: number, { midpoint, steepness }: Calibration): number {
  return 1 / (1 + Math.exp(steepness * (midpoint - likeness)));
}

/** A likeness of two texts and whether people consider them to be about the same matter. */
export interface LabelledLikeness {
  readonly likeness: number;
  readonly related: boolean;
}

const MAX_STEPS = 100;

/**
 * Platt's scaling (1999) with his smoothed targets, by Newton's method with halved steps (Lin, Lin and Weng 2007);
 * both labels have equal weight, however many pairs each has. Throws `RangeError` when likeness does not separate the
 * labels.
 */
export function fitCalibration(pairs: readonly LabelledLikeness[]): Calibration {
  const positives = pairs.filter(({ related }) => related).length;
  const negatives = pairs.length - positives;
  if (positives === 0 || negatives === 0)
    throw new RangeError('a calibration needs pairs of both labels');
  const points = pairs.map(({ likeness, related }): Point =>
    related
      ? { x: likeness, target: (positives + 1) / (positives + 2), weight: 0.5 / positives }
      : { x: likeness, target: 1 / (negatives + 2), weight: 0.5 / negatives },
  );
  let line: Line = { slope: 1, offset: 0 };
  let loss = lossOf(points, line);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = newtonStep(points, line);
    let share = 1;
    let next = moved(line, move, share);
    while (lossOf(points, next) > loss && share > 1e-6) next = moved(line, move, (share /= 2));
    const gained = loss - lossOf(points, next);
    [line, loss] = [next, lossOf(points, next)];
    if (gained < 1e-12) break;
  }
  if (!(line.slope > 0))
    throw new RangeError('likeness does not rise with relatedness in these pairs');
  return { midpoint: -line.offset / line.slope, steepness: line.slope };
}

/** Standard deviations above chance at which being related is as likely as not. */
const TELLING_DEVIATIONS = 2;

/**
 * For a space without labelled pairs: from likenesses of unrelated memories alone. Chance level maps to 0.02, two
 * standard deviations above it to 0.5, four to 0.98.
 */
export function calibrationFromBackground({
  mean,
  deviation,
}: {
  readonly mean: number;
  readonly deviation: number;
}): Calibration {
  const spread = Math.max(deviation, 1e-3);
  return {
    midpoint: mean + TELLING_DEVIATIONS * spread,
    steepness: 4 / (TELLING_DEVIATIONS * spread),
  };
}

interface Point {
  readonly x: number;
  readonly target: number;
  readonly weight: number;
}

interface Line {
  readonly slope: number;
  readonly offset: number;
}

const moved = (line: Line, move: Line, share: number): Line => ({
  slope: line.slope + share * move.slope,
  offset: line.offset + share * move.offset,
});

/** Cross-entropy, in the form that does not overflow. */
function lossOf(points: readonly Point[], { slope, offset }: Line): number {
  let loss = 0;
  for (const { x, target, weight } of points) {
    const z = slope * x + offset;
    loss += weight * (Math.max(z, 0) - target * z + Math.log1p(Math.exp(-Math.abs(z))));
  }
  return loss;
}

function newtonStep(points: readonly Point[], { slope, offset }: Line): Line {
  let [gradientSlope, gradientOffset, xx, x1, one] = [0, 0, 1e-9, 0, 1e-9];
  for (const { x, target, weight } of points) {
    const chance = 1 / (1 + Math.exp(-(slope * x + offset)));
    const error = weight * (target - chance);
    const curve = weight * chance * (1 - chance);
    gradientSlope += error * x;
    gradientOffset += error;
    xx += curve * x * x;
    x1 += curve * x;
    one += curve;
  }
  const determinant = xx * one - x1 * x1;
  return {
    slope: (one * gradientSlope - x1 * gradientOffset) / determinant,
    offset: (xx * gradientOffset - x1 * gradientSlope) / determinant,
  };
}

/**
 * Fitted on 3,000 pairs of sentences, by the benchmark `purpose`: those rated 1 or more of 5 ("on the same topic")
 * against others and random pairs. By the id of the space or encoder.
 */
const FITTED: Readonly<Record<string, Calibration>> = {
  'mneme-hashed-1': { midpoint: 0.194, steepness: 14.1 },
};

/** The calibration fitted for a space or encoder, or null. */
export function fittedCalibration(id: string): Calibration | null {
  return FITTED[id] ?? null;
}

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
