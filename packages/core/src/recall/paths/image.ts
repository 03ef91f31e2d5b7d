import type { Accept } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { PicturePorts } from '../../spaces/read-picture.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';
import type { QueryPicture } from '../query-picture.js';

/**
 * Memories with the most similar pictures: each by its best one, ties to the one recorded first. Few
 * memories have any, so all are compared.
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
