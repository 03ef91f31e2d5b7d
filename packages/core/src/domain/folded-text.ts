/** A normalised form of a text, for comparing names. */
export interface FoldedText {
  readonly text: string;
  /** The position in the original of one of its units; its length maps to the end of the original. */
  readonly place: (unit: number) => number;
}

/** Letters that Unicode does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = Object.freeze({
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  ی: 'ي',
  ک: 'ك',
});
/** What follows a letter with this mark in expanded spelling: "Müller" is "Mueller", "Søren" "Soeren", "Åse" "Aase". */
const WRITTEN_OUT: Readonly<Record<string, string>> = Object.freeze({
  'a\u0308': 'e',
  'o\u0308': 'e',
  'u\u0308': 'e',
  'a\u030a': 'a',
  ø: 'e',
});
/**
 * Marks on letters of any script, and Hebrew points, which are optional in writing. The voicing mark of kana makes
 * another letter.
 */
const OPTIONAL_MARK = /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\u0591-\u05c7]/u;
/** Soft hyphens, joiners, marks of width, direction and variation, fillers; and the Arabic tatweel. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/u;
/**
 * Letters in any style: full width, mathematical, circled. Footnote numbers and ™ are not included. And the
 * full-width and half-width forms.
 */
const DRESSED = /[\p{Alphabetic}\p{Nd}\p{M}\uff01-\uff65]/u;
const SPACE = /^\s$/u;
const APOSTROPHE = /[’‘ʼʹ´]/u;
/** A word hyphenated at a line break; escapes for a letter in addresses, pages and programs. */
const WRITTEN_OTHERWISE = new RegExp(
  [
    String.raw`(?<=\p{L})[-\u2010\u00ad][ \t]{0,8}\r?\n[ \t]{0,40}(?=\p{Ll})`,
    '%[0-7][0-9a-fA-F]|%[cdCD][0-9a-fA-F]%[89abAB][0-9a-fA-F]',
    '%[eE][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){2}|%[fF][0-7](?:%[89abAB][0-9a-fA-F]){3}',
    String.raw`\\u[0-9a-fA-F]{4}`,
    '&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{3,8});',
  ].join('|'),
  'gu',
);
const ENTITIES: Readonly<Record<string, string>> = Object.freeze({
  nbsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  oslash: 'ø',
  lstrok: 'ł',
  dstrok: 'đ',
  eth: 'ð',
  thorn: 'þ',
  inodot: 'ı',
  apos: "'",
  rsquo: "'",
});
const ACCENTED = /^([a-z])(?:acute|grave|circ|tilde|cedil|caron|ogon|dot|macr|breve|(uml)|(ring))$/;

/**
 * The normalised forms in which names are compared: lower case, without accents and other optional marks, without
 * invisible characters, letters in plain style, white space as one space. A second form, if it differs, has expanded
 * letters. Linear in the text.
 */
export function foldedForms(given: string): readonly FoldedText[] {
  const readings = new Readings();
  let at = 0;
  for (const { 0: written, index } of given.matchAll(WRITTEN_OTHERWISE)) {
    readings.take(given.slice(at, index), at);
    readings.put(decoded(written), index);
    at = index + written.length;
  }
  readings.take(given.slice(at), at);
  return readings.ending(given.length);
}

/** A letter, or an optional mark; `mark` determines its expanded spelling. */
interface Part {
  readonly letters: string;
  readonly mark: string;
}

class Readings {
  readonly #short = new FoldedTextBuilder();
  #long: FoldedTextBuilder | null = null;
  /** Cache of what each character becomes: most are frequent. */
  readonly #parts = new Map<string, readonly Part[]>();

  /** Adds a stretch of the original. */
  take(text: string, from: number): void {
    for (let at = 0; at < text.length;) {
      const end = endOfPlain(text, at);
      if (end > at) this.#add(text.slice(at, end).toLowerCase(), '', from + at);
      const sign = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : '';
      this.put(sign, from + end);
      at = end + sign.length;
    }
  }

  /** Adds characters that together replace what is at this position. */
  put(signs: string, at: number): void {
    for (const sign of signs) {
      let parts = this.#parts.get(sign);
      if (parts === undefined) this.#parts.set(sign, (parts = partsOf(sign)));
      for (const { letters, mark } of parts)
        this.#add(letters, WRITTEN_OUT[letters === '' ? this.#short.last + mark : mark] ?? '', at);
    }
  }

  ending(at: number): FoldedText[] {
    return [this.#short, ...(this.#long === null ? [] : [this.#long])].map((reading) => ({
      text: reading.text,
      place: (unit) => (unit >= reading.text.length ? at : reading.place(unit)),
    }));
  }

  #add(letters: string, behind: string, at: number): void {
    if (behind !== '') this.#long ??= this.#short.copy();
    this.#short.add(letters, at);
    this.#long?.add(letters + behind, at);
  }
}

/** A text and the origin of its stretches: within one, units map one to one. */
class FoldedTextBuilder {
  text = '';
  last = '';
  #starts: number[] = [];
  #origins: number[] = [];

  copy(): FoldedTextBuilder {
    const copy = Object.assign(new FoldedTextBuilder(), { text: this.text, last: this.last });
    copy.#starts = [...this.#starts];
    copy.#origins = [...this.#origins];
    return copy;
  }

  add(letters: string, at: number): void {
    if (letters === '' || (letters === ' ' && this.last === ' ')) return;
    const length = this.text.length;
    const goesOn = (this.#origins.at(-1) ?? -1) + length - (this.#starts.at(-1) ?? 0) === at;
    if (!goesOn) {
      this.#starts.push(length);
      this.#origins.push(at);
    }
    this.text += letters;
    this.last = letters.slice(-1);
  }

  place(unit: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    return (this.#origins[low] ?? 0) + unit - (this.#starts[low] ?? 0);
  }
}
/** The end of a stretch that is already normalised except for capitals: plain characters with single spaces. */
function endOfPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code === 0x20 && at > from && text.charCodeAt(at - 1) !== 0x20;
    if (!isSpace && !(code > 0x20 && code < 0x7f)) break;
  }
  return at;
}

/** The character that an escape stands for. */
function decoded(unit: string): string {
  switch (unit[0]) {
    case '%':
      return percentDecoded(unit);
    case '\\':
      return String.fromCharCode(Number.parseInt(unit.slice(2), 16));
    case '&':
      return entity(unit.slice(1, -1));
    default:
      return '';
  }
}

function percentDecoded(unit: string): string {
  try {
    return decodeURIComponent(unit);
  } catch {
    return unit;
  }
}

function entity(name: string): string {
  if (name.startsWith('#')) {
    const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }
  const lower = name.toLowerCase();
  const [, letter, diaeresis, ring] = ACCENTED.exec(lower) ?? [];
  if (letter === undefined) return ENTITIES[lower] ?? `&${name};`;
  return letter + (diaeresis === undefined ? '' : '\u0308') + (ring === undefined ? '' : '\u030a');
}

function partsOf(sign: string): readonly Part[] {
  return [...plainly(sign)].map((part) => ({
    letters: OPTIONAL_MARK.test(part) ? '' : (UNDECOMPOSED[part] ?? part),
    mark: part,
  }));
}

function plainly(sign: string): string {
  if (SPACE.test(sign)) return ' ';
  if (UNSEEN.test(sign)) return '';
  if (APOSTROPHE.test(sign)) return "'";
  return DRESSED.test(sign) ? sign.normalize('NFKD').toLowerCase() : sign;
}
