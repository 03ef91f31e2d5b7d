import { describe, expect, it } from 'vitest';
import type { LifeCases } from '../lives/case-file.js';
import type { Life } from '../talk/lives.js';
import { PLAIN_QUESTION, type TalkTurn } from '../talk/talk.js';
import { correctionsOf, liveThrough, tasksOver, TellingMatcher } from './corrections.js';
import type { MemorySystem } from './memory-system.js';
import { RIVALS } from './rivals.js';

const turn = (name: string, day: number, content: string): TalkTurn => ({
  content,
  speaker: 'Ines',
  session: `s${day}` as NonNullable<TalkTurn['session']>,
  turn: name,
  saidAt: Date.UTC(2026, 0, day, 9),
});
const LIFE: Life = {
  talk: {
    id: 'ines',
    turns: [
      turn('t1', 1, 'I live on Canal Street in Leeds these days.'),
      turn('t2', 2, 'Never use bullet lists when you write to me.'),
      turn('t3', 3, 'We moved, the new place is on Harbour Road in Hull.'),
    ],
    questions: [
      {
        ...PLAIN_QUESTION,
        text: 'Where do I live?',
        category: 'current',
        askedAt: 0,
        after: 3,
        evidence: ['t3'],
        stale: ['t1'],
      },
    ],
  },
  replacing: new Map([['t1', ['t3']]]),
  claims: [],
  dates: [],
  notFacts: [],
  verbs: [],
};
const CASES: LifeCases = {
  life: 'ines',
  tasks: [{ task: 'Write to me about the lists.', need: [['t2']], never: [] }],
  nothing: [],
  trials: [],
  about: [],
  statements: [],
};

describe('tasks over a life', () => {
  const tasks = tasksOver(LIFE, CASES, 9, 1);

  it('need what was told by then: of an address the one of the day', () => {
    const where = tasks.filter(({ text }) => text === 'Where do I live?');
    expect(where.map(({ after, needs }) => [after, needs])).toEqual(
      expect.arrayContaining([
        [1, [['t1']]],
        [3, [['t3']]],
      ]),
    );
    for (const { after, outdated } of where)
      expect(outdated).toEqual(after < 3 ? [] : [{ turn: 't1', by: ['t3'] }]);
    expect(tasks.filter(({ needs }) => needs.length === 0)).toEqual([]);
    expect(tasksOver(LIFE, CASES, 9, 1)).toEqual(tasks);
  });

  it('count what is lacking, and what is outdated without the current value', () => {
    const matcher = new TellingMatcher(LIFE, []);
    const task = { needs: [['t3']], outdated: [{ turn: 't1', by: ['t3'] }] };
    const count = (...said: string[]): number[] => {
      const { corrections, outdated } = correctionsOf(said.join('\n'), task, matcher);
      return [corrections, outdated];
    };
    const [old, current] = [0, 2].map((at) => `- 2026-01-01 Ines: ${LIFE.talk.turns[at]?.content}`);
    expect(count()).toEqual([1, 0]);
    expect(count(old as string)).toEqual([2, 1]);
    expect(count(current as string)).toEqual([0, 0]);
    expect(count(old as string, current as string)).toEqual([0, 0]);
  });

  it('cost one without a memory the needs of all, and less with one', async () => {
    const corrections = async (name: string): Promise<number> => {
      const system = RIVALS.find((rival) => rival.name === name) as MemorySystem;
      const memory = await system.open(null);
      const { results } = await liveThrough(
        LIFE,
        tasks,
        memory,
        new TellingMatcher(LIFE, []),
        [400],
      );
      return (results.get(400) ?? []).reduce((sum, each) => sum + each.corrections, 0);
    };
    expect(await corrections('nothing')).toBe(tasks.flatMap(({ needs }) => needs).length);
    expect(await corrections('files')).toBeLessThan(await corrections('nothing'));
  });
});
