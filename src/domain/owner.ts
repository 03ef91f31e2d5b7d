import { z } from 'zod';
import { isAssistant } from './roles.js';
import type { Of, SchemaOf } from './schema.js';

const ownerShape = z.strictObject({ name: z.string(), known: z.enum(['named', 'learned']) });
/** Whose memory a bank is: set explicitly, or inferred from what is said, which may be wrong. */
export interface Owner extends Of<typeof ownerShape> {}
export const Owner: SchemaOf<Owner, typeof ownerShape> = ownerShape;

const LONGEST = 100;
/** Words that refer to the speaker without naming anybody. */
const NOBODY =
  /^(?:i|me|my|myself|we|us|you|he|she|they|(?:the )?(?:user|owner|human|speaker)|nobody|null|none|unknown)$/i;

/** The name of a bank's owner: one line, and a name of somebody. */
export const OwnerName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST, `at most ${LONGEST} characters`)
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'must have no control characters')
  .refine((name) => /\p{L}/u.test(name), 'must have a letter')
  .refine((name) => !NOBODY.test(name), 'must be a name: this word means whoever speaks')
  .refine((name) => !isAssistant(name), 'must be a person: this is what assistants are called');
