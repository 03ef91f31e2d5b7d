import { z } from 'zod';
import type { Of, SchemaOf } from './schema.js';

const degree = (what: string) =>
  z
    .int('must be a whole number, 1 to 5')
    .min(1, 'must be 1 to 5')
    .max(5, 'must be 1 to 5')
    .optional()
    .describe(`${what}, 1 to 5.`);

/** The parts of a bank's disposition that a caller changes; the others stay. */
export const DispositionInput = z.strictObject({
  scepticism: degree(
    'How much evidence an opinion or a principle needs, and how carefully it is worded',
  ),
  literalism: degree('How closely reflection keeps to the words that were said'),
  empathy: degree('How much room feelings get in a summary'),
});
export type DispositionInput = z.input<typeof DispositionInput>;

const dispositionShape = z.strictObject({
  scepticism: z.number(),
  literalism: z.number(),
  empathy: z.number(),
});
/**
 * How a bank reflects, each part 1..5. It affects summaries, opinions and principles, never
 * what was remembered.
 */
export interface Disposition extends Of<typeof dispositionShape> {}
export const Disposition: SchemaOf<Disposition, typeof dispositionShape> = dispositionShape;

export const EVEN_DISPOSITION: Disposition = Object.freeze({
  scepticism: 3,
  literalism: 3,
  empathy: 3,
});
