import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../domain/graph.js';
import type { EntityId } from '../domain/ids.js';
import { EntityDirectory } from './record-indexes.js';
import { float64s, Numbering } from './index-columns.js';
import { Postings, postingFrequency, postingsAmong, postingSlot } from './postings.js';

describe('postings', () => {
  it('agree with a plain count, whatever the documents', () => {
    const documents = fc.array(
      fc.array(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__', ''), { maxLength: 90 }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(documents, (texts) => {
        const postings = new Postings();
        texts.forEach((terms, slot) => expect(postings.add(terms)).toBe(slot));
        expect(postings.size).toBe(texts.length);
        expect(postings.totalLength).toBe(texts.flat().length);
        texts.forEach((terms, slot) => {
          const start = postings.start(slot);
          expect(
            Array.from(postings.sequence.subarray(start, start + postings.length(slot)), (number) =>
              postings.term(number),
            ),
          ).toEqual(terms);
        });
        for (const term of new Set(texts.flat())) {
          const expected = texts.flatMap((terms, slot) => {
            const count = terms.filter((other) => other === term).length;
            return count === 0 ? [] : [[slot, Math.min(count, 63)]];
          });
          const number = postings.numberOf(term);
          expect(
            Array.from(postings.list(number), (posting) => [
              postingSlot(posting),
              postingFrequency(posting),
            ]),
          ).toEqual(expected);
          expect(postings.documentFrequency(number)).toBe(expected.length);
        }
      }),
      { numRuns: 60 },
    );
    expect(new Postings().numberOf('never seen')).toBe(-1);
  });

  it('are found for a few slots of a long list, and no others', () => {
    const postings = new Postings();
    for (let slot = 0; slot < 5_000; slot++) postings.add(slot % 3 === 0 ? ['a', 'a'] : ['b']);
    const list = postings.list(postings.numberOf('a'));
    const slots = [4_998, 7, 0, 4_999, 300, 301];
    const among = postingsAmong(list, slots, 5);
    expect(among.map((posting) => [postingSlot(posting), postingFrequency(posting)])).toEqual([
      [4_998, 2],
      [0, 2],
      [300, 2],
    ]);
    // For many slots a scan is as fast.
    expect(postingsAmong(list, Int32Array.from({ length: 500 }), 500)).toBe(list);
  });
});

describe('numbering', () => {
  it('gives each text one number, in order of first sight', () => {
    const numbering = new Numbering();
    expect(['x', 'y', 'x', ''].map((text) => numbering.number(text))).toEqual([0, 1, 0, 2]);
    expect([numbering.find('y'), numbering.find('z'), numbering.size]).toEqual([1, -1, 3]);
    expect([numbering.text(1), numbering.text(9)]).toEqual(['y', '']);
    expect([...numbering.all()]).toEqual(['x', 'y', '']);
  });
});

describe('a growing array', () => {
  it('keeps what was set and is zero elsewhere', () => {
    const array = float64s();
    array.set(5, 0.1);
    array.set(10_000, 7);
    expect([array.get(5), array.get(9_999), array.get(10_000), array.get(1_000_000)]).toEqual([
      0.1, 0, 7, 0,
    ]);
  });
});

describe('the directory of entities', () => {
  const entity = (id: string, name: string, aliases: string[] = []): Entity => ({
    id: id as EntityId,
    name,
    type: 'person',
    aliases,
    firstSeenAt: 0,
    version: 1,
  });

  it('finds by folded name, alias and word, and takes new versions over', () => {
    const directory = new EntityDirectory((name) => name.toLowerCase());
    directory.put(entity('e_1', 'Tom Okafor'));
    directory.put(entity('e_2', 'Tom Hargreaves'));
    directory.put(entity('e_1', 'Tom Okafor', ['Tommy']));
    expect(directory.size).toBe(2);
    expect(directory.named('tom okafor')).toEqual([entity('e_1', 'Tom Okafor', ['Tommy'])]);
    expect(directory.named('TOMMY').map(({ id }) => id)).toEqual(['e_1']);
    expect(directory.named('tom')).toEqual([]);
    expect(directory.sharingWord('tom').map(({ id }) => id)).toEqual(['e_1', 'e_2']);
    expect(directory.get('e_1')?.aliases).toEqual(['Tommy']);
    expect([...directory.all()]).toHaveLength(2);
  });

  it('finds what was dropped under no form of its name', () => {
    const directory = new EntityDirectory((name) => name.toLowerCase());
    directory.put(entity('e_1', 'Catherine Okafor'));
    for (const form of ['Katherine', 'CO']) expect(directory.alike(form)).toHaveLength(1);
    directory.drop('e_1');
    for (const form of ['Katherine', 'CO', 'Okafor']) expect(directory.alike(form)).toEqual([]);
  });

  it('finds other forms of a name by what tells it apart, however many share the rest', () => {
    const directory = new EntityDirectory((name) => name.toLowerCase());
    const alike = (name: string): string[] => directory.alike(name).map(({ id }) => id);
    for (let at = 0; at < 100; at++) directory.put(entity(`e_${at}`, `Sentence ${at}`));
    expect(alike('Sentence 7b')).toHaveLength(100);
    for (let at = 100; at < 3_000; at++) directory.put(entity(`e_${at}`, `Sentence ${at}`));
    expect(alike('Sentence 7b')).toEqual([]);
    expect(alike('Clause 77')).toEqual(['e_77']);
    directory.put(entity('e_x', 'Sentence Okafor'));
    expect(alike('Sentence Okafor-Hill')).toEqual([]);
    expect(alike('Ocafor Sentence')).toEqual(['e_x']);
    // Many names of one entity are as many to compare.
    const aliases = Array.from({ length: 200 }, (_, at) => `Robert ${at}`);
    directory.put(entity('e_r', 'Robert', aliases));
    expect(alike('Robert Hill')).toEqual([]);
    expect(alike('Hill 150')).toEqual(['e_150']);
  });
});
