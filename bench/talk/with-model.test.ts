import { describe, expect, it } from 'vitest';
import { gainsOf } from './with-model.js';

describe('what a model gains', () => {
  it('is how much more of the evidence is found, and tells what is found with it', () => {
    const gains = gainsOf({ r10: 0.5, session_r10: 0.9 }, { r10: 0.75, session_r10: 0.9, top1: 1 });
    expect(gains).toEqual({
      model_top1: 1,
      model_r10: 0.75,
      model_session_r10: 0.9,
      model_gain: 0.25,
    });
  });

  it('is that of sessions where only they are named', () => {
    expect(gainsOf({ session_r10: 0.5 }, { session_r10: 0.25 }).model_gain).toBe(-0.25);
  });
});
