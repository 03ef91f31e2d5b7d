import type { BatchReceipt, Outcome, Receipt, Worth } from '../../domain/receipt.js';
import { findNearestCopy, readEvidence } from './evidence.js';
import type { WeighedMemory } from './reward.js';
import type { NewMemory } from '../../remember/plan-context.js';
import { lifecycleOf } from '../../spaces/learning-score.js';

/** The inputs for weighing a memory about to be written. */
export function weighedNew({ draft, memory, context, pending }: NewMemory): WeighedMemory {
  const { index } = context.state;
  const likest = findNearestCopy(draft.terms, index, { fresh: pending.sharing(draft) });
  const evidence = readEvidence(
    {
      terms: draft.terms,
      traits: draft.traits,
      names: draft.linked.length,
      knownNames: draft.linked.filter(
        ({ entity }) => entity.firstSeenAt < context.now || entity.version > 1,
      ).length,
      dates: draft.dates.length,
      claims: draft.claims.length,
      agent: memory.provenance[0]?.source !== 'user',
    },
    likest,
    index,
  );
  return {
    evidence,
    likest,
    kept: memory,
    id: context.rehearsal === true ? null : memory.id,
    stage: lifecycleOf(index.size),
  };
}

/** Fixed worth of outcomes that add nothing new. */
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

/** The worth of an outcome that added nothing new; an existing worth stays. */
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
