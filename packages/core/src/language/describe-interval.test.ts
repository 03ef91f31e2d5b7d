import { describe, expect, it } from 'vitest';
import { describeInterval } from './calendar.js';

describe('describeInterval', () => {
  it.each([
    [Date.UTC(2023, 4, 7), Date.UTC(2023, 4, 8), 'day', '7 May 2023'],
    [Date.UTC(2023, 4, 1), Date.UTC(2023, 4, 8), 'week', 'week of 1 May 2023'],
    [Date.UTC(2023, 4, 6), Date.UTC(2023, 4, 8), 'weekend', 'weekend of 6 May 2023'],
    [Date.UTC(2023, 4, 1), Date.UTC(2023, 5, 1), 'month', 'May 2023'],
    [Date.UTC(2022, 11, 1), Date.UTC(2023, 2, 1), 'season', 'winter 2022'],
    [Date.UTC(2022, 0, 1), Date.UTC(2022, 4, 1), 'year', 'early 2022'],
    [Date.UTC(2019, 0, 1), Date.UTC(2022, 0, 1), 'year', '2019 to 2021'],
    [Date.UTC(1990, 0, 1), Date.UTC(2000, 0, 1), 'decade', 'the 1990s'],
    [Date.UTC(2023, 4, 7, 15), Date.UTC(2023, 4, 7, 16), 'hour', '7 May 2023 15:00'],
    [Date.UTC(2023, 4, 7, 15, 4), Date.UTC(2023, 4, 7, 15, 5), 'minute', '7 May 2023 15:04'],
    [Date.UTC(2023, 4, 1), Date.UTC(2023, 4, 15), 'week', '1 May 2023 to 14 May 2023'],
  ] as const)('%i to %i as %s', (from, to, precision, words) =>
    expect(describeInterval(from, to, precision)).toBe(words),
  );
});
