import { z } from 'zod';
import { BankName, MemoryId } from './ids.js';
import { flag, type Of, OwnText, type SchemaOf, Share, wholeNumber } from './schema.js';
import { Instant } from './time.js';

export const DoctorInput = z.strictObject({
  rebuild: flag('Make every derived part anew.'),
  recall: flag(
    'Also asks the bank questions made of its own notes: how well it answers, how sure it is, which notes cannot be found.',
  ),
  questions: wholeNumber(1, 200).default(200).describe('With recall: most questions asked.'),
  seed: wholeNumber(0, 2 ** 31 - 1)
    .default(1)
    .describe('With recall: which notes are drawn; the same seed draws the same.'),
});
export type DoctorInput = z.input<typeof DoctorInput>;

/** `held_out`: by one of the note's own questions, which it is then indexed without; `named`: by subject and aspect. */
export const WAYS_OF_ASKING = ['held_out', 'named'] as const;

const tallyShape = z.strictObject({
  asked: z.number(),
  /** Shares of the questions whose answer stood first, among the first three, among the first ten. */
  first: Share,
  amongThree: Share,
  amongTen: Share,
});
export interface Tally extends Of<typeof tallyShape> {}
export const Tally: SchemaOf<Tally, typeof tallyShape> = tallyShape;

/**
 * `no_vectors`: not embedded; `no_turn`: what it was read off is gone; `outranked`: not among the first three for its
 * own question; `wrong_day`: its day is neither in its sentence nor in its turns; `unnamed`: a subject whose name
 * nobody says, or that is called by a name no note carries; `one_subject`: two names that seem to mean one;
 * `disagrees`: with another current note; `no_reason`: its reason no longer holds.
 */
export const NOTE_FAULTS = [
  'no_vectors',
  'no_turn',
  'outranked',
  'wrong_day',
  'unnamed',
  'one_subject',
  'disagrees',
  'no_reason',
] as const;

const brokenNoteShape = z.strictObject({
  fault: z.enum(NOTE_FAULTS),
  /** The notes concerned; one sentence of them is `text`. */
  notes: z.array(MemoryId),
  text: z.string(),
  why: z.string(),
  /** The operation that mends it, or shows what is needed for it. */
  mend: z.strictObject({ operation: OwnText, input: z.record(z.string(), z.unknown()) }),
});
/** A note that is not found, or misleads. */
export interface BrokenNote extends Of<typeof brokenNoteShape> {}
export const BrokenNote: SchemaOf<BrokenNote, typeof brokenNoteShape> = brokenNoteShape;

const selfTestShape = z.strictObject({
  bank: BankName,
  at: Instant,
  seed: z.number(),
  /** Current notes that can be asked for. */
  notes: z.number(),
  ways: z.strictObject({ held_out: Tally, named: Tally }),
  /** By how sure the bank was of the first result: the mean, and the share of those that were right. */
  sureness: z.array(z.strictObject({ upTo: Share, asked: z.number(), sure: Share, right: Share })),
  broken: z.array(BrokenNote),
});
/** How well a bank answers questions made of its own notes. */
export interface SelfTest extends Of<typeof selfTestShape> {}
export const SelfTest: SchemaOf<SelfTest, typeof selfTestShape> = selfTestShape;
