import type { Instant, Precision } from '../domain/time.js';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const SEASONS = ['winter', 'spring', 'summer', 'autumn'];

/** A period in words, no finer than it is known: "May 2023", "7 May 2023", "week of 1 May 2023". UTC. */
export function describeInterval(from: Instant, to: Instant, precision: Precision): string {
  const start = new Date(from);
  const year = start.getUTCFullYear();
  const month = MONTHS[start.getUTCMonth()] ?? '';
  const day = `${start.getUTCDate()} ${month} ${year}`;
  const time = `${day} ${String(start.getUTCHours()).padStart(2, '0')}:${String(start.getUTCMinutes()).padStart(2, '0')}`;
  const WORDS: Readonly<Record<Precision, () => string>> = {
    decade: () => `the ${Math.floor(year / 10) * 10}s`,
    year: () => (new Date(to - 1).getUTCFullYear() === year ? `${year}` : `${year} to ${new Date(to - 1).getUTCFullYear()}`),
    season: () => `${SEASONS[Math.floor(((start.getUTCMonth() + 1) % 12) / 3)] ?? ''} ${year}`,
    month: () => `${month} ${year}`,
    week: () => `week of ${day}`,
    weekend: () => `weekend of ${day}`,
    day: () => day,
    hour: () => time,
    minute: () => time,
  };
  return WORDS[precision]();
}
