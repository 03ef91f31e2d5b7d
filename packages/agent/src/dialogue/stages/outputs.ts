import { z } from 'zod';
import { type Of, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';

/** The stages after the mapper, in order of execution. */
export const STAGES = ['understand', 'decide', 'refiner', 'antagonist'] as const;
export const Stage = z.enum(STAGES);
export type Stage = z.infer<typeof Stage>;

/** Maximum length of one field of an output. */
const MAX_FIELD = 4_000;
const MAX_LINE = 1_000;
const MAX_ITEMS = 20;
const Line = textUpTo(MAX_LINE);
const Text = textUpTo(MAX_FIELD);
const lines = z.array(Line).max(MAX_ITEMS);

const understandShape = z.strictObject({
  shortAnswer: Line.describe('The answer in one or two sentences.'),
  longAnswer: Text,
  theOne: z
    .strictObject({ insight: Line, source: Line.nullable(), whyThis: Line })
    .nullable()
    .describe('The insight that the frame hangs on; source is null where no answer has it.'),
  theEcho: z
    .strictObject({ position: Line, source: Line.nullable(), merit: Line })
    .nullable()
    .describe('The strongest contrary position that still has merit; mostly null.'),
});
/** A frame: how the matter is best looked at. */
export interface Understood extends Of<typeof understandShape> {}
export const Understood: SchemaOf<Understood, typeof understandShape> = understandShape;

const decideShape = z.strictObject({
  optimalEnd: Line.describe('What the best outcome for the asker would be.'),
  theAnswer: z.strictObject({ statement: Line, reasoning: Text, nextStep: Line.nullable() }),
  survivors: z.strictObject({
    primary: Line,
    supporting: lines,
    conditional: z.array(z.strictObject({ claim: Line, condition: Line })).max(MAX_ITEMS),
  }),
  eliminated: z
    .array(z.strictObject({ claim: Line, from: z.enum(['consensus', 'outlier']), because: Line }))
    .max(MAX_ITEMS),
  theVoid: Line.nullable().describe('What no survivor covers.'),
  confidence: z.strictObject({ score: z.number().min(0).max(1), notes: z.string().max(MAX_LINE) }),
});
/** A verdict: what survives when the claims are tested against the optimal end. */
export interface Decided extends Of<typeof decideShape> {}
export const Decided: SchemaOf<Decided, typeof decideShape> = decideShape;

const refinerShape = z.strictObject({
  finalWord: Text.nullable().describe('Null: there is nothing to challenge.'),
  theOne: z
    .strictObject({ insight: Line, source: Line.nullable(), whyOverlooked: Line })
    .nullable(),
  theEcho: Line.nullable(),
  theStep: Line.nullable(),
});
export interface Refined extends Of<typeof refinerShape> {}
export const Refined: SchemaOf<Refined, typeof refinerShape> = refinerShape;

const antagonistShape = z.strictObject({
  structuredPrompt: Text.describe('The one question to put to the person next.'),
  dimensions: z.array(z.strictObject({ name: Line, options: lines, impact: Line })).max(MAX_ITEMS),
  grounding: lines.describe('What is settled and need not be asked.'),
  payoff: Line,
  audit: z.strictObject({ missedApproaches: lines, confidenceGaps: lines }),
});
export interface Challenged extends Of<typeof antagonistShape> {}
export const Challenged: SchemaOf<Challenged, typeof antagonistShape> = antagonistShape;

export interface StageOutputs {
  readonly understand: Understood;
  readonly decide: Decided;
  readonly refiner: Refined;
  readonly antagonist: Challenged;
}

export const OUTPUT_SCHEMAS = {
  understand: Understood,
  decide: Decided,
  refiner: Refined,
  antagonist: Challenged,
} as const satisfies { readonly [Name in Stage]: z.ZodType<StageOutputs[Name]> };

/** What the later stages work on: a frame after understand, a verdict after decide. */
export type Orientation = 'frame' | 'verdict';

/** In a turn with both, the frame takes precedence, as it was made to include the verdict. Null without either. */
export function orientationOf(stages: Partial<StageOutputs>): Orientation | null {
  if (stages.understand !== undefined) return 'frame';
  return stages.decide === undefined ? null : 'verdict';
}

export const StageInput = z.strictObject({
  turn: z.string().describe('The turn, as in x_01h5k0c2x9w7a.'),
  stage: Stage.describe(
    'understand makes a frame, decide a verdict; refiner and antagonist look at what there is.',
  ),
  output: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What a model of your own made; without it the configured language model is asked, or the prompt for yours is given.',
    ),
});
export type StageInput = z.input<typeof StageInput>;
