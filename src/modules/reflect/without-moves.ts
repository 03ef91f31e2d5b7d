import type { Disposition } from '../../domain/disposition.js';
import type { Edge } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import type { Store } from '../../ports/store.js';
import { isMove, movedBy, opinionSteps } from './form-opinions.js';
import { evidenceByReflection } from './plan-reflection.js';
import { opinionConfidence, shifted, shiftOf } from './opinion-steps.js';
import type { OpinionMove } from '../../domain/opinion.js';

/** The opinions that these links moved, with the confidence they have without them. */
export async function withoutMoves(
  links: readonly Edge[],
  bank: BankName,
  store: Pick<Store, 'get' | 'neighbours'>,
  disposition: Disposition,
): Promise<Memory[]> {
  const opinions = await store.get(bank, [...new Set(links.map(({ to }) => to as MemoryId))]);
  const edges = await evidenceByReflection(opinions.filter(isFormed), bank, store);
  return opinions.flatMap((opinion) => {
    const gone = links.filter((link) => isMove(link, opinion));
    if (gone.length === 0) return [];
    const confidence = isFormed(opinion)
      ? formedConfidence(
          opinion,
          (edges.get(opinion.id) ?? []).filter(
            (edge) =>
              !gone.some(
                ({ from, to, label }) =>
                  from === edge.from && to === edge.to && label === edge.label,
              ),
          ),
          disposition,
        )
      : gone.reduce(
          (sure, { label, weight }) => shifted(sure, -shiftOf(label as OpinionMove, weight)),
          opinion.confidence,
        );
    return [{ ...opinion, confidence, version: opinion.version + 1 }];
  });
}

/** Whether reflection formed the opinion: then its confidence follows from its evidence, in any order. */
export function isFormed(memory: Memory): boolean {
  return memory.kind === 'opinion' && isReflected(memory);
}

/** The confidence that reflection itself would compute, so that the next run changes nothing. */
export function formedConfidence(
  opinion: Memory,
  edges: readonly Edge[],
  disposition: Disposition,
): number {
  const count = (name: string): number => Number(opinion.metadata[name] ?? 0);
  return opinionConfidence({
    agreeing: count('agreeing'),
    against: count('disagreeing'),
    moved: movedBy(opinion, edges).shift,
    steps: opinionSteps(disposition),
  });
}
