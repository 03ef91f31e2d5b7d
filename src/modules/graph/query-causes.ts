import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { Source } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { ValidityState } from '../../domain/validity.js';
import { readCauses } from '../../language/causes.js';
import { contentTerms } from '../../language/terms.js';
import { detectLanguage } from '../../language/detect-language.js';
import { recall } from '../../recall/recall.js';
import { Told, toldOf } from '../told/index.js';
import type { OpenBank } from '../../bank/core.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

const Words = z.string().trim().min(1, 'must not be empty').max(2_000);

export const CausalQuery = z
  .strictObject({
    action: Words.optional().describe('What is done or happens: its effects are asked for.'),
    outcome: Words.optional().describe(
      'What came of something: its causes are asked for. With an action: whether that leads to it.',
    ),
    limit: z
      .int()
      .min(1, 'must be 1 to 50')
      .max(50, 'must be 1 to 50')
      .default(10)
      .describe('Most statements.'),
  })
  .refine(({ action, outcome }) => action !== undefined || outcome !== undefined, {
    message: 'name an action, an outcome or both',
    path: ['action'],
  });
export type CausalQuery = z.input<typeof CausalQuery>;

const statedCauseShape = z.strictObject({
  id: MemoryId,
  /** In the memory's words. Null if the text only points back to what was said before. */
  text: z.string().nullable(),
  effect: z.string(),
  /** The cue words. */
  cue: z.string(),
  /** Certainty of the reading, times how well the memory and the side asked about match, 0..1. */
  confidence: Share,
  /** Whether the memory still holds. */
  validity: ValidityState,
  /** The most trusted of its sources. */
  trust: Source,
});
/** A cause that a memory states. */
export interface StatedCause extends Of<typeof statedCauseShape> {}
export const StatedCause: SchemaOf<StatedCause, typeof statedCauseShape> = statedCauseShape;

const causalAnswerShape = z.strictObject({
  asked: z.enum(['effects', 'causes', 'link']),
  /** Matching statements: those that hold before superseded ones, most certain first. */
  statements: z.array(StatedCause),
  /** What was said on it, verbatim. */
  told: Told,
});
export interface CausalAnswer extends Of<typeof causalAnswerShape> {}
export const CausalAnswer: SchemaOf<CausalAnswer, typeof causalAnswerShape> = causalAnswerShape;

const LOOKED_AT = 60;

/**
 * Causes or effects of something, as memories state them: both are read from the words, and the side asked
 * about must match. What nobody stated is not inferred.
 */
export async function queryCauses(raw: unknown, bank: OpenBank): Promise<CausalAnswer> {
  const { action, outcome, limit } = parseInput(CausalQuery, raw, 'causal');
  const asked = action === undefined ? 'causes' : outcome === undefined ? 'effects' : 'link';
  const query = [action ?? '', outcome ?? ''].join(' ').trim();
  const profile = {
    query,
    reasoning: 'causal',
    limit: LOOKED_AT,
    expand: false,
    fields: ['id', 'content', 'why', 'validity', 'trust'],
  };
  const { results } = await recall(profile, bank.name, bank.state, bank.recall);
  const stems = (text: string): string[] => [
    ...new Set(contentTerms(text, detectLanguage(text), bank.recall.stemmer)),
  ];
  const [wantedCause, wantedEffect] = [stems(action ?? ''), stems(outcome ?? '')];
  const fit = (text: string, wanted: readonly string[]): number => {
    const there = new Set(stems(text));
    return wanted.length === 0
      ? 1
      : wanted.filter((stem) => there.has(stem)).length / wanted.length;
  };
  const statements = results.flatMap(({ id, content = '', validity = 'current', trust = 'user' }) =>
    readCauses(content).flatMap(({ cause, effect, cue, confidence }): StatedCause[] => {
      const fits = fit(cause?.text ?? '', wantedCause) * fit(effect.text, wantedEffect);
      return id === undefined || fits === 0
        ? []
        : [
            {
              id,
              text: cause?.text ?? null,
              effect: effect.text,
              cue,
              confidence: confidence * fits,
              validity,
              trust,
            },
          ];
    }),
  );
  return {
    asked,
    statements: statements
      .sort(
        (a, b) =>
          Number(a.validity === 'superseded') - Number(b.validity === 'superseded') ||
          b.confidence - a.confidence,
      )
      .slice(0, limit),
    told: await toldOf(query, bank),
  };
}
