import { describe, expect, it } from 'vitest';
import { readPlanState } from './speech.js';

describe('what became of a plan', () => {
  it.each([
    ["I'm going to run the marathon in May.", 'open'],
    ['The marathon is cancelled for me.', 'dropped'],
    ['They called the trip off.', 'dropped'],
    ['The release was moved to June.', 'moved'],
    ['The wedding is off for September, the new date is May 15.', 'moved'],
    ['The trip is off.', 'dropped'],
    ['I signed up for the race.', null],
    ['Cut over done!', 'done'],
    ['We opened yesterday, full house.', 'done'],
    ['The sea was cold.', null],
  ])('%s: %s', (text, state) => {
    expect(readPlanState(text)).toBe(state);
  });
});
