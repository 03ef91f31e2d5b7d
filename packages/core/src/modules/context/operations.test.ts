import { describe, expect, it } from 'vitest';
import { renderContext } from './operations.js';

describe('a context for people', () => {
  it('is its text alone, or why there is none', () => {
    const notices = ['None of 3 candidates is sure enough.'];
    expect(renderContext({ context: 'Tom lives in Porto.', left: 1, notices })).toBe(
      'Tom lives in Porto.',
    );
    expect(renderContext({ context: '', left: 0, notices })).toBe(notices[0]);
    expect(renderContext({ context: '', left: 1, notices: [] })).toBe(
      'Nothing fits the budget: 1 memory is left out.',
    );
    expect(renderContext({ context: '', left: 0, notices: [] })).toBe('Nothing was found.');
  });
});
