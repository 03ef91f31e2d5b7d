import type { BatchReceipt, Outcome, Receipt } from '../../domain/receipt.js';
import type { Worth } from '../../domain/worth.js';

/** What is not weighed by its words, as it brought nothing new. */
const REPEATED: Readonly<Record<Exclude<Outcome, 'remembered'>, Omit<Worth, 'suggestions'>>> = {
  reinforced: {
    reward: 0,
    gardener: 0.4,
    curator: 0,
    assessor: -0.4,
    explanation: 'Worth something: it was known, and is one more piece of evidence now.',
  },
  known: {
    reward: -0.4,
    gardener: -0.4,
    curator: -0.4,
    assessor: -0.4,
    explanation: 'It was known from this very source.',
  },
  recalled: {
    reward: -0.5,
    gardener: -0.5,
    curator: -0.5,
    assessor: -0.5,
    explanation: 'This memory said it itself.',
  },
  quarantined: {
    reward: -1,
    gardener: -1,
    curator: -1,
    assessor: -1,
    explanation: 'Nothing is gained by it until a person has let it in.',
  },
};

type Repeat = Pick<Receipt, 'outcome' | 'worth'>;

/** The worth of what brought nothing new; what was weighed already keeps its own. */
export function worthOf({ outcome, worth }: Repeat): Worth | null {
  if (worth !== null || outcome === 'remembered') return worth;
  return { ...REPEATED[outcome], suggestions: [] };
}

export function weighRepeats(batch: BatchReceipt): BatchReceipt {
  return {
    ...batch,
    receipts: batch.receipts.map((receipt) => ({ ...receipt, worth: worthOf(receipt) })),
  };
}
