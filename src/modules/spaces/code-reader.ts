import type { BankState } from '../../indexes/bank-state.js';
import type { Space, Subject } from '../../spaces/space.js';
import {
  calibrationOf,
  type Near,
  type Probe,
  type SpaceReader,
} from '../../bank/spaces/space-reader.js';

export interface CodeReaderParts<Code> {
  readonly space: Space<Code>;
  readonly state: BankState;
  /** Input for encoding a text that is no memory, such as a goal. */
  subject(text: string): Subject;
  /** The code of the memory in a slot; null if it has none in this space. */
  code(slot: number): Code | null;
}

/** Any space whose codes are in memory, as a fingerprint reads it. Neighbours are found by a full scan. */
export function codeReader<Code>({
  space,
  state,
  subject,
  code,
}: CodeReaderParts<Code>): SpaceReader {
  const probe = (own: Code): Probe => ({
    likenesses: (slots) => Float32Array.from(slots, (slot) => likenessTo(own, slot)),
    nearest: (k, accepts) => {
      const found: Near[] = [];
      for (let slot = 0; slot < state.index.size; slot++) {
        const likeness = accepts(slot) ? likenessTo(own, slot) : NaN;
        if (!Number.isNaN(likeness)) found.push({ slot, likeness });
      }
      return found.sort((a, b) => b.likeness - a.likeness || a.slot - b.slot).slice(0, k);
    },
  });
  const likenessTo = (own: Code, slot: number): number => {
    const other = code(slot);
    return other === null ? NaN : space.likeness(own, other);
  };
  const memories: SpaceReader['memories'] = (slots) =>
    Promise.resolve(
      new Map(
        slots.flatMap((slot): [number, Probe][] => {
          const own = code(slot);
          return own === null ? [] : [[slot, probe(own)]];
        }),
      ),
    );
  return {
    space: space.name,
    id: space.id,
    calibration: () => calibrationOf(space.id, memories, state.index.size),
    text: (text) => {
      const own = space.memory(subject(text));
      return own === null ? null : probe(own);
    },
    memories,
  };
}
