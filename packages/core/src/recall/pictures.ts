import type { ParsedImageInput } from '../domain/image.js';
import type { Accept } from '../indexes/accept.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { type Candidate, PATH_LIMIT } from './candidate.js';
import type { FeatureTable } from './ranking/feature-list.js';
import { type FusionModel, probability } from './ranking/fusion-model.js';
import { type PictureCodes, type PicturePorts, readPicture } from '../spaces/e10-multimodal.js';

/** The picture of a query. */
export interface QueryPicture {
  /** Hash of its file: the same picture under two paths is the same question. */
  readonly sha256: string;
  readonly codes: PictureCodes;
}

/** Reads the profile's picture. Throws `invalid_input`, `not_found`, `unavailable`, naming `profile.image`. */
export async function readQueryPicture(
  image: ParsedImageInput,
  ports: PicturePorts,
): Promise<QueryPicture> {
  const { record, code } = await readPicture(image, 'profile.image', ports);
  return { sha256: record.sha256, codes: [code] };
}

/**
 * Memories with the most similar pictures, each by its best one, ties to the one recorded first. Few memories have
 * pictures, so all are compared.
 */
export function imagePath(
  index: BankIndex,
  { codes }: QueryPicture,
  space: PicturePorts['space'],
  accepts: Accept,
): Candidate[] {
  const found: Candidate[] = [];
  for (const [slot, packed] of index.pictures) {
    if (!accepts(slot)) continue;
    const score = space.similarity(codes, space.unpack(packed));
    if (score > 0) found.push({ slot, score });
  }
  return found.sort((a, b) => b.score - a.score || a.slot - b.slot).slice(0, PATH_LIMIT);
}

/** Unrelated pictures reach this similarity by colours and composition alone. */
const CHANCE = 0.6;
const LEAST = 1e-6;

/**
 * Adds the pictures' evidence to the logits of the fusion, which was fitted on text. With a text, either may be the
 * reason (a noisy or: 1 - (1 - p)(1 - q)), where q grows from 0 at chance similarity to 1 for the same picture.
 * Without a text, the similarity itself is the score.
 */
export function addPictureEvidence(
  logits: Float32Array,
  table: FeatureTable,
  candidates: readonly Candidate[] | undefined,
  model: FusionModel,
  pictureAlone: boolean,
): Float32Array {
  if (candidates === undefined) return logits;
  const likeness = new Map(candidates.map(({ slot, score }) => [slot, score]));
  return logits.map((logit, row) => {
    const alike = likeness.get(table.slots[row] ?? -1) ?? 0;
    if (pictureAlone) return logitOf(alike, model);
    const meant = Math.max(0, (alike - CHANCE) / (1 - CHANCE));
    return meant === 0 ? logit : logitOf(1 - (1 - probability(model, logit)) * (1 - meant), model);
  });
}

/** The logit to which the model assigns this probability. */
function logitOf(chance: number, { slope, intercept }: FusionModel): number {
  const p = Math.max(LEAST, Math.min(1 - LEAST, chance));
  return (Math.log(p / (1 - p)) - intercept) / slope;
}
