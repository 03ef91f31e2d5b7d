import { z } from 'zod';
import {
  Challenged,
  type Decided,
  type MapperArtifact,
  type Orientation,
  orientationOf,
  OUTPUT_SCHEMAS,
  Refined,
  type Stage,
  Understood,
} from './artifact.js';
import type { ContextBridge, TurnState } from './session.js';
import { inPlainWords } from '@mneme/core/domain/input.js';
import { type Of, OwnText, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';
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
} from '@mneme/core/prompts/dialogue-passes.js';
import { messageOf } from '@mneme/core/spaces/dense-vectors.js';

/** Tests of every claim, and further ones for outliers and the person's claims. */
const CLAIM_TESTS = ['specific', 'robust', 'optimal', 'nonObvious'] as const;
const OUTLIER_TESTS = ['superior', 'reliable', 'integrates'] as const;

const Line = textUpTo(1_000);
const Passed = z.boolean();
const PassedOrNot = z.boolean().nullable();

/** The language model answers tests, not verdicts. Survivors and confidence are derived from them by rule. */
export const GauntletAnswer = z.strictObject({
  optimalEnd: Line,
  tests: z
    .array(
      z.strictObject({
        claim: z.string().max(10).describe('The id of the claim.'),
        specific: Passed,
        robust: Passed,
        optimal: Passed,
        nonObvious: Passed,
        superior: PassedOrNot,
        reliable: PassedOrNot,
        integrates: PassedOrNot,
        because: Line,
      }),
    )
    .max(100),
  answer: z.strictObject({
    statement: Line,
    reasoning: textUpTo(4_000),
    nextStep: Line.nullable(),
  }),
  primary: z.string().max(10).describe('The id of the claim that carries the answer.'),
  conditional: z.array(z.strictObject({ claim: z.string().max(10), condition: Line })).max(20),
  theVoid: Line.nullable(),
  /** How far the passing claims reach the optimal end. */
  alignment: z.number().min(0).max(1),
});
export type GauntletAnswer = z.output<typeof GauntletAnswer>;

const OUTCOMES = ['elevates', 'survives', 'partial', 'fails'] as const;
type Outcome = (typeof OUTCOMES)[number];

type Tests = GauntletAnswer['tests'][number];

/**
 * Survives with all tests passed, partial with half of them, else fails; an outlier that passes all seven is
 * elevated.
 */
export function outcomeOf(tests: Tests, isOutlier: boolean): Outcome {
  const base = CLAIM_TESTS.filter((test) => tests[test]).length;
  const more = isOutlier ? OUTLIER_TESTS.filter((test) => tests[test] === true).length : 0;
  const all = CLAIM_TESTS.length + (isOutlier ? OUTLIER_TESTS.length : 0);
  const passed = base + more;
  if (passed === all) return isOutlier ? 'elevates' : 'survives';
  if (isOutlier && base === CLAIM_TESTS.length && more === OUTLIER_TESTS.length - 1)
    return 'survives';
  return passed * 2 >= all ? 'partial' : 'fails';
}

const CONSENSUS_SHARE = 0.4;
const CLARITY_SHARE = 0.3;
const ALIGNMENT_SHARE = 0.3;
const BANDS = [
  [0.9, 'very sure'],
  [0.7, 'sure'],
  [0.5, 'fairly sure'],
  [0.3, 'unsure'],
  [0, 'a guess'],
] as const;

/**
 * Confidence of a verdict, 0..1: from consensus strength, how many claims survive fully rather than partially, and
 * how far the survivors reach the end.
 */
export function confidenceOf(
  strength: number,
  outcomes: readonly Outcome[],
  alignment: number,
): Decided['confidence'] {
  const through = outcomes.filter((each) => each === 'survives' || each === 'elevates').length;
  const half = outcomes.filter((each) => each === 'partial').length;
  const clarity = through === 0 ? 0 : through / (through + half);
  const score = CONSENSUS_SHARE * strength + CLARITY_SHARE * clarity + ALIGNMENT_SHARE * alignment;
  const [, band] = BANDS.find(([least]) => score >= least) ?? [0, 'a guess'];
  return {
    score,
    notes: `${band}: consensus ${strength.toFixed(2)}, clarity ${clarity.toFixed(2)}, alignment ${alignment.toFixed(2)}`,
  };
}

interface TestedClaim {
  readonly id: string;
  readonly text: string;
  readonly kind: 'consensus' | 'outlier';
}

/**
 * The verdict that follows from the tests. Null where the model tested no claim of the turn, or none survives even
 * partially.
 */
export function verdictOf(
  answer: GauntletAnswer,
  claims: readonly TestedClaim[],
  strength: number,
): Decided | null {
  const tested = claims.flatMap((claim) => {
    const tests = answer.tests.find((each) => each.claim === claim.id);
    return tests === undefined
      ? []
      : [{ claim, outcome: outcomeOf(tests, claim.kind === 'outlier'), because: tests.because }];
  });
  const standing = tested
    .filter(({ outcome }) => outcome !== 'fails')
    .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
  const primary = standing.find(({ claim }) => claim.id === answer.primary) ?? standing[0];
  if (primary === undefined) return null;
  const conditionOf = (id: string): string | undefined =>
    answer.conditional.find(({ claim }) => claim === id)?.condition;
  const rest = standing.filter((each) => each !== primary).map(({ claim }) => claim);
  return {
    optimalEnd: answer.optimalEnd,
    theAnswer: answer.answer,
    survivors: {
      primary: primary.claim.text,
      supporting: rest.filter(({ id }) => conditionOf(id) === undefined).map(({ text }) => text),
      conditional: rest.flatMap(({ id, text }) => {
        const condition = conditionOf(id);
        return condition === undefined ? [] : [{ claim: text, condition }];
      }),
    },
    eliminated: tested
      .filter(({ outcome }) => outcome === 'fails')
      .map(({ claim, because }) => ({ claim: claim.text, from: claim.kind, because })),
    theVoid: answer.theVoid,
    confidence: confidenceOf(
      strength,
      tested.map(({ outcome }) => outcome),
      answer.alignment,
    ),
  };
}

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
