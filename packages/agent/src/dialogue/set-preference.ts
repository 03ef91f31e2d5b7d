import { z } from 'zod';
import { firstVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName, IdPrefix } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, type SchemaOf, textUpTo, flag } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import {
  Aspect,
  PreferenceProfile,
  profileOf,
  TASTE_KEY,
  type TasteValue,
} from './preference-profile.js';
import { MODULE } from './records.js';
import type { DialogueParts } from './turn.js';

export const PreferenceInput = z.strictObject({
  aspect: Aspect.optional().describe('What it is a preference of.'),
  name: textUpTo(60).optional().describe('Which one: cost, warnings …'),
  weight: z.number().min(-1).max(1).optional().describe('-1 never, 1 always.'),
  forget: flag('Forget what was counted of it, and what was set.'),
  steering: z.enum(['on', 'off']).optional().describe('Whether preferences steer anything.'),
});
export type PreferenceInput = z.input<typeof PreferenceInput>;

const receiptShape = z.strictObject({ ...PreferenceProfile.shape, sequence: z.number() });
/** The profile after the change. */
export interface PreferenceReceipt extends Of<typeof receiptShape> {}
export const PreferenceReceipt: SchemaOf<PreferenceReceipt, typeof receiptShape> = receiptShape;

/** Whether the input changes anything, rather than just reading. */
export const setsPreference = (input: PreferenceInput): boolean =>
  Object.values(input).some((value) => value !== undefined && value !== false);

/** A record of preferences, from an edit or set by hand. */
export function newTaste(
  value: TasteValue,
  at: Instant,
  newId: (prefix: IdPrefix) => string,
): LearnedRecord<'module'> {
  return firstVersion(
    'module',
    TASTE_KEY,
    { module: MODULE, type: 'taste', value: { ...value }, evidence: [] },
    at,
    newId,
  );
}

/** Throws `invalid_input` where the subject of the preference is missing, or two changes are given for it. */
export function setPreference(
  raw: unknown,
  bank: BankName,
  parts: DialogueParts,
): Promise<PreferenceReceipt> {
  const value = tasteOf(parseInput(PreferenceInput, raw, 'prefer'));
  return revise(bank, parts, async (at) => {
    const records = await parts.store.learned(bank, { kinds: ['module'], keys: [TASTE_KEY] });
    const taste = newTaste(value, at, parts.newId);
    return {
      put: { learned: [taste] },
      verb: 'dialogue',
      reason:
        value.told === 'steering'
          ? `preferences steer ${value.on ? 'again' : 'nothing'}`
          : `preference ${value.told === 'by hand' ? value.name : ''} by hand`,
      answer: (sequence) => ({ ...profileOf([...records, taste]), sequence }),
    };
  });
}

function tasteOf({
  aspect,
  name,
  weight,
  forget,
  steering,
}: z.output<typeof PreferenceInput>): TasteValue {
  const ofOne = aspect !== undefined && name !== undefined;
  if (steering !== undefined && !ofOne && weight === undefined && !forget)
    return { told: 'steering', on: steering === 'on' };
  if (ofOne && steering === undefined && (weight !== undefined) !== forget)
    return { told: 'by hand', aspect, name, weight: weight ?? null };
  throw new MnemeError('invalid_input', 'prefer: say one thing at a time.', {
    field: 'prefer',
    hint: 'Give aspect and name with a weight or with forget; or steering alone.',
  });
}
