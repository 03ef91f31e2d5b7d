import { DAY, type Instant, type Period } from '../../domain/time.js';
import type { DraftNote } from '../../domain/note.js';
import { dayPeriod, yearPeriod } from '../../language/calendar.js';
import { readDates, type DateMention } from '../../language/dates.js';
import { detectLanguage } from '../../language/detect-language.js';
import { matchAll } from '../../language/pattern-matching.js';
import { foldAccents } from '../../language/names/name-spelling.js';
import { CALENDAR_WORDS, DEMONYMS, EVENTS, WIDE_PLACES } from '../../language/names/gazetteer.js';
import { isStopWord } from '../../language/segmentation.js';
import { spelledNumbers } from '../../language/lexicon.js';
import type { ReadRequest } from '../../ports/models.js';

/** The part of a note that its sources do not contain, as it stands in the note. */
interface Ungrounded {
  readonly what: 'a number' | 'a date' | 'a name';
  readonly word: string;
}

/** Space-separated groups of three are one number, unless it begins within a word: p99 220 ms. */
const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,:’']\d+)*/gu;
/** One that begins behind letters of a currency may be either: R30 600. */
const OF_CURRENCY = /(?<!\p{L})\p{Lu}{1,3}(\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?!\d)/gu;
/** A number attached to a word is a number by itself: RM538,000. */
const TOKEN = /[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}]*[\p{L}\p{M}])?/gu;
/** Shorter words are as often units and currencies as names. */
const SHORTEST_NAME = 3;
/** Minimum length of an abbreviation that matches a name by prefix: Ave, Avenue. */
const SHORTEST_PREFIX = 3;
/** The text between a place and the region that contains it. */
const WITHIN = /^(?:,? | \(| in )$/;
const YEAR = /^(?:19|20)\d\d$/;
const HAS_CAPITAL = /\p{Lu}/u;
/** Letters that inflected forms of a name share: Kraków, w Krakowie. */
const SHARED_STEM = 4;
const ENDING = 2;
const wordsOf = (phrases: Iterable<string>): string[] =>
  [...phrases].flatMap((phrase) => phrase.split(/[ .'-]/));
/** Capitalised words that everybody knows, in any language. */
const COMMON_KNOWLEDGE: ReadonlySet<string> = new Set([
  ...CALENDAR_WORDS,
  ...DEMONYMS,
  ...wordsOf(EVENTS),
  'celsius',
  'fahrenheit',
]);
const WIDE_PLACE_WORDS: ReadonlySet<string> = new Set(wordsOf(WIDE_PLACES));
/**
 * Maximum distance from the turn's day for a date from words that are not parsed: "on Friday", "in der Woche drauf".
 */
const NEAR = 14 * DAY;
const UNITS_IN_DAYS = [1, 7, 30.44, 365.25] as const;

/**
 * The numbers, days and names that notes of a request may contain: those of its turns, of the notes it shows and of
 * the roster. Built once per request; linear in its texts.
 */
export class Ground {
  readonly #numbers = new Set<string>();
  readonly #names = new Set<string>();
  readonly #stems = new Set<string>();
  readonly #dates: Period[] = [];
  /** Months named without a year. */
  readonly #months = new Set<number>();
  readonly #days: Instant[] = [];
  /** The figures of each turn and note, by id, from which others may be computed. */
  readonly #figures = new Map<string, readonly number[]>();

  constructor({ turns, notes, roster, owner }: ReadRequest) {
    for (const { id, text, speaker, saidAt, day } of turns) {
      this.#figures.set(id, this.#read(text, saidAt));
      this.#name(speaker);
      this.#days.push(saidAt, Date.parse(day));
    }
    const saidAt = turns[0]?.saidAt ?? 0;
    for (const { id, text, note } of notes) {
      const words = [text, note.about, note.is ?? '', note.value].join('\n');
      this.#figures.set(id, this.#read(words, saidAt));
      this.#keepDays(note);
    }
    for (const { name, is, aliases } of roster)
      for (const text of [name, is ?? '', ...aliases]) this.#read(text, saidAt);
    if (owner !== null) this.#name(owner);
  }

  /** The first part of a note without support; null if there is none. */
  lacks(note: DraftNote, saidAt: Instant): Ungrounded | null {
    const { text, about, value } = note;
    const dates = readDates(text, saidAt).filter(({ recurring }) => !recurring);
    const days = [note.from, note.until].flatMap((day) =>
      day === null ? [] : [dayPeriod(Date.parse(day))],
    );
    const strangeDate = dates.find((date) => !this.#hasDate(date));
    if (strangeDate !== undefined)
      return { what: 'a date', word: text.slice(strangeDate.start, strangeDate.end) };
    const strangeDay = days.find((day) => !this.#hasDate(day));
    if (strangeDay !== undefined)
      return { what: 'a date', word: new Date(strangeDay.from).toISOString().slice(0, 10) };
    const plain = without(text, dates);
    const numbers = numbersIn(`${plain}\n${without(value, readDates(value, saidAt))}`);
    // "About the 29th" for a day that was found to follow.
    const ofDays = new Set(days.map((day) => String(new Date(day.from).getUTCDate())));
    const strange = numbers.filter((number) => !ofDays.has(number) && !this.#hasNumber(number));
    const [number] = strange;
    if (number !== undefined && !this.#follow(strange, numbers, note))
      return { what: 'a number', word: number };
    const word = this.#strangeName(plain, about);
    return word === null ? null : { what: 'a name', word };
  }

  /** Allows later notes to repeat what an accepted note says. */
  add(note: DraftNote, saidAt: Instant): void {
    this.#figures.set(note.id, this.#read(`${note.text}\n${note.value}`, saidAt));
    this.#keepDays(note);
  }

  /** Collects a text's dates, numbers and names; returns its numbers. */
  #read(text: string, saidAt: Instant): number[] {
    const language = detectLanguage(text);
    const dates = [
      ...readDates(text, saidAt, language),
      ...(language === 'en' ? [] : readDates(text, saidAt)),
    ];
    this.#dates.push(...dates);
    for (const { relative, from, to } of dates)
      if (relative && to - from <= 31 * DAY) this.#months.add(new Date(from).getUTCMonth());
    const figures = spelledNumbers(text);
    for (const number of figures) this.#numbers.add(String(number));
    const priced = [...text.matchAll(OF_CURRENCY)].map(([, number = '']) => number);
    for (const number of [...numbersIn(text), ...priced]) {
      const forms = formsOf(number);
      for (const form of [...forms, ...partsOf(number).map(plain)]) this.#numbers.add(form);
      figures.add(Number(forms.at(-1)));
    }
    this.#name(text);
    return [...figures];
  }

  #keepDays({ from, until }: Pick<DraftNote, 'from' | 'until'>): void {
    for (const day of [from, until]) if (day !== null) this.#dates.push(dayPeriod(Date.parse(day)));
  }

  #name(text: string): void {
    let before = '';
    for (const [token] of matchAll(text, TOKEN)) {
      const name = foldAccents(token);
      this.#names.add(name);
      // "done deal" may also be written DoneDeal.
      this.#names.add(before + name);
      if (name.length >= SHARED_STEM) this.#stems.add(name.slice(0, stemLength(name)));
      before = name;
    }
  }

  #hasName(name: string): boolean {
    if (this.#names.has(name) || COMMON_KNOWLEDGE.has(name)) return true;
    if (name.length < SHORTEST_NAME) return true;
    const stem = name.slice(0, stemLength(name));
    if (
      name.length >= SHARED_STEM &&
      (this.#stems.has(stem) || this.#stems.has(name) || this.#names.has(stem))
    )
      return true;
    for (let end = SHORTEST_PREFIX; end < name.length; end++) {
      const prefix = name.slice(0, end);
      if (this.#names.has(prefix) && !isStopWord(prefix, 'en')) return true;
    }
    return false;
  }

  /** The first name in a sentence that is neither supported nor the country or state of one that is; null for none. */
  #strangeName(text: string, about: string): string | null {
    const subject = new Set(matchAll(about, TOKEN).map(([token]) => token));
    let end = 0;
    /** Adjacent capitalised words are one name, supported by any of them: Chevrolet Bolt. */
    let run: boolean | null = null;
    let strange = '';
    for (const [at, match] of matchAll(text, TOKEN).entries()) {
      const [token] = match;
      const between = text.slice(end, match.index);
      // The first word is capitalised anyway.
      const isName = HAS_CAPITAL.test(token) && (at > 0 || subject.has(token));
      if (run === false && !(isName && between === ' ')) return strange;
      if (!isName || between !== ' ') run = null;
      if (!isName) continue;
      const name = foldAccents(token);
      const within = WIDE_PLACE_WORDS.has(name) && WITHIN.test(between) && end > 0;
      end = match.index + token.length;
      if (run === null) strange = token;
      run = run === true || within || this.#hasName(name);
    }
    return run === false ? strange : null;
  }

  #hasNumber(number: string): boolean {
    const forms = formsOf(number);
    if (forms.some((form) => this.#numbers.has(form))) return true;
    if (YEAR.test(number) && this.#hasDate(yearPeriod(Number(number)))) return true;
    // A season of two years, as in 2025/26.
    if (this.#days.some((day) => yearsAround(day).has(number))) return true;
    const [hour, minute] = number.split(':').map(Number);
    return (
      number.includes(':') &&
      hour !== undefined &&
      minute !== undefined &&
      this.#hasTime(hour, minute)
    );
  }

  /** "15:10" for "ten past three", "7:30" for "halb acht". */
  #hasTime(hour: number, minute: number): boolean {
    const hours = [hour, hour - 12, hour + 1, hour - 11];
    return (
      hours.some((each) => this.#numbers.has(String(each))) &&
      (minute % 15 === 0 || [minute, 60 - minute].some((each) => this.#numbers.has(String(each))))
    );
  }

  /**
   * Whether all these numbers are sums, differences, products or shares of figures in the note, its turns and what it
   * replaces.
   */
  #follow(strange: readonly string[], all: readonly string[], note: DraftNote): boolean {
    const own = all.filter((number) => !strange.includes(number)).map(figureOf);
    const told = [...note.turns, ...note.replaces].flatMap((id) => this.#figures.get(id) ?? []);
    const operands = [...new Set([...own, ...told])].slice(0, MAX_OPERANDS);
    const results = computed(operands);
    return strange.every((number) => results.has(figureOf(number)));
  }

  /** Stated, near the turn's day, or a stated number of days, weeks, months or years from a stated day. */
  #hasDate(date: Period): boolean {
    const { from, to } = date;
    if (this.#dates.some((told) => told.from < to + DAY && told.to > from - DAY)) return true;
    const [middle, half] = [(from + to) / 2, (to - from) / 2];
    if (this.#days.some((day) => Math.abs(day - middle) <= NEAR + half)) return true;
    if (this.#hasPart(date)) return true;
    const bases = [...this.#days, ...this.#dates.map((told) => told.from)];
    return bases.some((base) => {
      const days = Math.abs(from - base) / DAY;
      return UNITS_IN_DAYS.some((unit) => {
        // A vague time is dated by its earliest possible day.
        const counts = [Math.floor(days / unit), Math.round(days / unit), Math.ceil(days / unit)];
        return counts.some((count) => this.#numbers.has(String(count)));
      });
    });
  }

  /** "The 14th", "in March" within about a year of the turn's day; "1931". */
  #hasPart({ from, to }: Period): boolean {
    const first = new Date(from);
    const length = to - from;
    if (length > 31 * DAY) return this.#numbers.has(String(first.getUTCFullYear()));
    const isNear = this.#days.some((said) => Math.abs(said - from) <= 400 * DAY);
    return (
      isNear &&
      ((length <= DAY && this.#numbers.has(String(first.getUTCDate()))) ||
        this.#months.has(first.getUTCMonth()))
    );
  }
}

function yearsAround(day: Instant): ReadonlySet<string> {
  const year = new Date(day).getUTCFullYear();
  return new Set([year - 1, year, year + 1].flatMap((each) => [`${each}`, `${each % 100}`]));
}

const MAX_OPERANDS = 12;

/** Sums and differences of up to four numbers, products of two, and quotients rounded up. */
function computed(operands: readonly number[]): ReadonlySet<number> {
  const results = new Set<number>();
  const sums = (sum: number, from: number, left: number): void => {
    results.add(sum);
    if (left === 0) return;
    for (let at = from; at < operands.length; at++) {
      sums(sum + (operands[at] ?? 0), at + 1, left - 1);
      sums(sum - (operands[at] ?? 0), at + 1, left - 1);
    }
  };
  for (const [at, first] of operands.entries()) {
    sums(first, at + 1, 3);
    for (const second of operands) {
      results.add(first - second);
      results.add(first * second);
      if (second !== 0) results.add(Math.ceil(first / second));
    }
  }
  return results;
}

const stemLength = (name: string): number => Math.max(SHARED_STEM, name.length - ENDING);

/** A number's value; of a full hour, the hour. */
function figureOf(number: string): number {
  const [hour, minute] = number.split(':');
  return minute === '00' ? Number(hour) : Number(formsOf(number).at(-1));
}

const numbersIn = (text: string): string[] => matchAll(text, NUMBER).map(([number]) => number);

const partsOf = (number: string): string[] => number.split(/\D/).filter((part) => part !== '');

/** Alternative spellings of a number: 23,150 as 23150 or 23 150, 6.80 as 6,8, 15:00 as 15 or 3. */
function formsOf(number: string): string[] {
  const parts = partsOf(number);
  const whole = plain(parts.join(''));
  if (parts.length === 1) return [whole];
  const last = parts.at(-1) ?? '';
  const decimal = plain(`${parts.slice(0, -1).join('')}.${last}`);
  // "128,000" for "128k", or for "128" if thousands are meant.
  const short = last === '000' ? [plain(parts.slice(0, -1).join(''))] : [];
  return [whole, decimal, ...short];
}

/** Without leading zeros and trailing decimal zeros. */
function plain(number: string): string {
  const value = Number(number);
  return number.length > 15 || !Number.isFinite(value) ? number : String(value);
}

function without(text: string, mentions: readonly DateMention[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    rest += `${text.slice(at, start)} `;
    at = end;
  }
  return rest + text.slice(at);
}
