import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { johari, JOHARI_QUADRANTS, JOHARI_TRANSITIONS, mayTurn } from './space.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('the window', () => {
  it('has its four panes at a half', () => {
    expect(johari(0.1, 0.9).quadrant).toBe('open');
    expect(johari(0.9, 0.1).quadrant).toBe('blind');
    expect(johari(0.1, 0.1).quadrant).toBe('hidden');
    expect(johari(0.9, 0.9).quadrant).toBe('unknown');
  });

  it('is sure in the corners and unsure at the borders', () => {
    expect(johari(0, 1).confidence).toBe(1);
    expect(johari(0.5, 1).confidence).toBe(0);
    expect(johari(0.25, 1).confidence).toBeCloseTo(0.5);
    fc.assert(
      fc.property(unit, unit, (novelty, coherence) => {
        const { confidence } = johari(novelty, coherence);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not change its pane by a move smaller than its confidence allows', () => {
    fc.assert(
      fc.property(
        unit,
        unit,
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        (novelty, coherence, move) => {
          const { quadrant, confidence } = johari(novelty, coherence);
          fc.pre(Math.abs(move) < confidence / 2 - 1e-9);
          expect(johari(novelty + move, coherence - move).quadrant).toBe(quadrant);
        },
      ),
    );
  });
});

describe('transitions', () => {
  it('lead from one pane to another by what is named, and never to itself', () => {
    for (const quadrant of JOHARI_QUADRANTS)
      expect(Object.keys(JOHARI_TRANSITIONS[quadrant])).not.toContain(quadrant);
    expect(mayTurn('unknown', 'blind', 'external_observation')).toBe(true);
    expect(mayTurn('unknown', 'blind', 'dream_consolidation')).toBe(false);
    expect(mayTurn('open', 'open', 'privatize')).toBe(false);
    expect(mayTurn('hidden', 'open', 'explicit_share')).toBe(true);
    expect(mayTurn('open', 'blind', 'privatize')).toBe(false);
  });

  it('leave every pane, and lead back to open from each', () => {
    for (const quadrant of JOHARI_QUADRANTS.filter((each) => each !== 'open'))
      expect(JOHARI_TRANSITIONS[quadrant].open).not.toHaveLength(0);
  });
});
