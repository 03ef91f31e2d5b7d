import { describe, expect, it } from 'vitest';
import { ownNameOf } from './as-meant.js';
import { parseInput } from './input.js';
import { RecallProfile } from './profile.js';

describe('a name of another memory’s requests', () => {
  it.each([
    ['max_tokens', ['query', 'tokenBudget'], 'tokenBudget'],
    ['session_id', ['query', 'session'], 'session'],
    ['as_of', ['asOf'], 'asOf'],
    ['constructor', ['query'], undefined],
  ])('%s among %s is %s', (foreign, fields, ours) => {
    expect(ownNameOf(foreign, fields)).toBe(ours);
  });

  it('is told in the error of a recall', () => {
    expect(() => parseInput(RecallProfile, { query: 'x', min_score: 0.5 }, 'profile')).toThrow(
      expect.objectContaining({ hint: 'Got 0.5. Did you mean threshold?' }) as Error,
    );
  });

  it.each([
    [{ query: 'x', breadth: 3 }, { limit: 3 }],
    [{ query: 'x', breadth: 3, limit: 3 }, { limit: 3 }],
    [{ query: 'x', topK: 3 }, { limit: 3 }],
    [
      { query: 'x', top_k: 3, max_tokens: 500 },
      { limit: 3, tokenBudget: 500 },
    ],
    [
      { question: 'x', session_id: 's1' },
      { query: 'x', session: 's1' },
    ],
  ])('that means the same everywhere is taken for ours: %j', (request, ours) => {
    expect(parseInput(RecallProfile, request, 'profile')).toMatchObject({ query: 'x', ...ours });
  });

  it('is refused where ours is given, too, and its value is judged by our name', () => {
    expect(() => parseInput(RecallProfile, { query: 'x', limit: 3, breadth: 4 }, 'p')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        field: 'p.breadth',
        hint: 'Got 4. Did you mean limit?',
      }) as Error,
    );
    expect(() => parseInput(RecallProfile, { query: 'x', limit: 3, topK: 4 }, 'p')).toThrow(
      expect.objectContaining({ field: 'p.topK' }) as Error,
    );
    expect(() => parseInput(RecallProfile, { query: 'x', breadth: 0 }, 'p')).toThrow(
      expect.objectContaining({ field: 'p.limit', value: 0 }) as Error,
    );
  });
});
