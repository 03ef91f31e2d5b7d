import { LOOK_ALIKE_LETTERS } from './look-alike-letters.js';

/** The marks around recalled text and turns of a conversation; a text that spells one of them could close its own. */
export const MARK_NAMES = ['recalled-memory', 'conversation-turn'] as const;

/** Where a mark may begin: `<`, a look-alike of it, or an escape that decodes to it. */
const OPENERS =
  /[<\u{E003C}＜﹤‹«˂⟨〈〈《≪❬❮❰ᐸ≺⧼]|&(?:amp;){0,4}(?:lt|LT|#0{0,6}60|#[xX]0{0,6}3[cC]);?|%3[cC]|\\(?:u\{?0{0,6}3[cC]\}?|x3[cC])/gu;
const OPENER = new RegExp(`^(?:${OPENERS.source})$`, 'u');
/** None of these is a letter, an opening character or the beginning of an escape. */
const PASSED_OVER = /[\t\n\r "'()*,./:;=>?[\]^_`{}~-]+/y;
/** An escaped character. */
const CODE =
  /&(?:amp;){0,4}#(?:0{0,6}(\d{1,7})|[xX]0{0,6}([\da-fA-F]{1,6}));?|%([2-7][\da-fA-F])|\\(?:u\{0{0,6}([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/uy;
/**
 * Characters that can stand for a letter, besides the letters of other scripts; skipped where no letter is
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
 * Disarms every mark in the text: where one of `names` could be read after an opening character, that
 * character becomes a round bracket. Matches it in any case, with spaces, dashes or invisible characters
 * between its letters, in full width, in look-alike or styled letters, as escapes of HTML, JSON or URLs.
 * Linear in the length.
 */
export function softenMarks(text: string, names: readonly string[] = MARK_NAMES): string {
  let kept = '';
  let from = 0;
  for (const { at, end } of marksIn(text, names)) {
    kept += `${text.slice(from, at)}(`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** Whether a text spells a mark in any of these ways. */
export function holdsMark(text: string): boolean {
  return !marksIn(text, MARK_NAMES).next().done;
}

function* marksIn(
  text: string,
  names: readonly string[],
): Generator<{ readonly at: number; readonly end: number }, void> {
  const wanted = names.map((name) => letters(name));
  for (const match of text.matchAll(OPENERS)) {
    const end = match.index + match[0].length;
    if (wanted.some((name) => spells(text, end, name))) yield { at: match.index, end };
  }
}

/** Whether the next letters of a text are these; anything but a letter is skipped, up to the next opening character. */
function spells(text: string, from: number, name: string): boolean {
  let at = from;
  for (let read = 0; read < name.length;) {
    PASSED_OVER.lastIndex = at;
    if (PASSED_OVER.test(text)) at = PASSED_OVER.lastIndex;
    if (at >= text.length) return false;
    const { sign, length } = signAt(text, at);
    if (sign === '<' || (sign > '~' && OPENER.test(sign))) return false;
    at += length;
    const spelt = letters(sign);
    if (spelt !== '' && name.startsWith(spelt, read)) read += spelt.length;
    else if (/[\p{L}\p{N}]/u.test(sign)) return false;
  }
  return true;
}

/** The character at a position, decoded if it is escaped. */
function signAt(text: string, at: number): { readonly sign: string; readonly length: number } {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (sign !== '&' && sign !== '%' && sign !== '\\') return { sign, length: sign.length };
  CODE.lastIndex = at;
  const match = CODE.exec(text);
  if (match === null) return { sign, length: 1 };
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

/** The Latin letters that a text can be read as, normalised: `i` and `l` are one, and `m` is `rn`. */
function letters(text: string): string {
  if (/^[b-hj-ln-z]$/.test(text)) return text;
  let read = '';
  for (const sign of text.replace(TAGS, untagged).normalize('NFKD').replace(COMBINING, '')) {
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
