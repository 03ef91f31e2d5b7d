import type { NewMemory } from '../../remember/plan-context.js';
import { lifecycleOf } from '../../spaces/fingerprint/lifecycle.js';
import { findLikest, readEvidence } from './evidence.js';
import type { WeighedMemory } from './reward.js';

/** What a memory that is about to be written is weighed by. */
export function weighedNew({ draft, memory, context, pending }: NewMemory): WeighedMemory {
  const { index } = context.state;
  const likest = findLikest(draft.terms, index, { fresh: pending.sharing(draft) });
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
