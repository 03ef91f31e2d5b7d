import { passesBase58Check, SECRET_FORMATS, shannonEntropy } from './formats-and-checksums.js';
import type { PersonalKind } from '../../domain/privacy.js';
import { allLower, type Finding, type Reading } from './reading.js';
import { isSpeltRightly } from '../../language/terms.js';
import { matchAll } from '../../language/pattern-matching.js';

/** Where a key may begin: not within a longer word. */
const BEGIN = '(?<![A-Za-z0-9_])';
const FORMATS = SECRET_FORMATS.map(({ kind, form }) => ({ kind, form }));
const FORMS = FORMATS.map(({ form }) => `(${form})`).join('|');
const ANY_FORMAT = {
  alone: new RegExp(`${BEGIN}(?:${FORMS})`, 'g'),
  anywhere: new RegExp(FORMS, 'g'),
};

const PEM = /-----BEGIN ([A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----/g;
const MAX_PEM = 20_000;
/** `scheme://user:password@host`. */
const URL_PASSWORD =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>]{0,80}:([^\s:/?#@"'<>]{3,200})@[\w[]/gi;
const AUTHORISATION = /\b(?:bearer|basic|token)\s+(["']?)([A-Za-z0-9\-._~+/]{16,2000}={0,2})/gi;
/** A name for a secret, then an assignment. */
const NAMED =
  /(?:api|access|auth|private|secret|client|account|encryption|signing|session|refresh|consumer|webhook|service|subscription|license|deploy|bot|app|master|storage)[ _-]?(?:key|token|secret|pass)(?:[ _-]?(?:key|id|value|v\d))?|\b(?:secret|token|credentials?|apikey)(?![a-z])|_(?:key|token|secret)(?![a-z])/g;
const ASSIGNED =
  /^\s{0,3}["'`\])]{0,3}\s{0,3}(?:(?::=|=>|=|:|\bis\b|\bwas\b|->|→)\s{0,3}|\s)(?:(?:now|still|set to|this)\s)?["'`<(]{0,2}([A-Za-z0-9_\-+/=.~:]{12,500})/;
const PASSWORD =
  /(?:pass ?word|passwd|passphrase|passcode|pwd|pin code|\bpin\b|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|lösenord|hasło|пароль|密码|パスワード)/g;
const PASSWORD_VALUE =
  /^[ _a-z]{0,24}?["'`]{0,1}\s{0,3}(?:(?:(?::=|=>|=|:|：|は|是)|\b(?:is|was|ist|est|es|é|lautet)\b)\s{0,3}(?:now |still |set to |set as |: )?|to\s|\s["'`])(["'`“«]?)([^\s"'`“”«»]{3,80})/;
/** Cues for an access code; only digits after it are one. */
const OPENING_CODE =
  /(?<![a-zà-ÿ])(?:(?:door|gate|alarm|entry|entrance|safe|lock|lockbox|locker|garage|keypad|building|vault|security|verification|one-time|otp|2fa|mfa|unlock|sim|voicemail)[ -](?:code|pin|combination|combo|number)|(?:combination|code) (?:to|of|for) (?:the|my|our|his|her|their) (?:[a-z]{1,20} )?(?:safe|lock|door|gate|garage|alarm|locker|house|flat|building)|cv[vc]2?|otp|türcode|zugangscode|code (?:de la porte|d['’]entrée)|código de (?:la puerta|acceso|entrada|seguridad)|codice (?:del portone|di accesso))(?![a-z])/g;
const CODE_VALUE =
  /^(?:\s(?:number|code))?(?:\s(?:for|to|of|at) [^\n\d.,:;]{1,30}?)?(?:\s{0,2}(?:[:=]|(?:\b(?:is|was|ist|est|es|è)\b)(?: now| still)?)\s{0,2}|\s)["'“#]?(\d{3,10}[#*]?|\d{1,3}(?:[- ]\d{1,3}){2,4})(?![\w-]|[.,:/]\d)/;
/** `login: tom / hunter22`, `machine x login tom password s3same`, `curl -u tom:hunter22`. */
const CREDENTIALS = [
  /\b(?:log-?ins?|credentials?|creds)\b(?:\s(?:is|are|for \S{1,30}))?\s?[:=]?\s{1,2}["'`]?[^\s/:"'`]{2,60}["'`]?(?:\s?\/\s?|\s(?:and|with)\s)["'`]?([^\s"'`,;]{4,60})/dgi,
  /\b(?:log-?in|user(?:name)?)[\s:=]{1,3}[^\s:]{1,60}[\s,;]{1,3}(?:password|passwd|pass|pwd)\s{1,2}([^\s"'`,;]{4,60})/dgi,
  /\s(?:-u|--user)[\s=]["']?[^\s:"'/]{1,60}:([^\s"'/@]{4,60})/dg,
];
const FLAG_VALUE =
  /(?:^|\s)(?:--password|--passwd|--token|--secret|--api-key|-p)[= ](["']?)([^\s"']{6,120})/g;
const PHRASE = /\b(?:seed|recovery|mnemonic|secret|backup)\s?(?:phrase|words?|mnemonic)?\b/g;
const WORDS =
  /^[^a-z\n]{0,12}(?:(?:is|are|phrase|words|:)[^a-z\n]{0,6}){0,3}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})/;
const WIF = /(?<![A-Za-z0-9])[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/g;
const HEX_KEY = /(?<![A-Za-z0-9])(?:0x)?[0-9a-fA-F]{64}(?![A-Za-z0-9])/g;

/** Keys, tokens and passwords, by their service's format, by what precedes them, and by entropy. */
export function findSecrets(reading: Reading): Finding[] {
  const { text } = reading;
  const longest = longestRun(text);
  const found: Finding[] = [];
  // Most texts have no run of characters as long as any key: checking that is faster than matching ninety formats.
  if (longest >= MIN_KEY) found.push(...findFormats(text, 'alone'));
  if (text.includes('-----BEGIN')) found.push(...keyBlocks(reading));
  if (text.includes('://')) found.push(...inUrls(reading));
  if (longest >= MIN_AUTHORISATION) found.push(...authorised(reading));
  if (longest >= MIN_VALUE) found.push(...named(reading));
  found.push(...passwords(reading), ...openingCodes(reading), ...credentials(reading));
  if (text.includes('-p') || text.includes('--')) found.push(...flags(reading));
  found.push(...phrases(reading));
  if (longest >= MIN_WALLET) found.push(...walletKeys(reading));
  return found;
}

/**
 * Minimum lengths, in characters: of a key of any format, of the value after each kind of name, and of a wallet key.
 */
const [MIN_KEY, MIN_AUTHORISATION, MIN_VALUE, MIN_WALLET] = [20, 16, 12, 51];

/** The longest run of characters without a space. */
function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Spaces, line ends and tabs; a rarer space only makes a run seem longer.
    run = code === 32 || (code >= 9 && code <= 13) ? 0 : run + 1;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Keys recognisable by their format; `anywhere` also matches within a longer word. */
export function findFormats(text: string, where: keyof typeof ANY_FORMAT): Finding[] {
  const found: Finding[] = [];
  for (const match of matchAll(text, ANY_FORMAT[where])) {
    const kind =
      FORMATS[match.findIndex((group, at) => at > 0 && group !== undefined) - 1]?.kind ?? 'token';
    if (isPlaceholder(match[0])) continue;
    found.push({ kind, from: match.index, to: match.index + match[0].length });
  }
  return found;
}

function keyBlocks({ text, read }: Reading): Finding[] {
  return read.all(PEM).map((match) => {
    const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(
      text.slice(match.index, match.index + MAX_PEM),
    );
    return {
      kind: 'private_key',
      from: match.index,
      to:
        end === null
          ? Math.min(text.length, match.index + MAX_PEM)
          : match.index + end.index + end[0].length,
    } as const;
  });
}

function inUrls({ read }: Reading): Finding[] {
  return read.all(URL_PASSWORD).flatMap((match) => {
    const value = match[1] ?? '';
    if (isPlaceholder(value) || isCode(value) || /^(?:pass(?:word)?|pwd|secret)$/i.test(value))
      return [];
    const from = match.index + match[0].lastIndexOf(`:${value}@`) + 1;
    return [{ kind: 'password', from, to: from + value.length }];
  });
}

function authorised({ read }: Reading): Finding[] {
  return read.all(AUTHORISATION).flatMap((match) => {
    const value = match[2] ?? '';
    const to = match.index + match[0].length;
    return looksRandom(value) ? [{ kind: 'token', from: to - value.length, to }] : [];
  });
}

function named(reading: Reading): Finding[] {
  const { text } = reading;
  const found: Finding[] = [];
  for (const match of allLower(reading, NAMED)) {
    const from = match.index + match[0].length;
    const value = ASSIGNED.exec(text.slice(from, from + 560));
    const secret = (value?.[1] ?? '').replace(/(?<![.:])[.:]+$/, '');
    if (value === null || !looksRandom(secret) || text[from + value[0].length] === '(') continue;
    const start = from + value[0].length - (value[1] ?? '').length;
    found.push({
      kind: /token/.test(match[0]) ? 'token' : 'api_key',
      from: start,
      to: start + secret.length,
    });
  }
  return found;
}

function passwords(reading: Reading): Finding[] {
  const { text } = reading;
  const found: Finding[] = [];
  for (const match of allLower(reading, PASSWORD)) {
    const from = match.index + match[0].length;
    const value = PASSWORD_VALUE.exec(text.slice(from, from + 140));
    if (value === null) continue;
    const quoted = (value[1] ?? '') !== '';
    const end = from + value[0].length;
    const word = (value[2] ?? '').replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, (tail) =>
      quoted ? tail : tail.replace(/[.,;:)\]}?]/g, ''),
    );
    const start = end - (value[2] ?? '').length;
    const numeric = /^\d{4,12}$/.test(word);
    const unheardOf = /^pass/.test(match[0]) && /\b(?:is|was)\s/.test(value[0]) && isNoWord(word);
    if (!(numeric || unheardOf || isPasswordLike(word)) || isPlaceholder(word) || isCode(word))
      continue;
    if (numeric && /pin$/.test(match[0]) === false && !/[:=：]|\bis\b/.test(value[0])) continue;
    found.push({ kind: 'password', from: start, to: start + word.length });
  }
  return found;
}

function openingCodes(reading: Reading): Finding[] {
  const { lower } = reading;
  return allLower(reading, OPENING_CODE).flatMap((match) => {
    const from = match.index + match[0].length;
    const value = CODE_VALUE.exec(lower.slice(from, from + 80));
    return value === null
      ? []
      : [
          {
            kind: /^cv[vc]/.test(match[0]) ? 'card' : 'password',
            from: from + value[0].length - (value[1] ?? '').length,
            to: from + value[0].length,
          } as const,
        ];
  });
}

function credentials({ text, read }: Reading): Finding[] {
  return CREDENTIALS.flatMap((pattern) =>
    read.all(pattern).flatMap((match): Finding[] => {
      const [from, to] = match.indices?.[1] ?? [0, 0];
      const word = text.slice(from, to).replace(/(?<![.)\]}])[.)\]}]+$/, '');
      return isPasswordLike(word) && !isPlaceholder(word) && !isCode(word)
        ? [{ kind: 'password', from, to: from + word.length }]
        : [];
    }),
  );
}

function flags({ read }: Reading): Finding[] {
  return read.all(FLAG_VALUE).flatMap((match) => {
    const value = match[2] ?? '';
    const to = match.index + match[0].length;
    return isPasswordLike(value) &&
      !isPlaceholder(value) &&
      !isCode(value) &&
      (!/-p[= ]$/.test(match[0].slice(0, -value.length)) || looksRandom(value))
      ? [{ kind: 'password', from: to - value.length, to }]
      : [];
  });
}

function phrases(reading: Reading): Finding[] {
  const { lower } = reading;
  const found: Finding[] = [];
  for (const match of allLower(reading, PHRASE)) {
    const from = match.index + match[0].length;
    const words = WORDS.exec(lower.slice(from, from + 280));
    const count = words?.[1]?.split(/[ ,]+/).length ?? 0;
    if (words === null || count < 12 || hasSmallWords(words[1] ?? '')) continue;
    found.push({
      kind: 'seed_phrase',
      from: from + words[0].length - (words[1] ?? '').length,
      to: from + words[0].length,
    });
  }
  return found;
}

/** The word list of such phrases contains no function words. */
function hasSmallWords(phrase: string): boolean {
  return /\b(?:the|and|that|this|with|was|were|are|for|have|has|his|her|you|your|our|they|from|not|but)\b/.test(
    phrase,
  );
}

function walletKeys({ text, lower }: Reading): Finding[] {
  const exported = matchAll(text, WIF)
    .filter(([word]) => passesBase58Check(word))
    .map(at('private_key'));
  const raw = matchAll(text, HEX_KEY).filter((match) =>
    /private[ _-]?key|secret[ _-]?key|wallet key|signing[ _-]?key|encryption[ _-]?key/.test(
      lower.slice(Math.max(0, match.index - 40), match.index),
    ),
  );
  return [...exported, ...raw.map(at('private_key'))];
}

function at(kind: PersonalKind): (match: RegExpMatchArray) => Finding {
  return (match) => ({ kind, from: match.index ?? 0, to: (match.index ?? 0) + match[0].length });
}

/** Letters and digits mixed at random. A path, a version, a class name or a sentence is not. */
export function looksRandom(value: string): boolean {
  if (value.length < 12 || isPlaceholder(value) || isCode(value)) return false;
  const digits = (value.match(/\d/g) ?? []).length;
  if (
    digits < 2 &&
    !(
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      value.length >= 20 &&
      shannonEntropy(value) > 3.8 &&
      switches(value) >= value.length / 4
    )
  )
    return false;
  if (/^[\d.:_-]+$/.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false;
  if (
    /^(?:[a-z]+|\d+)(?:[-_./:](?:[a-z]+|\d+)){1,20}$/i.test(value) &&
    !/[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value) &&
    digits < value.length / 4
  )
    return false;
  return (
    shannonEntropy(value) >= (value.length >= 20 ? 3.2 : 2.9) && switches(value) >= value.length / 9
  );
}

/** How often the character class changes: rarely in words and names, all the time in keys. */
function switches(value: string): number {
  let count = 0;
  let before = '';
  for (const sign of value) {
    const kind =
      sign >= '0' && sign <= '9'
        ? 'd'
        : sign >= 'a' && sign <= 'z'
          ? 'l'
          : sign >= 'A' && sign <= 'Z'
            ? 'u'
            : 's';
    if (before !== '' && kind !== before && kind !== 's' && before !== 's') count++;
    before = kind;
  }
  return count;
}

function isPasswordLike(word: string): boolean {
  if (word.length < 4) return false;
  const kinds = [/[a-zà-ÿ]/, /[A-ZÀ-Þ]/, /\d/, /[^\p{L}\d\s]/u].filter((kind) =>
    kind.test(word),
  ).length;
  return /\d/.test(word)
    ? kinds >= 2
    : (kinds >= 2 && /[^\p{L}\d\s'’.,-]/u.test(word.slice(0, -1))) ||
        /^[a-z]{2,12}(?:-[a-z]{2,12}){2,6}$/.test(word);
}

/**
 * Lower-case letters that are not a word or a form of one: "the password is correcthorse" does not describe a
 * password.
 */
function isNoWord(word: string): boolean {
  return (
    /^[a-z]{6,40}$/.test(word) && !/(?:ed|ing|able|ible)$/.test(word) && !isSpeltRightly(word, 'en')
  );
}

const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|_+|null|undefined|none|true|false|string|changeme|redacted|example|secret|password|passwort)$|your[_-]?|<|>|\$\{|\{\{|%s|\.\.\.|…|example|placeholder|dummy|xxxx|\*\*\*|^\[?redacted|•|insert|changeme|process\.env|os\.environ|getenv/i;

function isPlaceholder(value: string): boolean {
  return (
    PLACEHOLDER.test(value) ||
    /^(.)\1*$/.test(value) ||
    /(.)\1{7}/.test(value) ||
    /(?:0123456789|1234567890abc|abcdefghij)/i.test(value)
  );
}

/** What programmers write instead of a value: a call, a member, a type, a template. */
function isCode(value: string): boolean {
  return /[(){}[\];<>|]|^\$\w|=>|::|^[a-z]\w*\.[a-z]\w*\.?\w*$|^[a-z]+(?:[A-Z][a-z]+)+\d?$|^[A-Z]+(?:_[A-Z]+)+$|^[a-z]+(?:_[a-z]+)+$|^\/[a-z._-]+(?:\/|$)|^https?:|^\.{1,2}\//.test(
    value,
  );
}
