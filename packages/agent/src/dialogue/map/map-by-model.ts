import {
  type ClaimLink,
  type MappedClaim,
  type MapperArtifact,
  type Tension,
  topologyOf,
} from '../artifact.js';
import { messageOf } from '@mneme/core/spaces/dense-vectors.js';
import type { LanguageModel } from '@mneme/core/ports/models.js';
import {
  collapseClaims,
  findConsensus,
  findOutliers,
  type AnswersForPrompt,
  type CollapsePass,
  type ConsensusPass,
  type OutlierPass,
} from '@mneme/core/prompts/dialogue-passes.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import {
  challengedBy,
  dimensionsOf,
  narrate,
  type MappedAnswers,
  type ModelAnswer,
} from './map-answers.js';
import type { ReadingPorts } from './read-answer.js';

/** Minimum share of a claim's content words in each answer that is said to support it. */
const GROUNDED = 0.34;

interface Pass {
  readonly model: LanguageModel;
  readonly input: AnswersForPrompt;
  readonly signal?: AbortSignal;
}

/**
 * Maps the answers in three passes of a language model, with checks: a claim that its answers do not support is
 * dropped. If a later pass fails, the result of the earlier ones is used; if the first fails, `rules`. Throws only
 * `interrupted`.
 */
export async function mapByModel(
  {
    query,
    answers,
    preferred,
  }: {
    readonly query: string;
    readonly answers: readonly ModelAnswer[];
    readonly preferred: readonly string[];
  },
  rules: MappedAnswers,
  model: LanguageModel,
  { stemmer }: Pick<ReadingPorts, 'stemmer'>,
  signal?: AbortSignal,
): Promise<MappedAnswers> {
  const input = { query, answers: answers.map(({ text }) => text), preferred };
  const pass: Pass = { model, input, ...(signal === undefined ? {} : { signal }) };
  const notes = [...rules.notes];
  const consensus = await attempt(() => model.complete(findConsensus(input), signal), pass);
  if ('failed' in consensus)
    return {
      ...rules,
      notes: [...notes, `mapped by rules: the language model failed (${consensus.failed})`],
    };
  const grounding = groundingOf(answers, stemmer);
  const agreed = consensusOf(consensus.value, answers, grounding);
  const alone = await attempt(
    () =>
      model.complete(
        findOutliers(
          input,
          agreed.map(({ text }) => text),
        ),
        signal,
      ),
    pass,
  );
  if ('failed' in alone) notes.push(`no outliers: the language model failed (${alone.failed})`);
  const outliers = 'failed' in alone ? [] : outliersOf(alone.value, answers, grounding);
  const claims = [...agreed, ...outliers];
  if (claims.length === 0)
    return {
      ...rules,
      notes: [
        ...notes,
        'mapped by rules: nothing that the language model said is borne out by the answers',
      ],
    };
  const collapsed = await attempt(
    () => model.complete(collapseClaims(query, claims), signal),
    pass,
  );
  if ('failed' in collapsed)
    notes.push(`no tensions: the language model failed (${collapsed.failed})`);
  const told = 'failed' in collapsed ? NOTHING_TOLD : collapsed.value;
  return { artifact: compose(claims, told, rules.artifact, answers.length, model.id), notes };
}

const NOTHING_TOLD: CollapsePass = { equivalent: [], tensions: [], links: [], ghost: null };

async function attempt<Value>(
  ask: () => Promise<Value>,
  { signal }: Pass,
): Promise<{ readonly value: Value } | { readonly failed: string }> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { failed: messageOf(error) };
  }
}

/** Whether an answer, by its number from 1, supports a claim. */
type Grounding = (answer: number, claim: string) => boolean;

function groundingOf(answers: readonly ModelAnswer[], stemmer: ReadingPorts['stemmer']): Grounding {
  const termsOf = (text: string): string[] => contentTerms(text, detectLanguage(text), stemmer);
  const said = answers.map(({ text }) => new Set(termsOf(text)));
  return (answer, claim) => {
    const has = said[answer - 1];
    const terms = [...new Set(termsOf(claim))];
    if (has === undefined || terms.length === 0) return false;
    return terms.filter((term) => has.has(term)).length / terms.length >= GROUNDED;
  };
}

function consensusOf(
  { claims }: ConsensusPass,
  answers: readonly ModelAnswer[],
  bears: Grounding,
): MappedClaim[] {
  return claims
    .map((claim) => ({
      ...claim,
      supporters: [...new Set(claim.supporters)].filter((answer) => bears(answer, claim.text)),
    }))
    .filter(({ supporters }) => supporters.length > 1)
    .sort((a, b) => b.supporters.length - a.supporters.length)
    .map(({ text, supporters, dimension, appliesWhen }, at) => ({
      id: `c${at + 1}`,
      text,
      kind: 'consensus',
      supporters: supporters.flatMap((answer) => answers[answer - 1]?.model ?? []),
      dimension,
      appliesWhen,
      outlier: null,
      context: null,
    }));
}

function outliersOf(
  { outliers }: OutlierPass,
  answers: readonly ModelAnswer[],
  bears: Grounding,
): MappedClaim[] {
  return outliers
    .filter(({ source, insight }) => bears(source, insight))
    .map(({ insight, source, type, context, dimension, appliesWhen }, at) => ({
      id: `o${at + 1}`,
      text: insight,
      kind: 'outlier',
      supporters: [answers[source - 1]?.model ?? ''],
      dimension,
      appliesWhen,
      outlier: type,
      context,
    }));
}

function compose(
  claims: readonly MappedClaim[],
  told: CollapsePass,
  byRules: MapperArtifact,
  models: number,
  by: string,
): MapperArtifact {
  const merged = collapse(claims, told.equivalent);
  const ids = new Set(merged.map(({ id }) => id));
  const isThere = (a: string, b: string): boolean => a !== b && ids.has(a) && ids.has(b);
  const tensions: Tension[] = told.tensions.filter(({ between: [a, b] }) => isThere(a, b));
  const links: ClaimLink[] = told.links.filter(({ source, target }) => isThere(source, target));
  const kept = challengedBy(merged, tensions);
  const consensus = kept.filter(({ kind }) => kind === 'consensus');
  const strength = (consensus[0]?.supporters.length ?? 0) / Math.max(1, models);
  return {
    claims: kept,
    tensions,
    links,
    dimensions: dimensionsOf(kept),
    quality: byRules.quality,
    strength,
    topology: topologyOf(kept, tensions, strength),
    ghost: told.ghost ?? byRules.ghost,
    narrative: narrate(consensus.map(({ text }) => text)),
    models,
    by,
  };
}

/** Merges equivalent claims into the first of them, with the supporters of all. */
function collapse(
  claims: readonly MappedClaim[],
  equivalent: readonly (readonly string[])[],
): MappedClaim[] {
  const into = new Map<string, string>();
  for (const [first, ...rest] of equivalent)
    for (const id of rest)
      if (first !== undefined && id !== first) into.set(id, into.get(first) ?? first);
  return claims.flatMap((claim): MappedClaim[] => {
    if (into.has(claim.id)) return [];
    const joined = claims.filter(({ id }) => into.get(id) === claim.id);
    if (joined.length === 0) return [claim];
    const supporters = [...new Set([claim, ...joined].flatMap((each) => each.supporters))];
    const isConsensus = supporters.length > 1;
    return [
      {
        ...claim,
        supporters,
        kind: isConsensus ? 'consensus' : claim.kind,
        outlier: isConsensus ? null : claim.outlier,
        context: isConsensus ? null : claim.context,
      },
    ];
  });
}
