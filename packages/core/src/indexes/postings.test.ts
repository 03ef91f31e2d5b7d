import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Passages, postingFrequency, Postings, postingSlot } from './postings.js';

/** Texts by passage, each a list of terms. */
const texts = fc.array(
  fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'constructor', ''), { maxLength: 70 }), {
    minLength: 1,
    maxLength: 5,
  }),
  { maxLength: 20 },
);

function indexed(all: readonly (readonly string[][])[]): {
  postings: Postings;
  passages: Passages;
} {
  const postings = new Postings();
  const passages = new Passages(postings);
  for (const text of all)
    passages.add(
      postings.add(text.flat()),
      text.map(({ length }) => length),
    );
  return { postings, passages };
}

it('agrees with a plain count of passages, whatever the texts, and so when restored', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const { postings, passages } = indexed(all);
      const restored = new Passages(postings);
      restored.restore(passages.columns.owners.slice(), passages.columns.ends.slice());
      const long = all.flatMap((text, slot) =>
        text.length === 1 ? [] : text.map((terms) => ({ slot, terms })),
      );
      for (const index of [passages, restored]) {
        expect(index.size).toBe(long.length);
        all.forEach((text, slot) => {
          expect(index.count(slot)).toBe(text.length === 1 ? 0 : text.length);
          if (text.length > 1) expect(long[index.first(slot)]?.slot).toBe(slot);
        });
        long.forEach(({ slot, terms }, passage) => {
          const start = index.start(passage);
          expect(index.owner(passage)).toBe(slot);
          expect(
            Array.from(postings.sequence.subarray(start, start + index.length(passage)), (number) =>
              postings.term(number),
            ),
          ).toEqual(terms);
        });
        for (const term of new Set(all.flat(2))) {
          const number = postings.numberOf(term);
          expect(
            index.list(number).map((posting) => [postingSlot(posting), postingFrequency(posting)]),
          ).toEqual(
            long.flatMap(({ terms }, passage) => {
              const count = terms.filter((other) => other === term).length;
              return count === 0 ? [] : [[passage, Math.min(63, count)]];
            }),
          );
        }
      }
    }),
    { numRuns: 60, seed: 1 },
  );
});
