import type { BankIndex } from '../../../indexes/bank-index.js';
import { adaptedTo, scoreRows, type FusionModel } from '../../../recall/ranking/fusion-model.js';
import type { Ranked } from '../../../recall/ranking/ranked.js';
import { readTalkTraits } from '../../../recall/ranking/talk-traits.js';
import type { Understanding } from '../../../recall/understand.js';
import type { ComparedBy } from './compared.js';
import { COMPARED, CURRENCY_FEATURES, readCurrency } from './currency-features.js';
import type { CurrencyModel } from './currency-model.js';

/**
 * Compares the best results: if several are about what is asked, the one with the current state leads, or
 * the earlier one if that is asked for. Returns what each result gains or loses; the sum is zero.
 */
export function weighCurrency(
  ranked: readonly Ranked[],
  by: ComparedBy & { readonly understanding: Understanding },
  currency: CurrencyModel | null,
): readonly number[] | null {
  if (currency === null) return null;
  const { understanding, index } = by;
  const { cues, ranking } = currency;
  const compared = ranked.slice(0, COMPARED);
  if (compared.length < 2 || understanding.query === '' || !tellsOfOne(compared, index))
    return null;
  const adapted = adaptedTo(ranking, readTalkTraits(index, understanding.query));
  const values = readCurrency(compared, by, cues);
  const scores = scoreRows(adapted, values, compared.length, CURRENCY_FEATURES.length);
  const unit = logitUnit(adapted);
  const gains = compared.map(({ logit }, at) => (scores[at] ?? 0) / unit - logit);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  // Results that were not compared stay behind those that were.
  const lowest = compared.reduce(
    (least, { logit }, at) => Math.min(least, logit + (gains[at] ?? 0) - mean),
    Infinity,
  );
  return [
    ...gains.map((gain) => gain - mean),
    ...ranked.slice(COMPARED).map(({ logit }) => Math.min(0, lowest - logit)),
  ];
}

/**
 * Whether it is one person's statements over time: a conversation with an assistant, or notes.
 * Conversations between several people are different, and so is code.
 */
function tellsOfOne(compared: readonly Ranked[], index: BankIndex): boolean {
  const coded = compared.filter(({ slot }) => index.isCode(slot)).length;
  return coded * 2 <= compared.length && (index.assistants.size > 0 || index.speakers.size <= 1);
}

/** The effect of one logit of the fusion in the comparison: its first feature is the distance to the best. */
function logitUnit({ networks, scale }: FusionModel): number {
  return Math.max(1e-3, (networks[0]?.[0]?.weights[0] ?? 0) / (scale[0] ?? 1));
}
