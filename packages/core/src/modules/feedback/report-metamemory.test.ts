import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Verdict, Vote } from '../../domain/feedback.js';
import { expectationsOf } from './read-votes.js';

function vote(at: number, verdict: Verdict, asks: readonly string[] = []): Vote {
  return {
    id: `r_${String(at).padStart(13, '0')}.1` as Vote['id'],
    memory: 'm_1' as Vote['memory'],
    verdict,
    note: null,
    at,
    actor: 'somebody',
    need: { terms: [], names: [], asks: [...asks], periods: [], reasoning: 'descriptive' },
    source: 'user',
    kind: 'experience',
    lowered: 0,
    version: 1,
  };
}

describe('expectationsOf', () => {
  it('says nothing before the first vote', () => {
    expect(expectationsOf([])).toEqual([
      { of: 'recalls', judged: 0, right: null, poor: false },
      { of: 'memories', judged: 0, right: null, poor: false },
    ]);
  });

  it('expects of a kind of question what was so before, and is judged by the latest hundred', () => {
    const early = Array.from({ length: 40 }, (_, at) =>
      vote(at, at % 2 === 0 ? 'useful' : 'wrong'),
    );
    const late = Array.from({ length: 120 }, (_, at) => vote(100 + at, 'useful'));
    const [recalls, memories] = expectationsOf([...late, ...early]);
    expect(recalls).toEqual({ of: 'recalls', judged: 100, right: 1, poor: false });
    expect(memories).toEqual({ of: 'memories', judged: 100, right: 1, poor: false });
  });

  it('learns that a kind of question goes badly, and is right about it from then on', () => {
    const votes = Array.from({ length: 200 }, (_, at) =>
      at % 2 === 0 ? vote(at, 'useful', ['time']) : vote(at, 'irrelevant', ['place']),
    );
    expect(expectationsOf(votes)[0]).toMatchObject({ judged: 100, right: 1, poor: false });
  });

  it('takes no word on the question for a word on the memory', () => {
    const votes = Array.from({ length: 120 }, (_, at) => vote(at, 'irrelevant'));
    expect(expectationsOf(votes)[1]).toMatchObject({ judged: 0, right: null, poor: false });
  });

  it('is not called poor by fewer than a hundred', () => {
    const votes = Array.from({ length: 99 }, (_, at) =>
      vote(at, at % 2 === 0 ? 'useful' : 'wrong'),
    );
    for (const { judged, right, poor } of expectationsOf(votes)) {
      expect(judged).toBe(99);
      expect(right).toBeLessThan(0.7);
      expect(poor).toBe(false);
    }
  });

  it('is told by metamemory and by doctor when a hundred recalls go otherwise too often', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember('The boiler stands in the cellar.');
    for (let round = 0; round < 100; round++) {
      clock.advance(120_000);
      const { resultIds } = await memory.recall('Where does the boiler stand?');
      await memory.feedback({
        result: resultIds[0] ?? '',
        verdict: round % 2 === 0 ? 'useful' : 'irrelevant',
      });
    }
    const { expectations } = await memory.metamemory.report();
    expect(expectations[0]).toMatchObject({ of: 'recalls', judged: 100, poor: true });
    const { notices } = await memory.care.doctor();
    expect(notices.map(({ what }) => what).join('\n')).toContain('is a poor judge of its recalls');
  });
});
