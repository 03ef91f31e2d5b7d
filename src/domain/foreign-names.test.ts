import { describe, expect, it } from 'vitest';
import { ownNameOf } from './foreign-names.js';
import { parseInput } from './parse-input.js';
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
    expect(() => parseInput(RecallProfile, { query: 'x', max_tokens: 500 }, 'profile')).toThrow(
      expect.objectContaining({ hint: 'Got 500. Did you mean tokenBudget?' }) as Error,
    );
  });
});
