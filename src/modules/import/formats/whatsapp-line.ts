/** The start of a message in a chat that WhatsApp has exported, as the phone's language wrote it. */
export interface WhatsAppLine {
  /** The three numbers of the date, in the order of the phone. */
  readonly date: readonly [number, number, number];
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Null for a notice of the program. */
  readonly speaker: string | null;
  readonly text: string;
}

/** `[03/02/2025, 18:12:33] Ann Lee: text` and `03/02/25, 6:12 pm - Ann Lee: text`. */
const START =
  /^(?:\[)?(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),? {1,2}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))? ?([ap]\.?\s?m\.?)?(?:\] | - )(.*)$/is;
/** Marks that say in which direction a text runs, and the narrow space before am and pm. */
const INVISIBLE = /[\u200e\u200f\u202a-\u202e]/g;

export function readWhatsAppLine(line: string): WhatsAppLine | null {
  const [, first, second, third, hour, minute, seconds, half, rest] =
    START.exec(line.slice(0, 70_000).replace(INVISIBLE, '').replaceAll('\u202f', ' ')) ?? [];
  if (first === undefined || rest === undefined) return null;
  const colon = rest.indexOf(': ');
  const bare = rest.endsWith(':') && colon < 0 ? rest.length - 1 : colon;
  const named = bare > 0 && bare <= 80 && !rest.slice(0, bare).includes('\n');
  return {
    date: [Number(first), Number(second), Number(third)],
    hour: hourOf(Number(hour), half),
    minute: Number(minute),
    second: Number(seconds ?? 0),
    speaker: named ? rest.slice(0, bare).replace(/^~\s?/, '').trim() : null,
    text: named ? rest.slice(bare + 1).trim() : rest.trim(),
  };
}

export type DayOrder = 'day first' | 'month first' | 'year first';

/** Whether a file's dates name the day first or the month: told by a number that no month has, else by which order runs forward. */
export function dayOrderOf(lines: readonly WhatsAppLine[]): DayOrder {
  if (lines.some(({ date }) => date[0] > 31)) return 'year first';
  if (lines.some(({ date }) => date[0] > 12)) return 'day first';
  if (lines.some(({ date }) => date[1] > 12)) return 'month first';
  return backwards(lines, 'day first') <= backwards(lines, 'month first')
    ? 'day first'
    : 'month first';
}

/** Epoch milliseconds, by the clock of the phone; undefined for a day that is in no calendar. */
export function momentOf(line: WhatsAppLine, order: DayOrder): number | undefined {
  const [a, b, c] = line.date;
  const [year, month, day] =
    order === 'year first' ? [a, b, c] : order === 'day first' ? [c, b, a] : [c, a, b];
  const full = year < 100 ? 2_000 + year : year;
  const at = Date.UTC(full, month - 1, day, line.hour, line.minute, line.second);
  const read = new Date(at);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day && line.hour < 24
    ? at
    : undefined;
}

const backwards = (lines: readonly WhatsAppLine[], order: DayOrder): number => {
  const times = lines.map((line) => momentOf(line, order) ?? -Infinity);
  return times.filter((at, index) => index > 0 && at < (times[index - 1] ?? 0)).length;
};

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}
