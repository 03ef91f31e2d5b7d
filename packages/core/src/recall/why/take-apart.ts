import { z } from 'zod';
import type { Chosen } from '../recall-context.js';
import { readCodeTable, type CodeJudge } from '../ranking/code-ranking.js';
import { CODE_FEATURES } from '../ranking/code/code-features.js';
import { FEATURES } from '../ranking/feature-list.js';
import { explainRow, type FusionModel } from '../ranking/fusion-model.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

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
 * Decomposes the fused logits of candidates, in the order of `slots`; reads the table that recall made, and
 * computes nothing that recall would wait for.
 */
export async function takeApart(
  slots: readonly number[],
  { input, table, fused, model }: Pick<Chosen, 'input' | 'table' | 'fused' | 'model'>,
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
