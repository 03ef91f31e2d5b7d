import type { ContextBridge, TurnState } from '../bridge/build-bridge.js';
import type { MapperArtifact } from '../artifact.js';
import { messageOf } from '../../../spaces/with-timeout.js';
import type { LanguageModel } from '../../../ports/language-model.js';
import { bridgeText } from '../../../prompts/dialogue-bridge.js';
import {
  challengeTurn,
  refineTurn,
  testClaims,
  understandTurn,
  type CurationView,
  type SettledView,
  type StageView,
} from '../../../prompts/dialogue-stages.js';
import { GauntletAnswer, verdictOf } from './gauntlet.js';
import { aimOf } from './orient.js';
import { Challenged, Refined, Understood, type Stage, type StageOutputs } from './outputs.js';

export interface LookedAt {
  readonly state: TurnState;
  readonly strength: MapperArtifact['strength'];
  readonly before: ContextBridge | null;
  readonly now: ContextBridge;
  /** Sides of the matter that the person cares about, most first. */
  readonly preferred: readonly string[];
}

type Made =
  { readonly output: Record<string, unknown>; readonly by: string } | { readonly failed: string };

/** Asks the language model for a stage. Whatever it does wrong is told and leaves the turn as it was. Throws `interrupted` alone. */
export async function askStage(
  stage: Stage,
  looked: LookedAt,
  model: LanguageModel | undefined,
  signal?: AbortSignal,
): Promise<Made> {
  if (model === undefined) return { failed: 'no language model is configured' };
  try {
    const output = await outputOf(stage, looked, model, signal);
    return typeof output === 'string'
      ? { failed: output }
      : { output: { ...output }, by: model.id };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { failed: messageOf(error) };
  }
}

/** What the model made of it, or why it cannot be asked. */
async function outputOf(
  stage: Stage,
  looked: LookedAt,
  model: LanguageModel,
  signal?: AbortSignal,
): Promise<StageOutputs[Stage] | string> {
  const { state, strength, now } = looked;
  const view = viewOf(looked);
  if (stage === 'understand') return model.complete(understandTurn(view, Understood), signal);
  if (stage === 'decide') {
    const answer = await model.complete(testClaims(view, GauntletAnswer), signal);
    return verdictOf(answer, state.curated.claims, strength) ?? 'no claim came through its tests';
  }
  const settled = settledOf(state);
  if (settled === null) return 'it needs a frame or a verdict: run understand or decide first';
  if (stage === 'refiner') return model.complete(refineTurn(view, settled, Refined), signal);
  const { target } = aimOf(state, now.userSignal?.ghost ?? null);
  return model.complete(challengeTurn(view, settled, target?.text ?? null, Challenged), signal);
}

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
