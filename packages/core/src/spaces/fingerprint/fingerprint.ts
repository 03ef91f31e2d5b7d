import { SPACES, type SpaceName } from '../../domain/space.js';
import { johari, type JohariQuadrant } from './johari.js';
import {
  alignmentLevel,
  overallAlignment,
  type AlignmentLevel,
  type PurposeVector,
} from './purpose.js';

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

/** One of the twelve rows; everything but the name is null if the space is absent. */
export interface FingerprintRow {
  readonly space: SpaceName;
  readonly present: boolean;
  readonly alignment: number | null;
  readonly novelty: number | null;
  readonly coherence: number | null;
  readonly johari: JohariQuadrant | null;
  readonly johariConfidence: number | null;
}

/** A fingerprint without the embeddings themselves: which exist, and their figures. */
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
