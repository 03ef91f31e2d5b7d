import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/support/open-test-memory.js';
import { createStemmer } from '@mneme/core/language/stem.js';
import { urgencyOf } from '../goals/plans.js';
import { activeHours, emptyHabit, likelyNext, noteDoing } from './anticipate.js';
import {
  benchmarkPrior,
  chanceAbove,
  competenceNotice,
  confidenceInEstimate,
  emptyCompetence,
  expectedEffort,
  noteTask,
  posteriorOf,
  priorModel,
  verdictOn,
} from './competence.js';
import { decidingConditions, movingStep, patternsOf, reliabilityOf } from './world/outlook.js';
import { emptyModel, see, state } from './world/see.js';
import { simulateStep } from './world/simulate.js';

const stemmer = createStemmer();
const HOUR = 3_600_000;

describe('the world model', () => {
  const draw = seededRandom(5);
  const chance = (share: number): boolean => draw.uint32() / 2 ** 32 < share;

  function watch(
    times: number,
    outcome: (context: readonly string[]) => string,
    model = emptyModel('shop', 'pay'),
  ) {
    for (let at = 0; at < times; at++) {
      const context = ['card: valid', 'stock: low', 'sale: on', 'night'].filter(() => chance(0.5));
      model = see(model, context, [outcome(context)]);
    }
    return model;
  }

  it('moves reliability by min(0.3, 2/(n+1)) from one half', () => {
    expect([1, 5, 6, 19, 99].map(movingStep)).toEqual([0.3, 0.3, 2 / 7, 0.1, 0.02]);
    expect(reliabilityOf([true])).toBeCloseTo(0.65, 12);
    expect(reliabilityOf(Array.from({ length: 7 }, () => true))).toBeGreaterThan(0.95);
    expect(reliabilityOf([])).toBe(0.5);
  });

  it('finds which of several conditions decides, and says how sure that is', () => {
    const model = watch(60, (context) => (context.includes('card: valid') ? 'paid' : 'declined'));
    const patterns = patternsOf(model);
    expect(
      patterns.map(({ preconditions, postconditions }) => [preconditions, postconditions]),
    ).toEqual(
      expect.arrayContaining([
        [['card: valid'], ['paid']],
        [['not card: valid'], ['declined']],
      ]),
    );
    for (const { reliability, interval, sampleSize } of patterns) {
      expect(reliability).toBeGreaterThan(0.95);
      expect(interval[0]).toBeGreaterThan(0.75);
      expect(sampleSize).toBeGreaterThan(15);
    }
  });

  it('holds what may decide for deciding as soon as it was seen once each way', () => {
    const model = see(
      see(emptyModel('shop', 'pay'), ['card: valid'], ['paid']),
      ['card: expired'],
      ['declined'],
    );
    expect(patternsOf(model).map(({ preconditions }) => preconditions)).toEqual([[]]);
    expect(
      [...decidingConditions(model)].map((condition) => model.conditions[condition]).sort(),
    ).toEqual(['card: expired', 'card: valid']);
  });

  it('does not take chance for a condition', () => {
    const model = watch(80, () => (chance(0.7) ? 'paid' : 'declined'));
    const [pattern, ...rest] = patternsOf(model);
    expect(rest).toEqual([]);
    expect(pattern?.preconditions).toEqual([]);
    expect(pattern?.alternatives[0]?.state).toEqual(['declined']);
    expect((pattern?.reliability ?? 0) + (pattern?.alternatives[0]?.probability ?? 0)).toBeCloseTo(
      1,
      9,
    );
  });

  it('forgets a rule that the world gave up, soon, and keeps those that still hold', () => {
    const before = watch(80, (context) => (context.includes('card: valid') ? 'paid' : 'declined'));
    expect(before.changes).toBe(0);
    const after = watch(24, () => 'declined', before);
    expect(after.changes).toBeGreaterThan(0);
    expect(simulateStep(after, 'pay', 'shop', ['card: valid'], [], stemmer)).toMatchObject({
      state: ['declined'],
    });
    expect(simulateStep(after, 'pay', 'shop', [], [], stemmer).confidence).toBeGreaterThan(0.8);
  });

  it('weighs what it foretells by how sure the facts are that it rests on', () => {
    const model = watch(60, (context) => (context.includes('card: valid') ? 'paid' : 'declined'));
    const foretold = (confidence: number) =>
      simulateStep(model, 'pay', 'shop', [], [{ text: 'card: valid', confidence }], stemmer);
    expect(foretold(1)).toMatchObject({ state: ['paid'], facts: ['card: valid'] });
    expect(foretold(0.5).confidence).toBeCloseTo(foretold(1).confidence / 2, 9);
    expect(foretold(0.5).uncertainty.map(({ source }) => source)).toContain('facts unsure');
    expect(foretold(0.9).uncertainty.map(({ source }) => source)).not.toContain('facts unsure');
  });

  it('goes by what was told while nothing was seen, and says so; knows nothing of the unknown', () => {
    const told = state(emptyModel('shop', 'pay'), {
      preconditions: ['Card: expired'],
      postconditions: ['declined'],
      source: 'told',
    });
    expect(simulateStep(told, 'pay', 'shop', ['card: expired'], [], stemmer)).toMatchObject({
      state: ['declined'],
      confidence: 0.5,
      uncertainty: [{ source: 'never seen', share: 0.5 }],
    });
    expect(simulateStep(told, 'pay', 'shop', [], [], stemmer)).toMatchObject({
      state: [],
      confidence: 0,
      uncertainty: [{ source: 'unknown action', share: 1 }],
    });
  });
});

