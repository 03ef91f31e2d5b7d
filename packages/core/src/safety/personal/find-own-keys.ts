import { matchAll } from '../../language/pattern-matching.js';
import { findFormats, findSecrets, looksRandom } from './find-secrets.js';
import type { PersonalKind } from '../../domain/privacy.js';
import { type Finding, DecodedText, startReading, decodeDisguises } from './reading.js';

/** A key of Mneme itself (packages/core/src/bank/access.ts), and one written backwards. */
const OWN = /mnk_[a-z2-7]{12}_([\w-]{43})|([\w-]{43})_[a-z2-7]{12}_knm/gi;
/** Quick check: a key has these letters, in either order, whatever separates them. */
const OWN_LETTERS = /m[^a-z0-9]*n[^a-z0-9]*k|k[^a-z0-9]*n[^a-z0-9]*m/i;
const NO_SIGN_OF_OWN = /[^\w-]+/g;
/** Maximum length of a key written in groups or lines, as a multiple of {@link OWN_LENGTH}. */
const MAX_SPREAD = 12;
const OWN_LENGTH = 60;
/** The start of a key in one piece: what follows it may be words. */
const CUT_OFF = /^[\w-]{37}/;
const WORDS_AFTER = /(?:[^\w-]+[A-Za-z][a-z]*)+$/;

/** Single characters between blanks, as many as the shortest key has. */
const ALONE = /(?<![A-Za-z0-9])\S(?:\s{1,3}\S(?![A-Za-z0-9])){15,4000}/g;
const MIN_ALONE = 16;

/** Also wrapped in lines, as in mail. */
const BASE64 =
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}(?:\r?\n[ \t>]{0,8}[A-Za-z0-9+/_-]{4,})*={0,2}/g;
const HEX = /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{2}[ :,-]?){20,}(?![0-9a-z])/gi;
const NUMBERS = /(?<!\d)(?:\d{2,3}[ ,;]{1,2}){19,}\d{2,3}(?!\d)/g;
const MIN_RUN =
  /[A-Za-z0-9+/_-]{24}|[0-9a-fA-F]{2}[ :,-][0-9a-fA-F]{2}[ :,-]|\d{2}[ ,;]{1,2}\d{2}[ ,;]/;
/** Maximum number of nested encodings. */
const MAX_DEPTH = 2;

/**
 * Disguised secrets: with separators between their characters, backwards, or encoded. Linear in the length of the
 * text.
 */
export function findHidden(rendering: DecodedText, depth = MAX_DEPTH): Finding[] {
  const inside = depth === 0 ? [] : encoded(rendering, (meaning) => kindIn(meaning, depth - 1));
  return [...ownKeys(rendering), ...spelledOut(rendering), ...inside];
}

/** Whether a text contains a key of Mneme, as it is or encoded. */
export function holdsOwnKey(text: string, depth = MAX_DEPTH): boolean {
  const within = (meaning: string): PersonalKind | null =>
    holdsOwnKey(meaning, depth - 1) ? 'api_key' : null;
  return [DecodedText.of(text), decodeDisguises(text)].some(
    (read) =>
      read !== null &&
      (ownKeys(read).length > 0 || (depth > 0 && encoded(read, within).length > 0)),
  );
}

/** The keys of Mneme, whatever separates their characters: nothing else has that form. */
function ownKeys(rendering: DecodedText): Finding[] {
  if (rendering.text.length < OWN_LENGTH || !OWN_LETTERS.test(rendering.text)) return [];
  const plain = DecodedText.of(rendering.text);
  const signs = plain.reading(NO_SIGN_OF_OWN, () => '');
  return matchAll(signs.text, OWN).flatMap((match) => {
    const whole = signs.origin(match.index, match.index + match[0].length);
    if (whole.to - whole.from > OWN_LENGTH * MAX_SPREAD) return [];
    const { from, to } = rendering.origin(
      whole.from,
      whole.from + keyIn(rendering.text.slice(whole.from, whole.to)),
    );
    return looksRandom(match[1] ?? match[2] ?? '') ? [{ kind: 'api_key', from, to } as const] : [];
  });
}

/** Length of the key itself: words after a truncated key are not its missing part. */
function keyIn(written: string): number {
  if (!CUT_OFF.test(written)) return written.length;
  return written.replace(WORDS_AFTER, '').length;
}

