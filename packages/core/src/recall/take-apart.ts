import { z } from 'zod';
import type { Of, SchemaOf } from '../domain/schema.js';
import { bankSources, candidatesPart, type ModuleFaults } from './candidate-sources.js';
import { LEXICAL_LIMIT, PATH_LIMIT } from './candidate.js';
import { rankWidelyWith } from './cascade.js';
import { CODE_FEATURES } from './ranking/code/code-features.js';
import { type CodeJudge, readCodeTable } from './ranking/code/code-ranking.js';
import { FEATURES } from './ranking/feature-list.js';
import { explainRow, type FusionModel } from './ranking/fusion-model.js';
import type { Ranked } from './ranking/score.js';
import { type RankedSet, type RecallContext, ScratchBuffers } from './recall-context.js';
import { leadAnswer, resolveKin } from './strategies/recall-by-strategy.js';

/** A recall run again in order to be explained. */
export interface ExplainedChoice {
  /** In the delivered order. */
  readonly chosen: RankedSet;
  /** As ranked, before claims of the value asked for were put in front. */
  readonly ranked: RankedSet;
  /** Whether such claims were put in front. */
  readonly led: boolean;
  /** The context as asked, with relations resolved to names. */
  readonly context: RecallContext;
  /** What was done in addition to the ranking, in words. */
  readonly notices: readonly string[];
}

/** Runs like a plain recall: with relations resolved to names, and claims of the value asked for in front. */
export async function chooseToExplain(context: RecallContext): Promise<ExplainedChoice> {
  const { profile } = context;
  const resolved = await resolveKin(context);
  const asked =
    resolved === null ? context : { ...context, profile: { ...profile, query: resolved.query } };
  const ranked = await rankWidelyWith(new ScratchBuffers(), asked);
  const { chosen, knownAtLeast } = await leadAnswer(ranked, asked);
  const told = knownAtLeast !== undefined;
  const notices = [
    ...(resolved === null
      ? []
      : [
          `${resolved.steps.join('; ')}; explained as asked by that name alone.`.replace(/^r/, 'R'),
        ]),
    ...(told
      ? [
          'What claims the value asked for was put before what only shares its words; the term `claims` tells what that moved each by.',
        ]
      : []),
  ];
  return { chosen, ranked, led: told, context: asked, notices };
}

const pathTrialShape = z.strictObject({
  path: z.string(),
  /** Why it was skipped; null if it was not. */
  note: z.string().nullable(),
  found: z.boolean(),
  /** The memory's own score, comparable within the path; 0 if the path does not match it. */
  score: z.number(),
  /** The lowest score that the path accepted; null if it accepted none. */
  lowest: z.number().nullable(),
  /** Whether the path returned its maximum, so that only a better score would have come in. */
  full: z.boolean(),
});
/** How one path judged a memory. */
export interface PathTrial extends Of<typeof pathTrialShape> {}
export const PathTrial: SchemaOf<PathTrial, typeof pathTrialShape> = pathTrialShape;

/** Runs every path again for one memory, to report what each made of it. */
export function pathTrials(
  slot: number,
  { walked, reports, input: { found } }: RankedSet,
  faults: ModuleFaults,
): readonly PathTrial[] {
  // Read before the second run, which overwrites these scores.
  const byWords = walked.lexical.pool.of(slot);
  const failed = new Set(faults.list.map(({ part }) => part));
  const alone = new Map(
    bankSources({ ...walked, accepts: (other) => other === slot })
      .filter(({ path, skip }) => skip === null && !failed.has(candidatesPart(path)))
      .map(({ path, find }) => [path, find(() => false)]),
  );
  return reports.map(({ path, note }): PathTrial => {
    const candidates = found[path] ?? [];
    const own = candidates.find((candidate) => candidate.slot === slot);
    const again = (alone.get(path) ?? []).find((candidate) => candidate.slot === slot);
    const score = own?.score ?? (path === 'lexical' ? byWords : (again?.score ?? 0));
    return {
      path,
      note,
      found: own !== undefined,
      score,
      lowest:
        candidates.length === 0
          ? null
          : Math.min(...candidates.map((candidate) => candidate.score)),
      full: candidates.length >= (path === 'lexical' ? LEXICAL_LIMIT : PATH_LIMIT),
    };
  });
}

const featureShareShape = z.strictObject({
  name: z.string(),
  /** About 0..1. */
  value: z.number(),
  logits: z.number(),
});
/** A feature of a candidate and what it adds to the logit. */
export interface FeatureShare extends Of<typeof featureShareShape> {}
export const FeatureShare: SchemaOf<FeatureShare, typeof featureShareShape> = featureShareShape;

/** The learned fusion's logit of one candidate, decomposed. */
export interface FusionShares {
  /** Which fusion ranked it: the general one, or the one for code. */
  readonly fusion: 'text' | 'code';
  /** The logit of a candidate whose features are all 0. */
  readonly base: number;
  /** Features that are not 0, largest contribution first. */
  readonly features: readonly FeatureShare[];
  /** What only several features together add. */
  readonly rest: number;
}

