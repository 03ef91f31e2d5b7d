import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICTS, type ResultId, type Verdict, type Vote } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import { MetaMemory, usefulnessOf, VoteIndex } from './votes.js';

const A = 'm_000000000000a' as MemoryId;
const B = 'm_000000000000b' as MemoryId;

function vote(number: number, verdict: Verdict, more: Partial<Vote> = {}): Vote {
  return {
    id: `r_${String(number).padStart(13, '0')}.1` as ResultId,
    memory: A,
    verdict,
    note: null,
    at: number,
    actor: 'test',
    source: 'user',
    kind: 'fact',
    lowered: 0,
    version: 1,
    need: { terms: ['heron'], names: [], asks: [], periods: [], reasoning: 'descriptive' },
    ...more,
  };
}

const verdicts = fc.array(fc.constantFrom(...VERDICTS), { maxLength: 200 });
const votesOf = (given: readonly Verdict[]): Vote[] =>
  given.map((verdict, at) => vote(at, verdict));

describe('usefulness', () => {
  it('is even without votes, stays within bounds, and no single vote moves it far', () => {
    expect(usefulnessOf([])).toBe(0.5);
    fc.assert(
      fc.property(verdicts, fc.constantFrom(...VERDICTS), (given, next) => {
        const before = usefulnessOf(votesOf(given));
        const after = usefulnessOf(votesOf([...given, next]));
        expect(before).toBeGreaterThan(1 / 13);
        expect(before).toBeLessThan(12 / 13);
        expect(Math.abs(after - before)).toBeLessThan(0.11);
      }),
    );
  });

  it('does not depend on the order in which votes are read', () => {
    fc.assert(
      fc.property(verdicts, (given) => {
        expect(usefulnessOf(votesOf(given).reverse())).toBe(usefulnessOf(votesOf(given)));
      }),
    );
  });

  it('can always change again: ten late votes outweigh a hundred early ones', () => {
    const long = Array.from({ length: 100 }, (): Verdict => 'useful');
    expect(usefulnessOf(votesOf(long))).toBeGreaterThan(0.85);
    expect(
      usefulnessOf(votesOf([...long, ...Array.from({ length: 15 }, (): Verdict => 'wrong')])),
    ).toBeLessThan(0.5);
  });

  it('falls less for what was off the subject than for what was wrong', () => {
    expect(usefulnessOf([vote(1, 'irrelevant')])).toBeGreaterThan(usefulnessOf([vote(1, 'wrong')]));
    expect(usefulnessOf([vote(1, 'irrelevant')])).toBeLessThan(0.5);
  });
});

describe('the book of votes', () => {
  it('holds one vote a result', () => {
    const book = new VoteIndex([vote(1, 'useful')]);
    book.put(vote(1, 'irrelevant', { at: 9, version: 2 }));
    expect(book.size).toBe(1);
    expect(book.of(A)).toMatchObject([{ verdict: 'irrelevant' }]);
    expect(book.withAnyOf(['heron', 'weir'])).toHaveLength(1);
    expect(book.withAnyOf(['weir'])).toEqual([]);
    expect(book.usefulness(B)).toBe(0.5);
  });

  it('asks for a review until as many called it useful since', () => {
    const book = new VoteIndex([vote(1, 'useful'), vote(2, 'useful'), vote(3, 'wrong')]);
    expect(book.review()).toEqual([A]);
    book.put(vote(4, 'useful'));
    expect(book.review()).toEqual([]);
    book.put(vote(5, 'wrong'));
    expect(book.wantsReview(A)).toBe(true);
    book.put(vote(5, 'irrelevant', { version: 2 }));
    expect(book.wantsReview(A)).toBe(false);
  });
});

describe('meta-memory', () => {
  it('moves a source that is often wrong, and nothing else, little by little', () => {
    const quality = (votes: readonly Vote[], name: string): number =>
      new MetaMemory(votes).qualities().find((each) => each.name === name)?.quality ?? NaN;
    const wrongs = Array.from({ length: 8 }, (_, at) => vote(at, 'wrong', { source: 'web' }));
    expect(quality([], 'web')).toBe(0.6);
    expect(quality(wrongs.slice(0, 1), 'web')).toBeCloseTo(6 / 11, 6);
    expect(quality(wrongs, 'web')).toBeCloseTo(6 / 18, 6);
    expect(quality(wrongs, 'user')).toBe(0.9);
    expect(quality(wrongs, 'fact')).toBeLessThan(0.8);
    expect(quality(wrongs, 'semantic')).toBeLessThan(0.8);
    expect(quality(wrongs, 'episodic')).toBe(0.85);
  });

  it('tells sources apart only where one was voted better than another', () => {
    const mixed = new MetaMemory([
      ...Array.from({ length: 6 }, (_, at) => vote(at, 'wrong', { source: 'web' })),
      ...Array.from({ length: 6 }, (_, at) => vote(10 + at, 'useful')),
    ]);
    expect(mixed.standing('user', 'opinion')).toBeGreaterThan(0.05);
    expect(mixed.standing('web', 'opinion')).toBeLessThan(-0.05);
    const even = new MetaMemory(Array.from({ length: 6 }, (_, at) => vote(at, 'useful')));
    expect(even.standing('web', 'opinion')).toBe(0);
  });

  it('learns by kind of question whether recalls are of use: one useful result is enough', () => {
    const when: Vote['need'] = {
      terms: ['x'],
      names: [],
      asks: ['time'],
      periods: [],
      reasoning: 'descriptive',
    };
    const votes = [
      ...Array.from({ length: 5 }, (_, at) => vote(at, 'irrelevant', { need: when })),
      ...Array.from({ length: 5 }, (_, at) => vote(20 + at, 'useful')),
      ...Array.from({ length: 5 }, (_, at) => ({
        ...vote(20 + at, 'irrelevant'),
        id: `r_${String(20 + at).padStart(13, '0')}.2` as ResultId,
      })),
    ];
    const meta = new MetaMemory(votes);
    expect(new MetaMemory([]).feelingOfKnowing(when)).toBe(0.5);
    expect(meta.feelingOfKnowing(when)).toBeLessThan(0.3);
    expect(meta.feelingOfKnowing({ ...when, asks: [] })).toBeGreaterThan(0.7);
    expect(meta.patterns()).toMatchObject([
      { pattern: 'descriptive', recalls: 5 },
      { pattern: 'descriptive: time', recalls: 5 },
    ]);
  });
});
