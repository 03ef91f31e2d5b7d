import { profileOf } from '../../recall/profile.js';
import type { Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import { understand, type QueryReader } from '../../recall/understand.js';
import type { PictureCodes } from '../../spaces/e10-multimodal.js';
import type { Inquiry } from '../../spaces/space.js';

/** Reads a query for the spaces: weighted terms, times and entities it names, and its direction. */
export function inquire(
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