/**
 * Decomposes the fused logits of candidates, in the order of `slots`; reads the table that recall made, and computes
 * nothing that recall would wait for.
 */
export async function takeApart(
  slots: readonly number[],
  { input, table, fused, model }: Pick<RankedSet, 'input' | 'table' | 'fused' | 'model'>,
  code: CodeJudge | null,
): Promise<readonly FusionShares[]> {
  const candidates = new Map(fused.map((candidate) => [candidate.slot, candidate]));
  // All candidates that are code, which are judged against each other.
  const coded =
    code === null || !slots.some((slot) => input.index.isCode(slot))
      ? []
      : fused.map(({ slot }) => slot).filter((slot) => input.index.isCode(slot));
  const codeTable =
    code === null || coded.length === 0 ? null : await readCodeTable(coded, input, code);
  return slots.map((slot) => {
    const { row = 0, logit: fusedLogit = 0, pictures = 0 } = candidates.get(slot) ?? {};
    const logit = fusedLogit - pictures;
    const codeRow = codeTable?.slots.indexOf(slot) ?? -1;
    if (code !== null && codeTable !== null && codeRow >= 0) {
      // A logit of the code fusion is mapped to the scale of the others, and so are its parts.
      const scale = code.model.slope / model.slope;
      const shift = (code.model.intercept - model.intercept) / model.slope;
      return sharesOf('code', CODE_FEATURES, codeTable.values, codeRow, code.model, {
        scale,
        shift,
        logit,
      });
    }
    return sharesOf('text', FEATURES, table.values, row, model, { scale: 1, shift: 0, logit });
  });
}

function sharesOf(
  fusion: FusionShares['fusion'],
  names: readonly string[],
  values: Float32Array,
  row: number,
  model: FusionModel,
  { scale, shift, logit }: { scale: number; shift: number; logit: number },
): FusionShares {
  const own = values.slice(row * names.length, (row + 1) * names.length);
  const { base, logits } = explainRow(model, own);
  const features = names
    .map((name, column): FeatureShare => ({
      name,
      value: own[column] ?? 0,
      logits: scale * (logits[column] ?? 0),
    }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.logits) - Math.abs(a.logits));
  const explained = features.reduce((sum, share) => sum + share.logits, scale * base + shift);
  return { fusion, base: scale * base + shift, features, rest: logit - explained };
}

const costShape = z.strictObject({
  /** A feature of the fusion, or a term of the ranking. */
  name: z.string(),
  /** The feature's values for this memory and for the other; null for a term of the ranking. */
  own: z.number().nullable(),
  other: z.number().nullable(),
  /** Logits that this cost it. */
  logits: z.number(),
});
/** One respect in which a memory is behind another. */
export interface Cost extends Of<typeof costShape> {}
export const Cost: SchemaOf<Cost, typeof costShape> = costShape;

const MAX_COSTS = 10;

/**
 * What cost `own` most against `other`. Two memories ranked by different fusions have no features in common; then
 * only terms are compared.
 */
export async function compareShares(
  own: Pick<Ranked, 'slot'> & Partial<Ranked>,
  other: Pick<Ranked, 'slot'> & Partial<Ranked>,
  chosen: RankedSet,
  code: CodeJudge | null,
): Promise<readonly Cost[]> {
  const [mine, theirs] = (await takeApart([own.slot, other.slot], chosen, code)) as [
    FusionShares,
    FusionShares,
  ];
  const costs = [
    ...(mine.fusion === theirs.fusion ? featureCosts(mine, theirs) : []),
    ...termCosts(own, other, mine.fusion !== theirs.fusion),
  ];
  return costs
    .filter(({ logits }) => logits > 0)
    .sort((a, b) => b.logits - a.logits)
    .slice(0, MAX_COSTS);
}

function featureCosts(mine: FusionShares, theirs: FusionShares): Cost[] {
  const names = new Set([...mine.features, ...theirs.features].map(({ name }) => name));
  return [...names].map((name) => {
    const [own, other] = [mine, theirs].map(({ features }) =>
      features.find((feature) => feature.name === name),
    );
    return {
      name,
      own: own?.value ?? 0,
      other: other?.value ?? 0,
      logits: (other?.logits ?? 0) - (own?.logits ?? 0),
    };
  });
}

function termCosts(
  { terms: own }: Partial<Ranked>,
  { terms: other }: Partial<Ranked>,
  withFusion: boolean,
): Cost[] {
  if (own === undefined || other === undefined) return [];
  return [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .filter((name) => withFusion || name !== 'fusion')
    .map((name) => ({
      name,
      own: null,
      other: null,
      logits: (other[name] ?? 0) - (own[name] ?? 0),
    }));
}
