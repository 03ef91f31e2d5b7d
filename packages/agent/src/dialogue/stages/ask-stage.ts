import { z } from 'zod';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import type { MapperArtifact } from '../artifact.js';
import type { ContextBridge, TurnState } from '../bridge.js';
import { GauntletAnswer, verdictOf } from './gauntlet.js';
import {
  Challenged,
  type Orientation,
  orientationOf,
  OUTPUT_SCHEMAS,
  Refined,
  type Stage,
  Understood,
} from './outputs.js';
import type { LanguageModel, Prompt } from '@mneme/core/ports/models.js';
import { bridgeText } from '@mneme/core/prompts/dialogue-context.js';
import {
  challengeTurn,
  type CurationView,
  refineTurn,
  type SettledView,
  type StageView,
  testClaims,
  understandTurn,
} from '@mneme/core/prompts/dialogue-stages.js';
import { messageOf } from '@mneme/core/spaces/learned-encoder.js';
import { inPlainWords } from '@mneme/core/domain/parse-input.js';

/** What the antagonist's question targets. */
export const TARGETS = ['ghost_override', 'the_echo', 'the_void', 'ghost'] as const;
type Target = (typeof TARGETS)[number];

interface Aim {
  readonly orientation: Orientation | null;
  /** Null where nothing is open. */
  readonly target: { readonly kind: Target; readonly text: string } | null;
}

/** The person's own question first; then the frame's echo or the verdict's void; then the ghost. */
export function aimOf(
  { curated, stages }: Pick<TurnState, 'curated' | 'stages'>,
  asked: string | null,
): Aim {
  const orientation = orientationOf(stages);
  const named: readonly (readonly [Target, string | null | undefined])[] = [
    ['ghost_override', asked],
    ['the_echo', orientation === 'frame' ? stages.understand?.theEcho?.position : null],
    ['the_void', stages.decide?.theVoid],
    ['ghost', curated.ghost],
  ];
  const [target = null] = named.flatMap(([kind, text]) =>
    typeof text === 'string' ? [{ kind, text }] : [],
  );
  return { orientation, target };
}

interface LookedAt {
  readonly state: TurnState;
  readonly strength: MapperArtifact['strength'];
  readonly before: ContextBridge | null;
  readonly now: ContextBridge;
  /** Dimensions that the person prefers, strongest first. */
  readonly preferred: readonly string[];
}

/** The prompt of a stage, for a caller with a model of their own. */
const stagePromptShape = z.strictObject({
  system: OwnText,
  // Not OwnText: it quotes models and the person.
  text: z.string(),
  /** JSON Schema of the answer, to be passed as `output`. */
  answer: z.record(z.string(), z.unknown()),
});
export interface StagePrompt extends Of<typeof stagePromptShape> {}
export const StagePrompt: SchemaOf<StagePrompt, typeof stagePromptShape> = stagePromptShape;

/** The output of a stage, or why it failed; with `prompt`, the caller's own model can produce it. */
export type Made =
  | { readonly output: Record<string, unknown>; readonly by: string }
  | { readonly failed: string; readonly prompt?: StagePrompt };

/**
 * Runs a stage with the language model, or returns the prompt for the caller's where none is configured. Errors of
 * the model are reported and leave the turn unchanged. Throws only `interrupted`.
 */
export async function askStage(
  stage: Stage,
  looked: LookedAt,
  model: LanguageModel | undefined,
  signal?: AbortSignal,
): Promise<Made> {
  const prompt = promptOf(stage, looked);
  if (typeof prompt === 'string') return { failed: prompt };
  if (model === undefined)
    return { failed: 'no language model is configured', prompt: asShown(prompt) };
  try {
    return made(stage, (await model.complete(prompt, signal)) as object, looked, model.id);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { failed: messageOf(error) };
  }
}

/**
 * Reads an answer of the caller's own model: the stage's output or, for `decide`, the tests that {@link promptOf}
 * asks for.
 */
