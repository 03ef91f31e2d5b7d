import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { splitText } from '@mneme/core/language/passages.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-document.js';

/** The first line of a message in an exported WhatsApp chat, in the locale of the phone. */
interface WhatsAppLine {
  /** The three numbers of the date, in the phone's order. */
  readonly date: readonly [number, number, number];
  /** Whether the notation puts the year first (as with CJK date characters). */
  readonly yearFirst: boolean;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Null for a system notice. */
  readonly speaker: string | null;
  readonly text: string;
  /** Whether WhatsApp itself wrote the text, such as that a picture was omitted. */
  readonly ofProgram: boolean;
}

/** Maximum length of a date and time stamp, its words included. */
const LONGEST_STAMP = 64;
const LONGEST_LINE = 70_000;
/** `[03/02/2025, 18:12:33] Ann Lee: text` and `03/02/25, 6:12 pm - Ann Lee: text`. */
const STAMP = /^(?:\[([^[\]\n]{8,64})\] ?|([^[\]\n]{8,64}?) [-–—] )/;
const DATE = /(\d{1,4}) ?[./年년-] ?(\d{1,2}) ?[./月월-] ?(\d{1,4})(?!\d)(?: ?[日일])?/;
const TIME = /(\d{1,2}) ?[:.時时点點시] ?(\d{2})(?:[:.分분] ?(\d{2}))?(?!\d)[分분]?/;
/** Text allowed around date and time: "à", "klo", "г.", AM/PM words. */
const AROUND = /^[\p{L}\p{M}.,'’״"() ]{0,24}$/u;
/** Bidirectional control marks, except the one with which WhatsApp starts its own text. */
const DIRECTIONS = /[\u200f\u202a-\u202e\u2066-\u2069]/g;
const OWN_MARK = '\u200e';

/** AM and PM words in many locales, without dots and spaces. */
const MORNING = wordSet(
  'am a vm fm ap öö sa pg de gh dop rano 上午 凌晨 早上 清晨 午前 오전 ص صباحا πμ קצ לפנהצ קלט пробл دп дп прпл पूर्वाह्न मपू முற்பகல் ก่อนเที่ยง paradite eparadites md fh',
);
const AFTERNOON = wordSet(
  'pm p nm em ip ös ch ptg du gd odp popiet pop pēcpusd 下午 晚上 中午 傍晚 午後 夜 오후 م مساء μμ אחהצ בз сл слоб пп попл بظ بعدازظهر अपराह्न मउ பிற்பகல் หลังเที่ยง pasdite epasdites eh',
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

function readWhatsAppLine(line: string): WhatsAppLine | null {
  const whole = line.slice(0, LONGEST_LINE).replace(DIRECTIONS, '');
  const start = whole.startsWith(OWN_MARK) ? whole.slice(1) : whole;
  const head = plainStamp(start.slice(0, LONGEST_STAMP + 4));
  const [found, inBrackets, beforeDash] = STAMP.exec(head) ?? [];
  if (found === undefined) return null;
  const stamp = readStamp(inBrackets ?? beforeDash ?? '');
  return stamp === null ? null : { ...stamp, ...readSpeech(start.slice(found.length)) };
}

/**
 * Normalises digits of any script, spaces and commas. One UTF-16 unit is replaced with one, so that offsets stay
 * valid.
 */
function plainStamp(head: string): string {
  return head
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[،、，]/gu, ',')
    .replaceAll('：', ':')
    .replaceAll(OWN_MARK, ' ');
}

/** Digits of a script are ten consecutive code points, zero first. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (digit.length > 1) return digit;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

type Stamp = Pick<WhatsAppLine, 'date' | 'yearFirst' | 'hour' | 'minute' | 'second'>;

function readStamp(stamp: string): Stamp | null {
  const date = DATE.exec(stamp);
  if (date === null) return null;
  const rest = `${stamp.slice(0, date.index)} ${stamp.slice(date.index + date[0].length)}`;
  const time = TIME.exec(rest);
  if (time === null) return null;
  const around = `${rest.slice(0, time.index)} ${rest.slice(time.index + time[0].length)}`;
  if (!AROUND.test(around)) return null;
  const half = halfIn(around);
  return {
    date: [Number(date[1]), Number(date[2]), Number(date[3])],
    yearFirst: /[年년]/.test(date[0]) || /[\p{Script=Han}\p{Script=Hangul}]/u.test(around),
    hour: half === null ? Number(time[1]) : (Number(time[1]) % 12) + half,
    minute: Number(time[2]),
    second: Number(time[3] ?? 0),
  };
}

/** Hours to add for AM/PM; null where no word names a half of the day. */
function halfIn(around: string): 0 | 12 | null {
  const said = around.toLowerCase().replace(/[.,'’״"()\p{M}]/gu, '');
  const words = [...said.split(/ +/).filter((word) => word !== ''), said.replaceAll(' ', '')];
  if (words.some((word) => AFTERNOON.has(word))) return 12;
  return words.some((word) => MORNING.has(word)) ? 0 : null;
}

const LONGEST_NAME = 80;

function readSpeech(rest: string): Pick<WhatsAppLine, 'speaker' | 'text' | 'ofProgram'> {
  const colon = colonOf(rest);
  const text = colon < 0 ? rest : rest.slice(colon + 1).replace(/^ /, '');
  return {
    speaker:
      colon < 0 ? null : rest.slice(0, colon).replaceAll(OWN_MARK, '').replace(/^~\s?/, '').trim(),
    text: text.replaceAll(OWN_MARK, '').trim(),
    ofProgram: text.startsWith(OWN_MARK),
  };
}

/**
 * Index of the colon that ends the name: the first one before a space, else one that is not part of a number, a URL
 * or a quotation; -1 without.
 */
function colonOf(rest: string): number {
  const head = rest.slice(0, LONGEST_NAME + 2).split('\n', 1)[0] ?? '';
  const spaced = head.search(/[:：](?: |$)/);
  if (spaced > 0 && spaced <= LONGEST_NAME) return spaced;
  const bare = head.search(/[:：]/);
  const name = head.slice(0, Math.max(0, bare));
  const isName = !/\d$|["“”«»„]/.test(name) && !/^[:：](?:\d|\/\/)/.test(head.slice(bare));
  return bare > 0 && bare <= LONGEST_NAME && isName ? bare : -1;
}

type DayOrder = 'day first' | 'month first' | 'year first';

/**
 * Date order of a file: decided by a number that is no month, else by the order in which times go back least, then by
 * the shorter span.
 */
function dayOrderOf(lines: readonly WhatsAppLine[]): DayOrder {
  if (lines.some(({ date, yearFirst }) => date[0] > 31 || (yearFirst && date[2] <= 31)))
    return 'year first';
  if (lines.some(({ date }) => date[0] > 12)) return 'day first';
  if (lines.some(({ date }) => date[1] > 12)) return 'month first';
  const [day, month] = [courseOf(lines, 'day first'), courseOf(lines, 'month first')];
  // A date that is in no calendar gives no span to compare.
  const runsOn = day.backwards - month.backwards || day.span - month.span || 0;
  return runsOn <= 0 ? 'day first' : 'month first';
}

/** Offset of Buddhist calendar years; later years than LAST_YEAR are taken for Buddhist. */
const [BUDDHIST, LAST_YEAR] = [543, 2_400];

/** Epoch milliseconds, in the phone's local time; undefined for an invalid date. */
function momentOf(line: WhatsAppLine, order: DayOrder): number | undefined {
  const [a, b, c] = line.date;
  const [year, month, day] =
    order === 'year first' ? [a, b, c] : order === 'day first' ? [c, b, a] : [c, a, b];
  const full = year < 100 ? 2_000 + year : year > LAST_YEAR ? year - BUDDHIST : year;
  const at = Date.UTC(full, month - 1, day, line.hour, line.minute, line.second);
  const read = new Date(at);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day && line.hour < 24
    ? at
    : undefined;
}

/** How often the time goes back from one line to the next, and the span from the first line to the last. */
function courseOf(
  lines: readonly WhatsAppLine[],
  order: DayOrder,
): { readonly backwards: number; readonly span: number } {
  const times = lines.map((line) => momentOf(line, order) ?? -Infinity);
  return {
    backwards: times.filter((at, index) => index > 0 && at < (times[index - 1] ?? 0)).length,
    span: times.length === 0 ? 0 : (times.at(-1) ?? 0) - (times[0] ?? 0),
  };
}

/** A WhatsApp chat exported as text: a memory for each message. */
export const whatsapp: ImportReader = Object.freeze({
  name: 'whatsapp',
  describes:
    'A chat exported by WhatsApp as text: a memory for each message; notices and attachments are left out.',
  extensions: ['.txt'],

  looksLike(_path: string, head: string): boolean {
    const lines = head.split('\n').filter((line) => line.trim() !== '');
    const starts = lines.filter((line) => readWhatsAppLine(line) !== null).length;
    return starts >= 2 && starts * 2 >= lines.length;
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (!(document instanceof DocumentLines)) return yield document;
    const lines = document.lines.map(({ text }) => text);
    const messages = messagesOf(lines);
    const first = messages[0]?.from ?? lines.length;
    if (messages.length === 0)
      return yield malformed(document.place(1, first), {
        problem: 'no line begins as a message of a WhatsApp chat does, with its date and time',
        hint: 'Export the chat as text anew; or leave the format out, so that it is told from the text.',
      });
    if (lines.slice(0, first).some((line) => line.trim() !== ''))
      yield skipped(document.place(1, first), 'notice');
    const order = dayOrderOf(messages.map(({ start }) => start));
    const session = shortOrigin(options.origin);
    for (const [position, { start, from, to }] of messages.entries()) {
      const text = [start.text, ...lines.slice(from + 1, to)].join('\n').trim();
      yield* messageItems({ start, text, order, position, session }, document.place(from + 1, to));
    }
  },
} satisfies ImportReader);

interface Message {
  readonly start: WhatsAppLine;
  /** Index of the first line, and one past the last. */
  readonly from: number;
  readonly to: number;
}

function messagesOf(lines: readonly string[]): Message[] {
  const starts = lines.flatMap((line, from) => {
    const start = readWhatsAppLine(line);
    return start === null ? [] : [{ start, from }];
  });
  return starts.map(({ start, from }, at) => ({
    start,
    from,
    to: starts[at + 1]?.from ?? lines.length,
  }));
}

/** Placeholders of pictures, recordings and files, in the languages that mark them so. */
const ATTACHMENT =
  /^<[^<>\n]{1,200}>$|^[^\n/]{1,100}\.[a-z0-9]{2,5} \([^()\n]{3,40}\)$|^[^\n]{0,100}\((?:file attached|Datei angehängt|fichier joint|archivo adjunto)\)$|^(?:image|video|audio|sticker|GIF|document|Contact card) omitted$|^(?:Bild|Video|Audio|Sticker|Dokument) weggelassen$/i;
const DELETED =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Ce message a été supprimé|Se eliminó este mensaje)\.?$/i;

/** Suffix of a message that was edited. */
const EDITED =
  / ?<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?|Ce message a été modifié|Se editó este mensaje\.?|Mensagem editada|Questo messaggio è stato modificato|Dit bericht is bewerkt)>$/i;

interface Spoken {
  readonly start: WhatsAppLine;
  readonly text: string;
  readonly order: DayOrder;
  readonly position: number;
  readonly session: string;
}

function* messageItems(
  { start, text, order, position, session }: Spoken,
  place: { readonly line: number; readonly bytes: number },
): Generator<ImportItem, void, undefined> {
  const saidAt = momentOf(start, order);
  if (saidAt === undefined)
    return yield malformed(place, {
      problem: `there is no day ${start.date.join('/')}`,
      hint: 'Mend the date, or take the message out.',
      field: 'saidAt',
    });
  if (start.speaker === null) return yield skipped(place, 'notice');
  if (ATTACHMENT.test(text)) return yield skipped(place, 'attachment');
  if (DELETED.test(text)) return yield skipped(place, 'no text');
  if (start.ofProgram) return yield skipped(place, 'notice');
  const said = text.replace(EDITED, '');
  for (const piece of splitText(said, MAX_CONTENT))
    yield toItem(place, {
      content: piece.text,
      kind: 'experience',
      speaker: start.speaker,
      session,
      origin: session,
      position,
      saidAt,
    });
}
