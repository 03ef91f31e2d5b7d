import { LOOK_ALIKE_LETTERS } from '../../domain/marks.js';
import type { PersonalKind } from '../../domain/privacy.js';
import { matchAll } from '../../language/pattern-matching.js';
import { type Readable, ReadText } from '../../language/read-text.js';

/** A range of a text, `[from, to)` in UTF-16 units, and its kind. */
export interface Finding {
  readonly kind: PersonalKind;
  readonly from: number;
  readonly to: number;
}

/** A text with what the finders share: its lower-case form is computed once. */
export interface Reading {
  readonly text: string;
  /** Of the same length as `text`, so that positions agree. */
  readonly lower: string;
  /** The text with cached checks of what a pattern needs; they ignore case. */
  readonly read: ReadText;
}

/**
 * Digits of other scripts, and the full-width letters and symbols of East Asian keyboards; each is one unit, as is
 * its plain form.
 */
const WIDE = /[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function narrow(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}

export function startReading(given: Readable): Reading {
  const whole = ReadText.of(given);
  const text = whole.replaced(WIDE, narrow);
  const lower = text.toLowerCase();
  // A few letters become longer in lower case ("İ"); then only ASCII is lowered.
  return {
    text,
    lower:
      lower.length === text.length
        ? lower
        : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    read: text === whole.text ? whole : new ReadText(text),
  };
}

/** All matches in the text's lower-case form. */
export const allLower = ({ lower, read }: Reading, pattern: RegExp): RegExpExecArray[] =>
  read.may(pattern) ? matchAll(lower, pattern) : [];

/** Whether any of the cues occurs in the `before` characters preceding a position. */
export function cuedBefore({ lower }: Reading, at: number, before: number, cue: RegExp): boolean {
  return cue.test(lower.slice(Math.max(0, at - before), at));
}

/** A decoded text, each character of which maps back to a range of the original. */
export class DecodedText {
  private constructor(
    readonly text: string,
    private readonly from: readonly number[] | null,
    private readonly to: readonly number[] | null,
  ) {}

  static of(text: string): DecodedText {
    return new DecodedText(text, null, null);
  }

  /** The range of the original text for a range of this one. */
  origin(from: number, to: number): { readonly from: number; readonly to: number } {
    return { from: this.from?.[from] ?? from, to: this.to?.[to - 1] ?? to };
  }

  /** Replaces each match with what `read` returns; null leaves it. Returns the same rendering if nothing changed. */
  reading(pattern: RegExp, read: (match: RegExpExecArray) => string | null): DecodedText {
    const { text } = this;
    let [kept, at] = ['', 0];
    const [from, to]: [number[], number[]] = [[], []];
    const keep = (end: number): void => {
      kept += text.slice(at, end);
      for (; at < end; at++) {
        const origin = this.origin(at, at + 1);
        from.push(origin.from);
        to.push(origin.to);
      }
    };
    for (const match of matchAll(text, pattern)) {
      const means = read(match);
      if (means === null || means === match[0]) continue;
      keep(match.index);
      const origin = this.origin(match.index, match.index + match[0].length);
      for (let sign = 0; sign < means.length; sign++) {
        from.push(origin.from);
        to.push(origin.to);
      }
      kept += means;
      at = match.index + match[0].length;
    }
    if (at === 0 && kept === '') return this;
    keep(text.length);
    return new DecodedText(kept, from, to);
  }
}

/** Quick check: a text without any of these has nothing to decode. */
const DISGUISE = /[&%\\=]|U\+00|[^\x00-\x7e\u00a0-\u00ac\u00ae-\u024f]/;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;
/** Styled variants of plain letters and symbols; hyphens and quotes are typography and stay. */
const STYLED =
  /[\u{1D400}-\u{1D7FF}\uff01-\uff5e\ufe33\ufe34\ufe4d-\ufe4f\u203f\u2040\u24b6-\u24e9\u{1F130}-\u{1F149}]/gu;
const JOINERS = /[\ufe33\ufe34\ufe4d-\ufe4f\u203f\u2040]/;
/** Look-alikes within a word of two scripts, with small letters that alone would not pass for Latin ones. */
const LIKE_LATIN: ReadonlyMap<string, string> = new Map([
  ...LOOK_ALIKE_LETTERS,
  ...(['кk', 'мm', 'тt', 'пn', 'вb', 'нh', 'ωw', 'ηn'] as const).map(
    ([sign = '', latin = '']) => [sign, latin] as const,
  ),
]);
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const NAMED: Readonly<Record<string, string>> = {
  ...{ lowbar: '_', UnderBar: '_', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", num: '#' },
  ...{ percnt: '%', bsol: '\\', sol: '/', colon: ':', equals: '=', plus: '+', period: '.' },
  ...{ comma: ',', commat: '@', nbsp: ' ', Tab: '\t', NewLine: '\n', shy: '', zwj: '', zwnj: '' },
  ...{ ZeroWidthSpace: '', NoBreak: '', hyphen: '-', dash: '-', excl: '!', ast: '*', semi: ';' },
};
/**
 * Escapes of HTML, URLs, programming languages, CSS, mail and Markdown: a code in base 16, 10 or 8, a named entity,
 * an escaped symbol, or a line continuation.
 */
const ESCAPE = new RegExp(
  [
    '&#x0{0,8}(?<page>[0-9a-f]{1,6});?',
    '&#0{0,8}(?<decimal>\\d{1,7});?',
    '&(?<named>[A-Za-z]{2,14});',
    '%(?<percent>[0-7][0-9a-f])',
    '\\\\u(?<unit>[0-9a-f]{4})',
    '\\\\u\\{0{0,8}(?<point>[0-9a-f]{1,6})\\}',
    '\\\\U(?:0000)?(?<long>[0-9a-f]{4})',
    '\\\\x\\{?(?<byte>[0-9a-f]{2})\\}?',
    '\\\\(?<octal>[01][0-7]{2})',
    '\\\\0{0,4}(?<style>[2-7][0-9a-f]) ?',
    'U\\+00(?<notation>[0-7][0-9a-f])',
    '=(?<mail>[2-7][A-F]|40)',
    '=(?<wrapped>\\r?\\n)',
    '\\\\(?<sign>[!-/:-@\\[-`{-~])',
  ].join('|'),
  'gi',
);
/** Maximum number of nested escapes. */
const MAX_ROUNDS = 4;

/** A text with its escapes and disguises decoded; null if it has none. Linear in its length. */
export function decodeDisguises(given: Readable): DecodedText | null {
  const text = ReadText.of(given);
  if (!text.test(DISGUISE)) return null;
  const plain = DecodedText.of(text.text);
  let read = withoutDisguise(plain);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = read.reading(ESCAPE, meant);
    if (next === read) break;
    read = withoutDisguise(next);
  }
  return read === plain ? null : read;
}

function withoutDisguise(rendering: DecodedText): DecodedText {
  return rendering
    .reading(INVISIBLE, () => '')
    .reading(STYLED, ([sign]) => (JOINERS.test(sign) ? '_' : sign.normalize('NFKC')))
    .reading(WORD, ([word]) => likeLatin(word));
}

/** The Latin spelling of a word that mixes scripts with look-alike letters; null for one of a single script. */
function likeLatin(word: string): string | null {
  if (!/[a-z]/i.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) return null;
  return [...word].map((sign) => LIKE_LATIN.get(sign) ?? sign).join('');
}

function meant({ groups = {} }: RegExpExecArray): string | null {
  const { decimal, octal, named, sign, wrapped } = groups;
  if (named !== undefined) return NAMED[named] ?? null;
  if (sign !== undefined) return sign;
  if (wrapped !== undefined) return '';
  const { page, percent, unit, point, long, byte, style, notation, mail } = groups;
  const code =
    decimal !== undefined
      ? Number(decimal)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : Number.parseInt(
            page ?? percent ?? unit ?? point ?? long ?? byte ?? style ?? notation ?? mail ?? '',
            16,
          );
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