describe('the self model', () => {
  it('is a Beta posterior over each prior', () => {
    expect(posteriorOf(priorModel([3, 1]))).toMatchObject({ mean: 0.75, samples: 0 });
    expect(chanceAbove(priorModel([3, 1]), 0.5)).toBeCloseTo(1 - 0.5 ** 3, 12);
    expect(confidenceInEstimate(posteriorOf(priorModel([3, 1])))).toBeCloseTo(0.225, 3);
    expect(benchmarkPrior(0.8, 0.5)).toEqual([0.8 * 7, expect.closeTo(0.2 * 7, 9)]);
    expect(benchmarkPrior(1, 0)).toEqual([0.5, 0.5]);
    expect(verdictOn(priorModel([3, 1]), 0.5)).toBe('attempt');
    expect(verdictOn(priorModel([1, 3]), 0.5)).toBe('ask_for_help');
    expect(verdictOn(priorModel([0.5, 0.5]), 0.5)).toBe('attempt_with_caution');
  });

  it('learns by difficulty, keeps failure modes, calibration and effort', () => {
    let skill = emptyCompetence('sql', 'data');
    for (let at = 0; at < 10; at++)
      skill = noteTask(skill, { success: true, difficulty: 'easy', steps: 10 + at }, at);
    for (let at = 0; at < 8; at++)
      skill = noteTask(
        skill,
        { success: false, difficulty: 'hard', ...(at < 3 ? { failureMode: 'wrong join' } : {}) },
        10 + at,
      );
    expect(posteriorOf(skill.byDifficulty.easy!).mean).toBeCloseTo(13 / 14, 12);
    expect(posteriorOf(skill.byDifficulty.hard!).mean).toBeCloseTo(3 / 12, 12);
    expect(skill.failureModes).toEqual({ 'wrong join': 3, failure_in_hard: 5 });
    expect(skill.calibration).toHaveLength(18);
    expect(skill.calibration.at(-1)?.predicted).toBeLessThan(skill.calibration[10]!.predicted);
    expect(expectedEffort(skill.steps, 'easy')).toMatchObject({
      expected: expect.closeTo(14.5, 9),
      range: [10, 19],
    });
    const harder = expectedEffort(skill.steps, 'hard');
    expect(harder).toMatchObject({
      expected: expect.closeTo((14.5 / 0.7) * 1.5, 9),
      range: [expect.closeTo((10 / 0.7) * 1.5, 9), expect.closeTo((19 / 0.7) * 1.5, 9)],
    });
    const alike = noteTask(
      noteTask(emptyCompetence('sql', 'data'), { success: true, difficulty: 'hard', steps: 12 }, 0),
      { success: true, difficulty: 'hard', steps: 12 },
      1,
    );
    expect(expectedEffort(alike.steps, 'hard')).toMatchObject({ expected: 12, range: [12, 12] });
    expect(competenceNotice(alike, 'hard', 0.5)).toMatch(
      /^Your competence at sql is high: 83 %.*2 seen/,
    );
    expect(competenceNotice(emptyCompetence('painting', 'general'), undefined, 0.5)).toMatch(
      /^Nothing is known yet of your competence at painting/,
    );
    expect(expectedEffort(skill.tokens)).toBeNull();
  });
});

it('a goal presses more within a week of its deadline, within a day of it, and once it is over', () => {
  const at = Date.UTC(2025, 1, 3);
  const day = 24 * HOUR;
  const pressing = (left: number): number =>
    urgencyOf({ priority: 'medium', deadline: at + left }, at);
  expect([8 * day, 7 * day, day + 1, day, 0, -1].map(pressing)).toEqual([
    0.5, 0.6, 0.6, 0.75, 0.75, 1,
  ]);
  expect(urgencyOf({ priority: 'medium', deadline: null }, at)).toBe(0.5);
});

describe('habits', () => {
  it('tell what comes next, and when', () => {
    let habit = emptyHabit('Ana');
    const monday = Date.UTC(2025, 1, 3, 9);
    for (let week = 0; week < 6; week++) {
      const at = monday + week * 7 * 24 * HOUR;
      for (const [minute, doing] of [
        'opens the report',
        'asks for a summary',
        'exports it',
      ].entries())
        habit = noteDoing(habit, doing, at + minute * 60_000);
    }
    const next = monday + 6 * 7 * 24 * HOUR;
    expect(likelyNext(habit, next)[0]).toMatchObject({ doing: 'opens the report', count: 6 });
    expect(likelyNext(noteDoing(habit, 'opens the report', next), next + 60_000)[0]?.doing).toBe(
      'asks for a summary',
    );
    expect(
      likelyNext(habit, next).reduce((sum, { probability }) => sum + probability, 0),
    ).toBeCloseTo(1, 9);
    expect(activeHours(habit, next)).toEqual({ hours: [9], now: 1 });
    expect(activeHours(habit, next + 5 * HOUR).now).toBe(0);
    // Names of Object.prototype's properties are actions like any other.
    const odd = ['constructor', '__proto__', 'constructor', '__proto__', 'constructor'].reduce(
      (known, doing, minute) => noteDoing(known, doing, minute * 60_000),
      emptyHabit('Ben'),
    );
    expect(likelyNext(JSON.parse(JSON.stringify(odd)) as typeof odd, 5 * 60_000)).toEqual([
      { doing: '__proto__', count: 2, probability: (2 + 2 / 5) / 3 },
      { doing: 'constructor', count: 0, probability: 3 / 5 / 3 },
    ]);
    expect(habit.guesses.right).toBeGreaterThan(10);
    expect(likelyNext(emptyHabit('Bo'), monday)).toEqual([]);
  });
});
