/** Letters of other scripts that look like Latin ones. */
export const LOOK_ALIKE_LETTERS: ReadonlyMap<string, string> = new Map(
  [
    ...'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwӏlɡgαaοoνvρpτtυuκkιiηnβbγyεeАAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXΖZ'.matchAll(
      /(.)([A-Za-z])/gu,
    ),
  ].map(([, sign = '', latin = '']) => [sign, latin]),
);

/** The marks around recalled text and turns of a conversation; a text that contains one could close its own early. */
export const MARK_NAMES = ['recalled-memory', 'conversation-turn'] as const;

/**
 * Where a mark may begin: `<`, a character that looks or is read like it, or an escape of it in HTML, URLs, code, CSS
 * or mail. Brackets and mathematical signs count unless they commonly precede a word.
 */
const OPENING = [
  '[<\\u{E003C}＜﹤˂˱ᐸᑉᚲくㄑ〱◁◂◃◄◅◀⏴⮜⯇\\u{1D236}]',
  '(?![([{“‘‟‛„‚])[\\p{Ps}\\p{Pi}]',
  '(?![+=>|~±×÷¬→⇒↔≥≫≻⊃])\\p{Sm}',
  '&(?:amp;){0,4}(?:n?v?[lL][tTl]|n?v?le|[lL]ang|[nN]?[lL]ess|Not(?:Nested)?Less|NestedLess|prec|sub|Left(?:Angle|Tri)|lsaquo|laquo|vltri|ltri)[A-Za-z]{0,20};',
  '&(?:amp;){0,4}(?:lt|LT|#0{0,6}60|#[xX]0{0,6}3[cC]);?',
  '%(?:25){0,6}3[cC]',
  '\\\\(?:u\\{?0{0,6}3[cC]\\}?|x\\{?3[cC]\\}?|U0{0,6}3[cC]|0{0,4}74|0{0,4}3[cC] ?|N\\{LESS-THAN SIGN\\})',
  '=3[cC]|\\+ADw-?|U\\+0{0,4}3[cC]',
];
/** Any character as a numeric escape. */
const CODED = '&(?:amp;){0,4}#(?:[0-9]{3,7}|[xX][0-9a-fA-F]{2,6});|\\\\u\\{?[0-9a-fA-F]{4,6}\\}?';
const OPENERS = new RegExp([...OPENING, CODED].join('|'), 'gu');
/** Controls of text direction: text from right to left shows `>` as `<`. */
const TURNED = /[\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const EITHER_WAY = new RegExp(
  [...OPENING, '[>≯≫≻＞﹥]|(?![)\\]}”’])[\\p{Pe}\\p{Pf}]'].join('|'),
  'gu',
);
const OPENER_HERE = new RegExp(OPENING.join('|'), 'uy');
const IS_CODED = new RegExp(`^(?:${CODED})$`, 'u');
const MAY_OPEN = /[&%\\=+<U]|[^\x00-\x7f]/;
/** Comments and tags, which a rendered page hides; they may be inside a mark. */
const UNSHOWN = /<!--[^<>]{0,200}-->|<[^<>]{0,200}>/y;
/** Maximum number of them, and of asides, per mark; bounds the work, as each may be read again. */
const MAX_UNSHOWN = 16;
/** Characters skipped within a mark: no letters, opening characters or starts of an escape. */
const PASSED_OVER = /[\t\n\r "'()*,./:;>?[\]^_`{}~#-]/;
/** The start of a comment, placeholder or quotation. */
const ASIDE = /\/\*|\/\/|--|[([{"'`#;%]/y;
const ASIDE_ENDS: ReadonlyMap<string, string> = new Map([
  ['/*', '*/'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const LONGEST_ASIDE = 200;
/** An escaped character. */
const CODE =
  /&(?:amp;){0,4}#(?:0{0,6}(\d{1,7})|[xX]0{0,6}([\da-fA-F]{1,6}));?|[%=](?:25){0,6}([2-7][\da-fA-F])|\\(?:u\{0{0,6}([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U0{0,4}([\da-fA-F]{4})|x\{?([\da-fA-F]{2})\}?|0{0,4}([4-7][\da-fA-F]) ?)/uy;
/** An escaped character by its name: of a letter, the name begins with it. */
const NAMED_CODE =
  /&(?:amp;){0,4}(?:([A-Za-z])(?:scr|opf|fr|acute|grave|circ|uml|caron|dot)|[A-Za-z]{2,31});/y;
/**
 * Characters that can stand for a letter, in addition to the letters of other scripts; skipped where no letter is
 * expected.
 */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }),
  ...Object.entries({ '|': 'l', '!': 'l', '∣': 'l', ǀ: 'l', '℮': 'e' }),
  ...[
    ...'ᴀaᴄcᴅdᴇeɪlʟlᴍmɴnᴏoʀrꜱsᴛtᴜuᴠvʏyɑaɩlɭlєeҽeгrᴦrρrрrпnмmтtнnѵvսuօoүyσoɗd'.matchAll(
      /(.)([a-z])/gu,
    ),
  ].map(([, sign = '', latin = '']): [string, string] => [sign, latin]),
]);

/**
 * Disarms every mark in the text: where one of `names` could be read after an opening character, that character
 * becomes a round bracket. Matches it in any case, with spaces, dashes or invisible characters between its letters,
 * in full width, in look-alike or styled letters, as escapes of HTML, JSON or URLs. Linear in the length.
 */
export function softenMarks(text: string, names: readonly string[] = MARK_NAMES): string {
  let kept = '';
  let from = 0;
  for (const { at, end } of marksOf(text, names)) {
    if (at < from) continue;
    kept += `${text.slice(from, at)}(`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** Whether a text spells a mark in any of these ways. */
export function holdsMark(text: string): boolean {
  return marksOf(text, MARK_NAMES).length > 0;
}

interface Opening {
  readonly at: number;
  readonly end: number;
}

/** Text with controls of direction is searched forwards and backwards. */
function marksOf(text: string, names: readonly string[]): Opening[] {
  if (!TURNED.test(text)) return [...marksIn(text, names, OPENERS)];
  const back = [...text].reverse().join('');
  const reversed = [...marksIn(back, names, EITHER_WAY)].map(({ at, end }) => ({
    at: text.length - end,
    end: text.length - at,
  }));
  return [...marksIn(text, names, EITHER_WAY), ...reversed].sort((one, two) => one.at - two.at);
}

function* marksIn(
  text: string,
  names: readonly string[],
  openers: RegExp,
): Generator<Opening, void> {
  const wanted = names.map((name) => letters(name));
  for (const match of text.matchAll(openers)) {
    const end = match.index + match[0].length;
    if (IS_CODED.test(match[0]) && !opensByNumber(match[0])) continue;
    if (wanted.some((name) => spells(text, end, name))) yield { at: match.index, end };
  }
}

/**
 * Whether the next letters of a text are these. Skips anything but letters up to the next opening character, and
 * asides: comments, brackets, quotations.
 */
function spells(text: string, from: number, name: string): boolean {
  const asides = new Asides(text);
  let at = from;
  let unshown = 0;
  for (let read = 0; read < name.length;) {
    if (at >= text.length) return false;
    UNSHOWN.lastIndex = at;
    if (UNSHOWN.test(text) && ++unshown <= MAX_UNSHOWN) {
      at = UNSHOWN.lastIndex;
      continue;
    }
    const here = text[at] ?? '';
    // A tag that is closed before its first letter is no mark.
    if (read === 0 && here === '>') return false;
    OPENER_HERE.lastIndex = at;
    if (MAY_OPEN.test(here) && OPENER_HERE.test(text)) return false;
    asides.note(at, read);
    if (PASSED_OVER.test(here)) {
      at += 1;
      continue;
    }
    const { sign, length } = signAt(text, at);
    const spelt = letters(sign);
    if (spelt !== '' && name.startsWith(spelt, read)) read += spelt.length;
    // Other scripts' letters are skipped within a mark; a Latin letter or a number ends it unless inside an aside.
    else if (/[\p{Script=Latin}\p{N}]/u.test(sign)) {
      const behind = asides.behind(at);
      if (behind === null) return false;
      ({ at, read } = behind);
      continue;
    }
    at += length;
  }
  return true;
}

function opensByNumber(code: string): boolean {
  OPENER_HERE.lastIndex = 0;
  return OPENER_HERE.test(code) || OPENER_HERE.test(signAt(code, 0).sign);
}

interface Aside {
  readonly at: number;
  /** How much of the name was read before it. */
  readonly read: number;
}

/** Possible starts of asides in the text so far, the latest last. */
class Asides {
  readonly #begun: Aside[] = [];
  #left = MAX_UNSHOWN;

  constructor(private readonly text: string) {}

  note(at: number, read: number): void {
    ASIDE.lastIndex = at;
    if (!ASIDE.test(this.text)) return;
    this.#begun.push({ at, read });
    if (this.#begun.length > MAX_UNSHOWN) this.#begun.shift();
  }

  /** Where to resume after the innermost aside that contains a position; null if there is none. */
  behind(position: number): Aside | null {
    for (;;) {
      const aside = this.#begun.pop();
      if (aside === undefined || this.#left-- <= 0) return null;
      ASIDE.lastIndex = aside.at;
      const opened = ASIDE.exec(this.text)?.[0] ?? '';
      const [inner, quote] = [aside.at + opened.length, /["'`]/.test(opened) ? opened : '\n'];
      const closed = ASIDE_ENDS.get(opened) ?? quote;
      const end = this.text.slice(inner, inner + LONGEST_ASIDE).indexOf(closed);
      const at = inner + end + closed.length;
      if (end >= 0 && at > position) return { at, read: aside.read };
    }
  }
}

/** The character at a position, decoded if it is escaped. */
function signAt(text: string, at: number): { readonly sign: string; readonly length: number } {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!/[&%\\=]/.test(sign)) return { sign, length: sign.length };
  CODE.lastIndex = at;
  const match = CODE.exec(text);
  if (match === null) return namedAt(text, at);
  const [code, decimal, ...hexadecimal] = match;
  const point =
    decimal === undefined
      ? Number.parseInt(hexadecimal.find((digits) => digits !== undefined) ?? '0', 16)
      : Number(decimal);
  return {
    sign: point > 0x10ffff ? ' ' : String.fromCodePoint(point),
    length: code.length,
  };
}

function namedAt(text: string, at: number): { readonly sign: string; readonly length: number } {
  NAMED_CODE.lastIndex = at;
  const match = NAMED_CODE.exec(text);
  return match === null
    ? { sign: text[at] ?? ' ', length: 1 }
    : { sign: match[1] ?? ' ', length: match[0].length };
}

/** The Latin letters that a text can be read as, normalised: `i` and `l` are one, and `m` is `rn`. */
function letters(text: string): string {
  if (/^[b-hj-ln-z]$/.test(text)) return text;
  let read = '';
  for (const sign of text
    .replace(TAGS, untagged)
    .replace(BOXED, unboxed)
    .normalize('NFKD')
    .replace(COMBINING, '')) {
    const lower = sign.toLowerCase();
    const latin =
      STAND_INS.get(lower) ??
      LOOK_ALIKE_LETTERS.get(sign)?.toLowerCase() ??
      LOOK_ALIKE_LETTERS.get(lower) ??
      (/^[a-z]$/.test(lower) ? lower : '');
    read += latin === 'm' ? 'rn' : latin === 'i' ? 'l' : latin;
  }
  return read;
}

const COMBINING = /\p{M}/gu;
/** Invisible copies of ASCII. */
const TAGS = /[\u{E0020}-\u{E007E}]/gu;
const untagged = (sign: string): string =>
  String.fromCodePoint((sign.codePointAt(0) ?? 0xe0020) - 0xe0000);
/** Letters in dark circles and squares, and those of flags. */
const BOXED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const BOXES = [0x1f1e6, 0x1f170, 0x1f150];
const unboxed = (sign: string): string => {
  const point = sign.codePointAt(0) ?? 0;
  return String.fromCodePoint(0x61 + point - (BOXES.find((first) => first <= point) ?? 0x1f150));
};
