import { matchAll } from '../../language/pattern-matching.js';
import {
  passesChineseId,
  passesCpf,
  passesDni,
  passesLuhn,
  passesMod97,
  passesVerhoeff,
} from './formats-and-checksums.js';
import { cuedBefore, type Finding, type Reading } from './reading.js';

/** One group of digits within a run. */
interface DigitGroup {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** The characters between the previous group and this one. */
  readonly gap: string;
  readonly bracketed: boolean;
}

/** Digits with single separators, as numbers are written for people: `+46 (0)8 928 571 38`. */
interface NumberRun {
  readonly from: number;
  readonly to: number;
  readonly plus: boolean;
  readonly groups: readonly DigitGroup[];
  readonly digits: string;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Scripts without a space between a word and a number: 電話は090-1234-5678です. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const isWord = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}_]/u.test(sign) && !UNSPACED.test(sign);
/** Longer runs are tables or code, not a person's number; they are cut here. */
const MAX_GROUPS = 8;
/** Digits of the shortest telephone number. */
const MIN_WHOLE = 7;

const digitsOf = (groups: readonly DigitGroup[]): number =>
  groups.reduce((total, { digits }) => total + digits.length, 0);

/**
 * The run that begins at a position, if any; `skip` finds dates and times, which are not such numbers. `apart`: the
 * preceding characters were taken as a number of their own, so none of them continues into this one.
 */
function numberRunAt(
  text: string,
  at: number,
  apart: boolean,
  skip: (at: number) => number,
): NumberRun | null {
  return begins(text, at, apart) ? readRun(text, at, skip) : null;
}

function begins(text: string, at: number, apart: boolean): boolean {
  const code = text.charCodeAt(at);
  const before = apart ? undefined : text[at - 1];
  if (isDigit(code))
    return !isWord(before) && before !== '.' && before !== '+'
      ? true
      : before === '.' && !isDigit(text.charCodeAt(at - 2));
  if (code === 43) return isDigit(text.charCodeAt(at + 1)) && !isWord(before);
  return code === 40 && isDigit(text.charCodeAt(at + 1)) && !isWord(before);
}

function readRun(text: string, start: number, skip: (at: number) => number): NumberRun | null {
  const plus = text[start] === '+';
  const groups: DigitGroup[] = [];
  let i = plus ? start + 1 : start;
  let gap = '';
  let end = start;
  while (groups.length < MAX_GROUPS) {
    const bracketed = text[i] === '(';
    let from = bracketed ? i + 1 : i;
    const first = from;
    while (isDigit(text.charCodeAt(from))) from++;
    if (from === first || skip(first) > first) break;
    if (bracketed && text[from] !== ')') break;
    const to = bracketed ? from + 1 : from;
    groups.push({ digits: text.slice(first, from), from: i, to, gap, bracketed });
    end = to;
    gap = /^(?:\s?[-./]\s?| | |‑|–)?(?=[\d(])/.exec(text.slice(to, to + 4))?.[0] ?? 'x';
    if (gap === 'x' || /\n/.test(gap)) break;
    // A bracket begins a number: after as many digits as a complete one has, the next begins.
    if (text[to + gap.length] === '(' && digitsOf(groups) >= MIN_WHOLE) break;
    i = to + gap.length;
  }
  if (groups.length === 0) return null;
  // A letter directly after it makes it part of a word or a code, not a number.
  if (isWord(text[end]) && !/^(?:x|ext)\s?\d/i.test(text.slice(end, end + 6))) groups.pop();
  const last = groups.at(-1);
  if (last === undefined) return null;
  return {
    from: start,
    to: last.to,
    plus,
    groups,
    digits: groups.map(({ digits }) => digits).join(''),
  };
}

/** Dates and times of day, which do not identify a person. */
const MOMENT =
  /(?<![\d.])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}:\d{2}(?::\d{2})?)(?![\d])/g;
const IBAN =
  /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,4})?(?![A-Za-z0-9])/g;
const CARD_CUE =
  /\b(?:card|visa|master ?card|amex|american express|discover|maestro|diners|jcb|cc|credit|debit|karte|carte|tarjeta|cartão|pan)\b[^\n]{0,40}$/;
const SSN_CUE =
  /\b(?:ssn|social security|social insurance|soc\.? sec|tin|itin|taxpayer)\b[^\n]{0,30}$/;
