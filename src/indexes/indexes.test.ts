import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, Entity } from '../domain/graph.js';
import type { EntityId, MemoryId } from '../domain/ids.js';
import { EdgeCache } from './edge-cache.js';
import { EntityDirectory } from './entity-directory.js';
import { float64s } from './growing-array.js';
import { Numbering } from './numbering.js';
import { Postings, postingFrequency, postingSlot } from './postings.js';

describe('postings', () => {
  it('agree with a plain count, whatever the documents', () => {
    const documents = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__', ''), { maxLength: 90 }), { maxLength: 40 });
    fc.assert(
      fc.property(documents, (texts) => {
        const postings = new Postings();
        texts.forEach((terms, slot) => expect(postings.add(terms)).toBe(slot));
        expect(postings.size).toBe(texts.length);
        expect(postings.totalLength).toBe(texts.flat().length);
        texts.forEach((terms, slot) => {
          const start = postings.start(slot);
          expect(Array.from(postings.sequence.subarray(start, start + postings.length(slot)), (number) => postings.term(number))).toEqual(terms);
        });
        for (const term of new Set(texts.flat())) {
          const expected = texts.flatMap((terms, slot) => {
            const count = terms.filter((other) => other === term).length;
            return count === 0 ? [] : [[slot, Math.min(count, 63)]];
          });
          const number = postings.numberOf(term);
          expect(Array.from(postings.list(number), (posting) => [postingSlot(posting), postingFrequency(posting)])).toEqual(expected);
          expect(postings.documentFrequency(number)).toBe(expected.length);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
    expect(new Postings().numberOf('never seen')).toBe(-1);
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
    expect([array.get(5), array.get(9_999), array.get(10_000), array.get(1_000_000)]).toEqual([0.1, 0, 7, 0]);
  });
});

describe('the directory of entities', () => {
  const entity = (id: string, name: string, aliases: string[] = []): Entity => ({ id: id as EntityId, name, type: 'person', aliases, firstSeenAt: 0, version: 1 });

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
});

describe('the cache of edges', () => {
  const edge = (from: string, role: Edge['role'], to: string): Edge => ({ from: from as MemoryId, to: to as EntityId, role, label: '', weight: 1, confidence: 1, status: 'resolved', evidence: null });
  const ALL = [edge('m_1', 'mentions', 'e_1'), edge('m_2', 'mentions', 'e_1'), edge('m_1', 'follows', 'm_2'), edge('m_1', 'causes', 'm_1')];

  it('asks once a node and change, and gives each edge of the asked families once', async () => {
    const asked: string[][] = [];
    const cache = new EdgeCache(async (ids) => {
      asked.push([...ids]);
      return ALL.filter(({ from, to }) => ids.includes(from) || ids.includes(to));
    });
    const of = async (ids: string[], families: ('relational' | 'temporal' | 'causal')[], sequence: number) => (await cache.neighbours(ids as MemoryId[], families, sequence)).map(({ role }) => role);
    expect((await of(['m_1', 'e_1'], ['relational', 'temporal', 'causal'], 1)).sort()).toEqual(['causes', 'follows', 'mentions', 'mentions']);
    expect(await of(['m_1'], ['causal'], 1)).toEqual(['causes']);
    expect(await of(['m_2'], ['temporal'], 1)).toEqual(['follows']);
    expect(await of(['m_9'], ['temporal'], 1)).toEqual([]);
    expect(asked).toEqual([['m_1', 'e_1'], ['m_2'], ['m_9']]);
    await of(['m_1'], ['causal'], 2);
    expect(asked.at(-1)).toEqual(['m_1']);
  });
});
