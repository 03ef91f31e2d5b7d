import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conflict } from '../../domain/validity.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import { lineages } from './succession.js';

const memory = (number: number): MemoryId => `m_${number}` as MemoryId;
const conflict = ([older, newer]: readonly [number, number], at: number): Conflict =>
  ({ id: `k_${at}` as ConflictId, older: memory(older), newer: memory(newer) }) as Conflict;

it('groups what is linked over any number of conflicts, each conflict once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 40, size: 'max' }),
      (pairs) => {
        const conflicts = pairs.map(conflict);
        const groups = lineages(conflicts);
        expect(
          groups
            .flatMap((group) => group.conflicts)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(conflicts.map(({ id }) => id).sort());
        for (const { members, conflicts: own } of groups) {
          // Every member is reachable from any other, and no others are.
          const reached = new Set([...members].slice(0, 1));
          for (let grown = true; grown;) {
            const before = reached.size;
            for (const { older, newer } of conflicts)
              if (reached.has(older) || reached.has(newer)) reached.add(older).add(newer);
            grown = reached.size > before;
          }
          expect(reached).toEqual(members);
          expect(own.every(({ older, newer }) => members.has(older) && members.has(newer))).toBe(
            true,
          );
        }
      },
    ),
  );
});
