import { describe, expect, it } from 'vitest';
import { testClock } from '../../../../test/support/open-test-memory.js';
import { ModuleFaults, type Source, walkSources } from './candidate-sources.js';

const source = (path: string, find: Source['find'], skip: string | null = null): Source => ({
  path,
  owner: 'recall',
  budgetMs: 20,
  skip,
  endsItself: true,
  find,
});
const FOUND = [{ slot: 3, score: 0.5 }];

describe('sources of candidates', () => {
  it('are all asked, in order, whichever of them fails', async () => {
    const faults = new ModuleFaults();
    const { found, reports } = await walkSources(
      [
        source('lexical', () => {
          throw new RangeError('slot 9 of 3');
        }),
        source('graph', () => FOUND, 'not asked for'),
        source('semantic', () => FOUND),
        source('remote', () => Promise.resolve(FOUND)),
      ],
      { faults, ports: { clock: testClock() } },
    );
    expect(found).toEqual({ lexical: [], graph: [], semantic: FOUND, remote: FOUND });
    expect(reports.map(({ path, found, note }) => [path, found, note])).toEqual([
      ['lexical', 0, 'failed; see the faults of modules'],
      ['graph', 0, 'not asked for'],
      ['semantic', 1, null],
      ['remote', 1, null],
    ]);
    expect(faults.list).toEqual([
      { module: 'recall', part: 'candidates lexical', why: 'slot 9 of 3' },
    ]);
  });

  it('that watch their time themselves give what they had by then, and it is no fault', async () => {
    const clock = testClock();
    const faults = new ModuleFaults();
    const { found, reports } = await walkSources(
      [
        source('graph', (late) => {
          clock.advance(21);
          return late() ? FOUND : [];
        }),
      ],
      { faults, ports: { clock } },
    );
    expect(found['graph']).toEqual(FOUND);
    expect(reports[0]?.note).toMatch(/over its time budget/);
    expect(faults.list).toEqual([]);
  });
});
