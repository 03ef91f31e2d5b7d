import { describe, expect, it } from 'vitest';
import { seeded, syntheticTurns, type SyntheticTurn } from './synthetic-text.js';

function take(count: number, seed: number): SyntheticTurn[] {
  const turns = syntheticTurns(seed);
  return Array.from({ length: count }, () => turns.next().value);
}

const turns = take(5_000, 1);
const wordsOf = ({ input }: SyntheticTurn): string[] =>
  input.content.toLowerCase().match(/[a-z]+/g) ?? [];

function bySession(): Map<string | undefined, SyntheticTurn[]> {
  const sessions = new Map<string | undefined, SyntheticTurn[]>();
  for (const turn of turns)
    sessions.set(turn.input.session, [...(sessions.get(turn.input.session) ?? []), turn]);
  return sessions;
}

describe('synthetic text', () => {
  it('is the same for the same seed and another for another', () => {
    expect(take(200, 1)).toEqual(turns.slice(0, 200));
    expect(take(200, 2)).not.toEqual(turns.slice(0, 200));
  });

  it('has some 30 words a turn', () => {
    const mean = turns.reduce((sum, turn) => sum + wordsOf(turn).length, 0) / turns.length;
    expect(mean).toBeGreaterThan(25);
    expect(mean).toBeLessThan(38);
  });

  it('talks in sessions of 10 to 40 turns between 2 or 3 people', () => {
    for (const [, members] of [...bySession()].slice(0, -1)) {
      expect(members.length).toBeGreaterThanOrEqual(10);
      expect(members.length).toBeLessThanOrEqual(40);
      expect(new Set(members.map(({ input }) => input.speaker)).size).toBeLessThanOrEqual(3);
    }
  });

  it('grows its vocabulary as it goes on', () => {
    const early = new Set(turns.slice(0, 1_000).flatMap(wordsOf)).size;
    const all = new Set(turns.flatMap(wordsOf)).size;
    expect(early).toBeGreaterThan(1_500);
    expect(all).toBeGreaterThan(early * 1.4);
  });

  it('leaves no slot unfilled', () => {
    expect(
      turns.filter(({ input, question }) =>
        /[{}]|undefined/.test(`${input.content} ${question ?? ''}`),
      ),
    ).toEqual([]);
  });

  it('asks enough questions, nearly all of them distinct', () => {
    const questions = turns.flatMap(({ question }) => question ?? []);
    expect(questions.length).toBeGreaterThan(1_500);
    expect(new Set(questions).size / questions.length).toBeGreaterThan(0.85);
  });
});

it('seeded numbers lie in [0, 1) and differ', () => {
  const random = seeded(3);
  const drawn = Array.from({ length: 1_000 }, random);
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(drawn).size).toBe(1_000);
});
