import { z } from 'zod';

/** Why a memory is forgotten: on request; it no longer matters; it was planted to mislead; it spreads an error. */
export const FORGET_CAUSES = [
  'user_requested',
  'obsolete',
  'adversarial_injection',
  'semantic_cancer',
] as const;

export const ForgetChoice = z.strictObject({
  reason: z
    .string()
    .trim()
    .max(500, 'at most 500 characters')
    .default('')
    .describe('Why, for the journal.'),
  cause: z
    .enum(FORGET_CAUSES)
    .optional()
    .describe(
      'Of what sort the reason is: user_requested, obsolete, adversarial_injection or semantic_cancer.',
    ),
  cascade: z
    .boolean()
    .default(true)
    .describe(
      'Links between others that were read in it go, too; without, they stay on nobody’s word.',
    ),
});
export type ForgetChoice = z.input<typeof ForgetChoice>;
export type ParsedForgetChoice = z.output<typeof ForgetChoice>;

/** The reason as written to the journal. */
export function forgetReason({
  reason,
  cause,
}: Pick<ParsedForgetChoice, 'reason' | 'cause'>): string {
  return [cause?.replaceAll('_', ' '), reason]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
}
