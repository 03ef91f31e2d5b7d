import { describe, expect, it } from 'vitest';
import type { TalkQuestion } from '../talk/talk.js';
import { SHIPPED_MODEL } from '../../packages/core/src/recall/ranking/fusion-model.js';
import { halvesOf, judge, tell, type Answered } from './asked-half.js';
import { sharpened } from './sharpness.js';
import { tune, tuned, type Lesson } from './tuned-weights.js';

const question = (evidence: readonly string[], rest: Partial<TalkQuestion> = {}): TalkQuestion => ({
  text: 'Where?',
  category: 'cat1',
  askedAt: 0,
  after: 0,
  evidence,
  sessions: [],
  stale: [],
  answerable: true,
  adversarial: false,
  ...rest,
});

const answered = (evidence: readonly string[], turns: readonly string[]): Answered => ({
  question: question(evidence),
  turns: turns.map((turn) => [turn]),
  resultIds: [],
  delivered: turns,
  recollection: 'r_1',
});

const TUNING = { bound: 0.5, decay: 0.02, each: false };
/** The useful result has much of the first part and little of the second; `turned` says the opposite. */
const lesson = (turned: boolean): Lesson => ({
  parts: [Float64Array.of(1, 3), Float64Array.of(2, 1)],
  rest: [0, 0],
  told: [{ at: turned ? 0 : 1, useful: true }],
});

describe('halves', () => {
  it('leaves out of both halves what has no evidence or asks for the wrong person', () => {
    const all = [
      question(['a']),
      question([]),
      question(['b']),
      question(['c'], { adversarial: true }),
      question(['d']),
    ];
    const [one, other] = halvesOf(all);
    expect(one.flatMap(({ evidence }) => evidence)).toEqual(['a', 'd']);
    expect(other.flatMap(({ evidence }) => evidence)).toEqual(['b']);
  });

  it('tells of the first result and of the one that holds evidence, and lies as often as it is to', () => {
    const answer = answered(['c'], ['a', 'b', 'c']);
    expect(tell(answer, 0, () => 0.5)).toEqual([
      { at: 0, useful: false },
      { at: 2, useful: true },
    ]);
    expect(tell(answer, 1, () => 0.5)).toEqual([
      { at: 0, useful: true },
      { at: 2, useful: false },
    ]);
    expect(tell(answered(['x'], []), 0, () => 0.5)).toEqual([]);
    expect(judge(answered(['c', 'x'], ['a', 'b', 'c']))).toEqual({ r10: 0.5, top1: 0 });
  });

  it('moves weights within their bounds, and only where the votes held back gain', () => {
    const alike = Array.from({ length: 12 }, () => lesson(false));
    const factors = tune(alike, TUNING);
    expect(factors?.[0]).toBeGreaterThan(0);
    expect(factors?.[1]).toBeGreaterThanOrEqual(-0.5);
    const against = alike.map((each, at) => (at % 3 === 2 ? lesson(true) : each));
    expect(tune(against, TUNING)).toBeNull();
  });

  it('moves the weights of every trait, and keeps chances when it only sharpens', () => {
    const groups = new Float64Array(11).fill(0.5);
    expect(tuned(SHIPPED_MODEL, groups).shifts?.message[0]).toBeCloseTo(
      1.5 * (SHIPPED_MODEL.shifts?.message[0] ?? 0),
    );
    const { slope, intercept } = sharpened(SHIPPED_MODEL, 2, 1);
    expect([slope, intercept]).toEqual([SHIPPED_MODEL.slope / 2, SHIPPED_MODEL.intercept]);
  });
});
