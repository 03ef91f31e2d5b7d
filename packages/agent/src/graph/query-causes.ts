import { z } from 'zod';
import { MemoryId } from '@mneme/core/domain/ids.js';
import { Source } from '@mneme/core/domain/memory.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { ValidityState } from '@mneme/core/domain/validity.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import { readCauses } from '@mneme/core/language/causal/causes.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { recall } from '@mneme/core/recall/recall.js';
import { Told, toldOf } from '@mneme/core/modules/evidence/index.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { type Of, type SchemaOf, Share, wholeNumber, textUpTo } from '@mneme/core/domain/schema.js';

const Words = textUpTo(2_000);

export const CausalQuery = z
  .strictObject({
    action: Words.optional().describe('What is done or happens: its effects are asked for.'),
    outcome: Words.optional().describe(
      'What came of something: its causes are asked for. With an action: whether that leads to it.',
    ),
    limit: wholeNumber(1, 50).default(10).describe('Most statements.'),
  })
  .refine(({ action, outcome }) => action !== undefined || outcome !== undefined, {
    message: 'name an action, an outcome or both',
    path: ['action'],
  });
export type CausalQuery = z.input<typeof CausalQuery>;

const statedCauseShape = z.strictObject({
  id: MemoryId,
  /** In the memory's words. Null if the text only refers back to what was said before. */
  text: z.string().nullable(),
  effect: z.string(),
  /** The cue words. */
  cue: z.string(),
  /** Certainty of the extraction, times how well the memory and the given side match, 0..1. */
  confidence: Share,
  /** Validity of the memory. */
  validity: ValidityState,
  /** The most trusted of its sources. */
  trust: Source,
});
/** A cause that a memory states. */
export interface StatedCause extends Of<typeof statedCauseShape> {}
export const StatedCause: SchemaOf<StatedCause, typeof statedCauseShape> = statedCauseShape;

const causalAnswerShape = z.strictObject({
  asked: z.enum(['effects', 'causes', 'link']),
  /** Matching statements: valid before superseded ones, most certain first. */
  statements: z.array(StatedCause),
  /** Verbatim quotes on the subject. */
  told: Told,
});
export interface CausalAnswer extends Of<typeof causalAnswerShape> {}
export const CausalAnswer: SchemaOf<CausalAnswer, typeof causalAnswerShape> = causalAnswerShape;

const LOOKED_AT = 60;
/**
 * Minimum share of the query's word weight that must be stated: "dizzy" weighs more of "Joyce was dizzy" than
 * "Joyce".
 */
const MIN_FIT = 0.5;
/** Certainty of a reason that a reader (language model) extracted. */
const READ = 0.9;

interface Stated {
  readonly cause: string | null;
  readonly effect: string;
  readonly cue: string;
  readonly confidence: number;
}

/**
 * The causes that a memory states: for a note its reason; a memory that notes were read from is represented by them.
 */
function statedIn(
  id: MemoryId | undefined,
  content: string,
  { state: { index, notes } }: OpenBank,
): Stated[] {
  const slot = id === undefined ? NONE : index.slot(id);
  const note = slot === NONE ? undefined : notes.of(slot)?.note;
  if (note !== undefined)
    return note.because === null
      ? []
      : [{ cause: note.because, effect: content, cue: 'because', confidence: READ }];
  if (slot !== NONE && notes.notesOf(slot).length > 0) return [];
  return readCauses(content).map(({ cause, effect, cue, confidence }) => ({
    ...{ cause: cause?.text ?? null, effect: effect.text, cue, confidence },
  }));
}

/**
 * Causes or effects of something as stated by memories: both are extracted from the words, and the given side must
 * match. Nothing is inferred.
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
  // Rare words weigh more: "dizzy" more than "Joyce", whose name is everywhere.
  const { postings, live } = bank.state.index;
  const sum = (of: readonly string[]): number =>
    of.reduce((all, stem) => {
      const held = postings.documentFrequency(postings.numberOf(stem));
      return all + Math.log((live + 1) / (held + 0.5));
    }, 0);
  const [wantedCause, wantedEffect] = [stems(action ?? ''), stems(outcome ?? '')];
  const fit = (text: string, wanted: readonly string[]): number => {
    const there = new Set(stems(text));
    const whole = sum(wanted);
    return whole === 0 ? 1 : sum(wanted.filter((stem) => there.has(stem))) / whole;
  };
  const statements = results.flatMap(({ id, content = '', validity = 'current', trust = 'user' }) =>
    statedIn(id, content, bank).flatMap(({ cause, effect, cue, confidence }): StatedCause[] => {
      const fits = fit(cause ?? '', wantedCause) * fit(effect, wantedEffect);
      return id === undefined || fits < MIN_FIT
        ? []
        : [
            {
              id,
              text: cause,
              effect,
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
