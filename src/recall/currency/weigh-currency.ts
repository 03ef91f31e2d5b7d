import type { BankIndex } from '../../indexes/bank-index.js';
import { adaptedTo, probability, scoreRows, type FusionModel } from '../ranking/fusion-model.js';
import type { Ranked } from '../ranking/ranked.js';
import { sumOf } from '../ranking/score.js';
import { readTalkTraits } from '../ranking/talk-traits.js';
import type { Understanding } from '../understand.js';
import { COMPARED, CURRENCY_FEATURES, readCurrency } from './currency-features.js';
import type { CurrencyModel } from './currency-model.js';

/**
 * Holds the best results against each other: where several speak of what is asked, the one that tells how it is now leads, or how it was where
 * that is asked. What a result gains or loses is its term `currency`; all of them together gain nothing.
 */
export function weighCurrency(
  ranked: readonly Ranked[],
  { understanding, index }: { readonly understanding: Understanding; readonly index: BankIndex },
  currency: CurrencyModel | null,
  fusion: FusionModel,
): readonly Ranked[] {
  if (currency === null) return ranked;
  const { cues, ranking } = currency;
  const compared = ranked.slice(0, COMPARED);
  if (compared.length < 2 || understanding.query === '' || !tellsOfOne(compared, index))
    return ranked;
  const adapted = adaptedTo(ranking, readTalkTraits(index, understanding.query));
  const values = readCurrency(compared, understanding, index, cues);
  const scores = scoreRows(adapted, values, compared.length, CURRENCY_FEATURES.length);
  const unit = logitUnit(adapted);
  const gains = compared.map(({ logit }, at) => (scores[at] ?? 0) / unit - logit);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const moved = compared.map((result, at): Ranked => {
    const terms = { ...result.terms, currency: (gains[at] ?? 0) - mean };
    const logit = sumOf(terms);
    return { ...result, terms, logit, score: probability(fusion, logit) };
  });
  // What was not compared stays behind what was.
  const lowest = moved.reduce((least, { logit }) => Math.min(least, logit), Infinity);
  const rest = ranked.slice(COMPARED).map((result): Ranked => {
    const terms = { ...result.terms, currency: Math.min(0, lowest - result.logit) };
    const logit = sumOf(terms);
    return { ...result, terms, logit, score: probability(fusion, logit) };
  });
  return [...moved, ...rest].sort((a, b) => b.logit - a.logit || a.slot - b.slot);
}

/** Whether it is one person's word over time: a talk with an assistant, or notes. What several people tell each other is another matter, and so is code. */
function tellsOfOne(compared: readonly Ranked[], index: BankIndex): boolean {
  const coded = compared.filter(({ slot }) => index.has(slot, 'code')).length;
  return coded * 2 <= compared.length && (index.assistants.size > 0 || index.speakers.size <= 1);
}

/** What one logit of the fusion counts in the comparison: its first feature is how far a result is behind the best. */
function logitUnit({ networks, scale }: FusionModel): number {
  return Math.max(1e-3, (networks[0]?.[0]?.weights[0] ?? 0) / (scale[0] ?? 1));
}
