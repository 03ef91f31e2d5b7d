import { describe, expect, it } from 'vitest';
import type { CausalAnswer } from '@mneme/mneme/public-types.js';
import { renderStated } from './operations.js';

describe('causes that no memory states', () => {
  const none = (asked: CausalAnswer['asked']): string =>
    renderStated(
      {
        asked,
        statements: [],
        told: { known: 'unknown', lines: [] },
      },
      { width: 100 },
    );

  it('are told by what was asked, so that what was said of it may still state the other side', () => {
    expect(none('effects')).toBe('No memory states what came of it. For its causes: --outcome.');
    expect(none('causes')).toBe('No memory states what caused it.');
    expect(none('link')).toBe('No memory states that the one leads to the other.');
  });
});