/** `s k - a n t …`, `s.k.-.a.n.t`: characters separated by blanks or by a repeated separator. */
function spelledOut(rendering: DecodedText): Finding[] {
  const found: Finding[] = [];
  const { text } = rendering;
  for (const { index, 0: run } of mayStandAlone(text) ? matchAll(text, ALONE) : [])
    found.push(...inSigns(rendering, signsOf(run, index)));
  for (let at = 0; at + 2 < text.length; at++) {
    const between = text[at + 1] ?? '';
    if (text[at + 3] !== between || /[\p{L}\p{N}\s]/u.test(between)) continue;
    const signs = [at];
    for (; text[at + 1] === between && at + 2 < text.length; at += 2) signs.push(at + 2);
    if (signs.length >= MIN_ALONE) found.push(...inSigns(rendering, signs));
    // The last character may be the first of another run.
    at--;
  }
  return found;
}

const signsOf = (run: string, index: number): number[] =>
  [...run].length === run.length
    ? Array.from(run, (sign, at) => (/\s/.test(sign) ? -1 : index + at)).filter((at) => at >= 0)
    : [];

function inSigns(rendering: DecodedText, signs: readonly number[]): Finding[] {
  const joined = signs.map((at) => rendering.text[at]).join('');
  return findFormats(joined, 'anywhere').map(({ kind, from, to }) => ({
    kind,
    ...rendering.origin(signs[from] ?? 0, (signs[to - 1] ?? 0) + 1),
  }));
}

/**
 * Whether it has as many single characters between blanks as {@link ALONE} needs; what may be a blank counts as
 * either.
 */
function mayStandAlone(text: string): boolean {
  let alone = 0;
  for (let at = 1; at + 1 < text.length && alone < MIN_SPACED; at++)
    if (mayBeBlank(text.charCodeAt(at - 1)) && mayBeBlank(text.charCodeAt(at + 1))) alone++;
  return alone >= MIN_SPACED;
}

const MIN_SPACED = 14;
const mayBeBlank = (code: number): boolean => code <= 32 || code >= 128;

/** Whether it has a run that {@link BASE64}, {@link HEX} or {@link NUMBERS} could match. */
function mayBeEncoded(text: string): boolean {
  let [unbroken, grouped] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    unbroken = code <= 32 ? 0 : unbroken + 1;
    grouped = GROUPED.includes(text[at] ?? '') ? grouped + 1 : 0;
    if (unbroken >= LEAST_UNBROKEN || grouped >= LEAST_GROUPED) return true;
  }
  return false;
}

const [LEAST_UNBROKEN, LEAST_GROUPED] = [24, 40];
const GROUPED = '0123456789abcdefABCDEF :,;-';

/** Runs of base64 (either alphabet), hexadecimal or decimal numbers that decode to a secret; each as a whole. */
function encoded(
  rendering: DecodedText,
  kindOf: (meaning: string) => PersonalKind | null,
): Finding[] {
  const { text } = rendering;
  if (!mayBeEncoded(text) || !MIN_RUN.test(text)) return [];
  const found: Finding[] = [];
  const look = (pattern: RegExp, meanings: (run: string) => readonly string[]): void => {
    for (const { index, 0: run } of matchAll(text, pattern)) {
      const kind = meanings(run).map(kindOf).find(Boolean);
      if (kind !== undefined && kind !== null)
        found.push({ kind, ...rendering.origin(index, index + run.length) });
    }
  };
  look(BASE64, fromBase64);
  look(HEX, (run) => [Buffer.from(run.replace(/^0x|[^0-9a-f]/gi, ''), 'hex').toString('latin1')]);
  look(NUMBERS, (run) => [
    String.fromCharCode(...(run.match(/\d+/g) ?? []).slice(0, 4_000).map(Number)),
  ]);
  return found;
}

/** Tries all alignments: after a path or a name, the run may begin anywhere. */
function fromBase64(run: string): string[] {
  const signs = run.replace(/[^A-Za-z0-9+/_-]/g, '');
  return [0, 1, 2, 3].map((at) => Buffer.from(signs.slice(at), 'base64').toString('latin1'));
}

const PRINTED = /[\x20-\x7e\n\t]/g;

/** The kind of the first secret in what was decoded; null if it has none. */
function kindIn(decoded: string, depth: number): PersonalKind | null {
  const read = decodeDisguises(decoded) ?? DecodedText.of(decoded);
  const [first] = [...findFormats(read.text, 'alone'), ...findHidden(read, depth)];
  if (first !== undefined) return first.kind;
  // Binary data has no words that could be cues.
  const isText = (decoded.match(PRINTED)?.length ?? 0) === decoded.length;
  return (isText ? findSecrets(startReading(read.text)) : [])[0]?.kind ?? null;
}
