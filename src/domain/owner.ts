import { z } from 'zod';
import { isAssistant } from './roles.js';
import type { Of, SchemaOf } from './schema.js';

const ownerShape = z.strictObject({ name: z.string(), known: z.enum(['named', 'learned']) });
/** Whose memory a bank is: somebody named them, or what is said tells it, which may be wrong. */
export interface Owner extends Of<typeof ownerShape> {}
export const Owner: SchemaOf<Owner, typeof ownerShape> = ownerShape;

const LONGEST = 100;
/** Words that mean whoever speaks, and name nobody. */
const NOBODY =
  /^(?:i|me|my|myself|we|us|you|he|she|they|(?:the )?(?:user|owner|human|speaker)|nobody|null|none|unknown)$/i;

/** What a bank's owner is called: a name of one line that is somebody's own. */
export const OwnerName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST, `at most ${LONGEST} characters`)
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'must have no control characters')
  .refine((name) => /\p{L}/u.test(name), 'must have a letter')
  .refine((name) => !NOBODY.test(name), 'must be a name: this word means whoever speaks')
  .refine((name) => !isAssistant(name), 'must be a person: this is what assistants are called');