export function readOutput(stage: Stage, output: unknown, looked: LookedAt): Made {
  const parsed = OUTPUT_SCHEMAS[stage].safeParse(output, { error: inPlainWords });
  if (parsed.success) return { output: { ...parsed.data }, by: 'caller' };
  const tests = stage === 'decide' ? GauntletAnswer.safeParse(output) : null;
  if (tests?.success === true) return made(stage, tests.data, looked, 'caller');
  return { failed: `its output has not the form of ${stage}: ${z.prettifyError(parsed.error)}` };
}

/** Survivors of a decision are derived from the tests by rule. */
function made(stage: Stage, answer: object, { state, strength }: LookedAt, by: string): Made {
  if (stage !== 'decide') return { output: { ...answer }, by };
  const verdict = verdictOf(answer as GauntletAnswer, state.curated.claims, strength);
  return verdict === null
    ? { failed: 'no claim came through its tests' }
    : { output: { ...verdict }, by };
}

/** The prompt of a stage, or why there is none. */
function promptOf(stage: Stage, looked: LookedAt): Prompt<z.ZodType> | string {
  const { state, now } = looked;
  const view = viewOf(looked);
  if (stage === 'understand') return understandTurn(view, Understood);
  if (stage === 'decide') return testClaims(view, GauntletAnswer);
  const settled = settledOf(state);
  if (settled === null) return 'it needs a frame or a verdict: run understand or decide first';
  if (stage === 'refiner') return refineTurn(view, settled, Refined);
  const { target } = aimOf(state, now.userSignal?.ghost ?? null);
  return challengeTurn(view, settled, target?.text ?? null, Challenged);
}

const asShown = ({ system = '', text, answer }: Prompt<z.ZodType>): StagePrompt => ({
  system,
  text,
  answer: z.toJSONSchema(answer),
});

function viewOf({ state, before, preferred }: LookedAt): StageView {
  const { curated, artifact, query } = state;
  const textOf = (id: string): string | undefined =>
    curated.claims.find((claim) => claim.id === id)?.text;
  return {
    query,
    claims: curated.claims.map(({ id, text, supporters, appliesWhen }) => ({
      id,
      text,
      supporters: supporters.length,
      appliesWhen,
    })),
    tensions: artifact.tensions.flatMap(({ between: [a, b] }) => {
      const [one, other] = [textOf(a), textOf(b)];
      return one === undefined || other === undefined ? [] : [`${one} / ${other}`];
    }),
    ghost: curated.ghost,
    curation: curationOf(state),
    before: before === null ? '' : bridgeText(before),
    preferred,
  };
}

function curationOf({ curated }: TurnState): CurationView | null {
  const { claims, removed, ghost, ghostOverridden, intensity } = curated;
  if (intensity === null) return null;
  return {
    added: claims.filter(({ added }) => added),
    elevated: claims.filter(({ elevated }) => elevated !== null).map(({ text }) => text),
    modified: claims.flatMap(({ original, text }) =>
      original === null ? [] : [{ from: original, to: text }],
    ),
    removed: removed.map(({ claim: { text }, reason }) => ({ text, reason })),
    ghost: ghostOverridden ? ghost : null,
    intensity,
  };
}

function settledOf({ stages: { understand, decide } }: TurnState): SettledView | null {
  if (understand !== undefined)
    return {
      orientation: 'frame',
      settled: [
        understand.shortAnswer,
        understand.longAnswer,
        ...(understand.theOne === null ? [] : [`The one insight: ${understand.theOne.insight}`]),
        ...(understand.theEcho === null ? [] : [`The echo: ${understand.theEcho.position}`]),
      ].join('\n'),
    };
  if (decide === undefined) return null;
  const { optimalEnd, theAnswer, survivors, eliminated, theVoid, confidence } = decide;
  return {
    orientation: 'verdict',
    settled: [
      `The optimal end: ${optimalEnd}`,
      `The answer: ${theAnswer.statement} (${theAnswer.reasoning})`,
      `Survivors: ${[survivors.primary, ...survivors.supporting].join(' / ')}`,
      ...survivors.conditional.map(({ claim, condition }) => `Only when ${condition}: ${claim}`),
      ...eliminated.map(({ claim, because }) => `Eliminated: ${claim} (${because})`),
      ...(theVoid === null ? [] : [`The void: ${theVoid}`]),
      `Confidence ${confidence.score.toFixed(2)}`,
    ].join('\n'),
  };
}