const PHONE_CUE =
  /(?:phone|\btel\b|\btel\.|telefon|téléphone|teléfono|telefone|mobile|\bmobil|handy|\bcell|\bfax|\bcall\b|\bcalling\b|\bring\b|\btext(?:ed)?\b|\bsms\b|whatsapp|signal|dial|reach(?:ed)?\b|contact|registered|answering|messages? to|\bdesk\b|office|hotline|pager|landline|extension|numéro|número|nummer)(?:[^\n]{0,36}|:?\s{1,4})$/;
/** How close the cue of a long bare number must be. */
const NEAR_PHONE_CUE =
  /(?:phone|\btel\b|\btel\.|telefon|téléphone|teléfono|mobile|\bmobil|handy|\bcell|\bfax|\bcall(?: (?:me|him|her|us|them))?(?: (?:at|on|back at))?|whatsapp|\btext (?:me|him|her|us) (?:at|on)|\bsms\b|dial|hotline|landline|answering at|registered|messages? to|reach(?:ed)? (?:me|him|her|us)?(?: ?(?:at|on))?|numéro|nummer)(?:\s(?:number|no\.?|nr\.?|is|was|office|home|work)){0,3}[\s:#.=-]{0,4}$/;
/** The same in languages with a word of their own for it, directly before a number. */
const FOREIGN_PHONE_CUE =
  /(?:телефон|тел\.?|моб(?:ильный)?|звоните|電話(?:番号)?|携帯(?:番号)?|电话(?:号码)?|手机(?:号码|号)?|手機(?:號碼)?|致电|전화(?:번호)?|휴대폰|연락처|फ़?ोन|फोन|मोबाइल|هاتف|جوال|تلفون|موبايل|تلفن|טלפון|נייד|โทร(?:ศัพท์)?|điện thoại|τηλέφωνο|κινητό|(?<!\p{L})(?:telefoon(?:nummer)?|gsm|puhelin|telefono|cellulare|chiama(?:mi|teci)|ll[aá]ma(?:me|nos)|appel(?:ez|le)[ -](?:moi|nous)|ruf(?:en sie)? (?:mich|uns)|erreich(?:bar|st)|me liga|zadzwoń|telefonu|komórka))(?:[^\n\p{N}]{0,12})$/u;
const PHONE_AFTER = /^[\s\-,(]{0,3}(?:office|fax|mobile|cell|home|work|desk|phone|tel|x\d|ext)/;
/** What a number may be if it is no phone number. */
const NO_PHONE_CUE =
  /\b(?:order|invoice|ticket|tracking|reference|ref|isbn|issn|version|build|sku|article|case|pr|issue|population|usd|eur|licen[cs]e|passport|account|id)\b[\s\w:#.'’=-]{0,14}$/;

/** Numbers that identify one person or wallet: cards, account numbers, identity numbers, telephones. */
export function findNumbers(reading: Reading): Finding[] {
  const { text } = reading;
  const ibans = findIbans(reading);
  const moments = new Map(
    matchAll(text, MOMENT).map((match) => [match.index, match.index + match[0].length]),
  );
  const covered = new Map(ibans.map(({ from, to }) => [from, to]));
  const skip = (at: number): number => covered.get(at) ?? moments.get(at) ?? at;
  return [...ibans, ...letteredIds(reading), ...runsOfDigits(reading, skip)];
}

/** Reads a text once from left to right: after a number that was found, the next may begin without a space. */
function runsOfDigits(reading: Reading, skip: (at: number) => number): Finding[] {
  const { text } = reading;
  const found: Finding[] = [];
  let bound = 0;
  for (let at = 0; at < text.length;) {
    const past = skip(at);
    if (past > at) {
      at = bound = past;
      continue;
    }
    const run = numberRunAt(text, at, at === bound, skip);
    const findings = run === null ? [] : judge(run, reading);
    found.push(...findings);
    const end = findings.at(-1)?.to;
    if (end !== undefined) at = bound = end;
    else at = run?.to ?? at + 1;
  }
  return found;
}

function findIbans({ text }: Reading): Finding[] {
  const found: Finding[] = [];
  for (const match of matchAll(text, IBAN)) {
    // A following word may look like its last group: the checksum decides where it ends.
    for (let words = match[0].split(' '), length = words.length; length > 0; length--) {
      const shown = words.slice(0, length).join(' ');
      const iban = shown.replaceAll(' ', '');
      if (iban.length >= 15 && iban.length <= 34 && passesMod97(iban)) {
        found.push({ kind: 'iban', from: match.index, to: match.index + shown.length });
        break;
      }
    }
  }
  return found;
}

const NINO =
  /(?<![A-Za-z0-9])(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g;
/** After a cue, also with a prefix that is never issued. */
const NINO_CUED = /(?<![A-Za-z0-9])[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g;
const DNI = /(?<![A-Za-z0-9-])(?:\d{8}|[XYZ]\d{7})-?[A-HJ-NP-TV-Z](?![A-Za-z0-9-])/g;
const FISCAL_CODE = /(?<![A-Za-z0-9])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![A-Za-z0-9])/g;
const CHINESE_ID =
  /(?<![\w.])[1-8]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\w)/g;

function letteredIds(reading: Reading): Finding[] {
  const { text } = reading;
  const all = (pattern: RegExp, passes: (id: string) => boolean): Finding[] =>
    matchAll(text, pattern)
      .filter(([id]) => passes(id))
      .map((match) => ({
        kind: 'national_id',
        from: match.index,
        to: match.index + match[0].length,
      }));
  const cued = matchAll(text, NINO_CUED)
    .filter(({ index }) =>
      cuedBefore(reading, index, 30, /(?:national insurance|\bni(?:no?)?\b)[^\n\d]{0,16}$/),
    )
    .map((match): Finding => ({
      kind: 'national_id',
      from: match.index,
      to: match.index + match[0].length,
    }));
  return [
    ...cued,
    ...all(NINO, () => true),
    ...all(DNI, (id) => passesDni(id.replace('-', ''))),
    ...all(FISCAL_CODE, () => true),
    ...all(CHINESE_ID, passesChineseId),
  ];
}

function judge(run: NumberRun, reading: Reading): Finding[] {
  const card = findCard(run, reading);
  if (card !== null) return [...judgeBefore(card.from, run, reading), card];
  const { from, to } = run;
  if (isSocialSecurity(run, reading)) return [{ kind: 'ssn', from, to }];
  if (isNational(run, reading)) return [{ kind: 'national_id', from, to }];
  const phone = phoneEnd(run, reading);
  return phone === null ? [] : [{ kind: 'phone', from, to: phone }];
}

/** What precedes a card within its run is judged separately. */
function judgeBefore(end: number, run: NumberRun, reading: Reading): Finding[] {
  const groups = run.groups.filter((group) => group.to <= end);
  const last = groups.at(-1);
  return last === undefined
    ? []
    : judge(
        { ...run, groups, to: last.to, digits: groups.map(({ digits }) => digits).join('') },
        reading,
      );
}

const CARD_PREFIX =
  /^(?:4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|3[47]|3[068]|35|6(?:011|4[4-9]|5|2)|62|50|5[6-8]|6[0-9]|1800|2131)/;
const CARD_LENGTHS: readonly number[] = [12, 13, 14, 15, 16, 17, 18, 19];

/**
 * A card number in a run, from any group on: by issuer, length and Luhn's check; without the usual length or groups,
 * it needs a cue.
 */
function findCard({ groups }: NumberRun, reading: Reading): Finding | null {
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    for (let last = first; last < groups.length; last++) {
      digits += groups[last]?.digits ?? '';
      if (digits.length > 19) break;
      const [from, to] = [groups[first]?.from ?? 0, groups[last]?.to ?? 0];
      if (!CARD_LENGTHS.includes(digits.length) || !passesLuhn(digits) || /^(\d)\1+$/.test(digits))
        continue;
      if (
        last > first &&
        !groupedAsCard(groups.slice(first, last + 1).map((group) => group.digits.length))
      )
        continue;
      const usual =
        digits.length === 16
          ? /^[2-6]/.test(digits)
          : digits.length === 15
            ? /^3[47]/.test(digits)
            : false;
      if (
        (CARD_PREFIX.test(digits) && usual) ||
        (CARD_PREFIX.test(digits) && last > first && digits.length >= 14) ||
        cuedBefore(reading, from, 60, CARD_CUE)
      )
        return { kind: 'card', from, to };
    }
  }
  return null;
}

function groupedAsCard(lengths: readonly number[]): boolean {
  const shape = lengths.join('-');
  return /^4-4-4-[1-7]$|^4-4-4-4-[1-3]$|^4-6-[45]$|^6-13$|^4-4-5$/.test(shape);
}

function isSocialSecurity({ groups, digits, plus }: NumberRun, reading: Reading): boolean {
  if (plus || digits.length !== 9) return false;
  const shape = groups.map((group) => group.digits.length).join('-');
  const gaps = groups.slice(1).map(({ gap }) => gap);
  const valid = !/^(?:000|666)/.test(digits) && !/0000$/.test(digits) && !/^\d{3}00/.test(digits);
  if (!valid) return false;
  const cued = cuedBefore(reading, groups[0]?.from ?? 0, 60, SSN_CUE);
  return shape === '3-2-4' ? gaps.every((gap) => gap === '-') || cued : cued;
}

function isNational({ groups, digits }: NumberRun, reading: Reading): boolean {
  const shape = groups.map((group) => group.digits.length).join('-');
  const from = groups[0]?.from ?? 0;
  if (digits.length === 11 && passesCpf(digits))
    return shape === '3-3-3-2' || cuedBefore(reading, from, 30, /\bcpf\b/);
  if (
    digits.length === 12 &&
    passesVerhoeff(digits) &&
    cuedBefore(reading, from, 40, /aadha?ar|uidai/)
  )
    return true;
  return (
    /^\d{7,14}$/.test(digits) &&
    cuedBefore(
      reading,
      from,
      44,
      /(?:national (?:id|identity|insurance)|personal (?:id|identification)|identity card|\bid card|pesel|bsn\b|personnummer|fødselsnummer|cédula|curp|steuer-?id|tax id|nhs|medicare|sin\b|\brut\b)[^\n\d\u0001]{0,24}$/,
    )
  );
}

/** Where the telephone number ends, including its extension; null if it is none. */
function phoneEnd(run: NumberRun, reading: Reading): number | null {
  const { from, to, groups, digits } = run;
  if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return null;
  const extension =
    /^\s?(?:x|ext\.?|extension)\s?\d{1,6}(?!\d)/i.exec(reading.text.slice(to, to + 20))?.[0] ?? '';
  const end = to + extension.length;
  if (cuedBefore(reading, from, 32, NO_PHONE_CUE)) return null;
  return isPhone(run, reading) || (extension !== '' && digits.length >= 10)
    ? end
    : groups.length > 0 && PHONE_AFTER.test(reading.lower.slice(to, to + 12))
      ? end
      : null;
}

function isPhone(run: NumberRun, reading: Reading): boolean {
  const { plus, groups, digits, from } = run;
  const lengths = groups.map((group) => group.digits.length);
  const shape = lengths.join('-');
  const gaps = groups.slice(1).map(({ gap }) => gap);
  if (plus) return digits.length >= 8 && (groups.length > 1 || digits.length >= 10);
  if (cuedBefore(reading, from, 40, FOREIGN_PHONE_CUE))
    return digits.length >= 8 || groups.length > 1;
  if (groups.length === 1) return cuedBefore(reading, from, 40, NEAR_PHONE_CUE);
  const spaced = gaps.every((gap) => gap.length <= 1);
  const first = groups[0];
  if (first?.bracketed === true)
    return (
      lengths[0] !== undefined &&
      lengths[0] >= 2 &&
      lengths[0] <= 5 &&
      digits.length >= 8 &&
      digits.length <= 12
    );
  if (
    /^(?:1-|001-)?3-3-4$/.test(shape) &&
    spaced &&
    /^(?:1|001)?[02-9]/.test(digits) &&
    gaps.every((gap) => gap !== '/')
  )
    return gaps.some((gap) => gap !== ' ') || true;
  if (
    digits.startsWith('0') &&
    digits.length >= 9 &&
    digits.length <= 12 &&
    spaced &&
    lengths.every((length) => length <= 8)
  )
    return !gaps.every((gap) => gap === '.') || lengths.length >= 4;
  return (
    lengths.every((length) => length <= 7) &&
    !groups.slice(1).every((group) => group.digits === '000') &&
    cuedBefore(reading, from, 60, PHONE_CUE)
  );
}
