import { z } from 'zod';
import { DispositionInput } from './disposition.js';
import { DreamSchedule } from './night.js';
import { GUARD_MODES } from './quarantine.js';
import { OwnerName } from './owner.js';
import { ZoneName } from './zone.js';
import { PRIVACY_LEVELS, PrivacyLevel } from './privacy.js';
import type { Of, SchemaOf } from './schema.js';

/** The settings of a bank that a caller changes; the others stay. */
export const BankInput = z
  .strictObject({
    ...DispositionInput.shape,
    privacy: z
      .enum(PRIVACY_LEVELS)
      .optional()
      .describe(
        'What is taken out of all that comes in: off, secrets, standard (numbers and contact data, too) or strict (names and addresses, too).',
      ),
    tokens: z
      .boolean()
      .optional()
      .describe(
        'Puts tokens such as [card_1] in the place of values, which `reveal` turns back with the key of the vault.',
      ),
    zone: ZoneName.optional().describe(
      'The IANA time zone of its people, as in Europe/Berlin: what is said, and asked, without an offset is of it. Default: UTC.',
    ),
    owner: OwnerName.nullable()
      .optional()
      .describe(
        'Whose memory it is: “I”, “we” and “my” in the turns of the user are this person, as is whoever is called so. null takes the name back.',
      ),
    reading: z
      .boolean()
      .optional()
      .describe(
        'Whether the configured reader reads what is remembered into notes, in the background; the texts go to it.',
      ),
    dreamAt: DreamSchedule.optional().describe(
      'When it dreams by itself while a server has it open: off, idle, or a time of day in its time zone, such as 03:00.',
    ),
    clearAfterDays: z
      .int()
      .min(0, 'must be 0 to 36500')
      .max(36_500, 'must be 0 to 36500')
      .optional()
      .describe(
        'A night takes back what was not used for so many days and matters little; 0, the default, for nothing.',
      ),
    clearBelow: z
      .number()
      .min(0, 'must be 0 to 1')
      .max(1, 'must be 0 to 1')
      .optional()
      .describe('Of that, what has an importance below this. Default: 0.2.'),
    guard: z
      .enum(GUARD_MODES)
      .optional()
      .describe(
        'What becomes of instructions hidden in what tools, agents and the web bring: off, note or quarantine.',
      ),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    message: 'name at least one setting, such as scepticism or privacy',
  });
export type BankInput = z.input<typeof BankInput>;

export const RevealInput = z.strictObject({
  text: z
    .string()
    .min(1, 'must not be empty')
    .max(1_000_000)
    .describe('A text with tokens such as [card_1].'),
});

const protectionShape = z.strictObject({
  privacy: PrivacyLevel,
  tokens: z.boolean(),
  guard: z.enum(GUARD_MODES),
});
/** How a bank treats incoming texts. */
export interface Protection extends Of<typeof protectionShape> {}
export const Protection: SchemaOf<Protection, typeof protectionShape> = protectionShape;
