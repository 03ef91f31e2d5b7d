import { createHash } from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';
import {
  PERSONAL_KINDS,
  type PersonalGroup,
  type PersonalKind,
  type PrivacyLevel,
} from '../../domain/privacy.js';
import { detectLanguage } from '../../language/detect-language.js';
import { readEntities } from '../../language/entities.js';
import { gazetteerTypes, GIVEN_NAMES } from '../../language/names/gazetteer.js';
import { matchAll } from '../../language/pattern-matching.js';
import {
  collectFaults,
  type Readable,
  type ReadingFault,
  ReadText,
} from '../../language/read-text.js';
import { isSpeltRightly } from '../../language/terms.js';
import { findAddresses, findContacts } from './find-contacts.js';
import { findHidden, holdsOwnKey } from './find-own-keys.js';
import { findNumbers } from './find-numbers.js';
import { findFormats, findSecrets } from './find-secrets.js';
import {
  decodeDisguises,
  DecodedText,
  type Finding,
  type Reading,
  startReading,
} from './reading.js';

const WORD = "\\p{Lu}[\\p{L}'’-]{0,30}";
const FULL = `${WORD}(?:[ ](?:${WORD}|\\p{Lu}\\.|(?:van|von|de|der|den|del|della|di|da|dos|bin|al|el|la|le|zu|af|y)(?= \\p{Lu}))){0,4}`;
/** Cues that a name follows. */
const INTRODUCED = new RegExp(
  `(?:[Mm]y(?: \\w{1,40})? name(?:'s| is)|[Nn]ame:|[Nn]ame\\?(?: User:)?|[Ii]t(?:'s| is) under|call(?:ed)? me|calls me|I am|I'm|[Tt]his is|was called|is called|named (?:him|her|it|them)|[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Ff]rom:|[Tt]o:|[Ss]igned:?|[Rr]egards,?|[Dd]irected [Bb]y:|name on the account\\? User:|change it to|correct it to|partner's name|maiden name is|add|kid|son|daughter|guardian|by|with|\\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau|Sr|Sra|Mme|M)\\.?)[\\s>]{1,5}((?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\\.? )?${FULL})`,
  'gdu',
);
/** A line of only two to four capitalised words: the head of an address, a signature. */
const LINE =
  /(?:^|\n)[ >?]{0,6}(\p{Lu}[\p{L}'’-]{1,30}(?:[ ](?:\p{Lu}\.?|\p{Lu}[\p{L}'’-]{1,30})){1,3})[ ]{0,2}(?=\n|$)/dgu;
/** "Maria: hello", "said Maria", "Maria said". */
const SPEAKER = new RegExp(`(?:^|\\n)[ ]{0,4}(${FULL}):(?=\\s?["“\\p{L}])`, 'gdu');
const NOT_NAMES =
  /^(?:Bot|User|Name|Phone|Date|When|Where|Address|Mobile|Desk|Fax|Email|E-mail|Website|Personal Info|Mission Statement|Note|Subject|Hello|Hi|Dear|The|This|That|It|We|You|He|She|They|What|Why|How|In|On|At|If|And|But|Not|Please|Thanks?|Sorry|Yes|No|My|Your|Our|I|A|An|To|From|For|Of|Is|Are)(?=\s|$)/u;

/** Below this length the language of a text is too uncertain to rule out English words. */
const SHORT_TEXT = 90;
const CAPITALISED = /(?<![\p{L}\p{N}@#./_-])\p{Lu}[\p{L}’'-]{1,30}(?![\p{L}\p{N}_/@])/gu;

/**
 * Names of people: what entity recognition takes for a person, what a text introduces as a name, and capitalised
 * words that are in no dictionary and no list of places, organisations or things. At the level that removes names, a
 * false positive is the lesser harm.
 */
export function findNames({ text }: Reading): Finding[] {
  const faults: ReadingFault[] = [];
  const { language, mentions } = collectFaults(faults, () => {
    const told = detectLanguage(text);
    return { language: told, mentions: readEntities(text, { language: told }) };
  });
  // If entity recognition failed, the text must not pass as one without names.
  if (faults[0] !== undefined) throw new Error(faults[0].why);
  const read = mentions
    .filter(({ name, type }) => type === 'person' && /^\p{Lu}/u.test(name))
    .map(({ start, end }): Finding => ({ kind: 'name', from: start, to: end }));
  const introduced = [INTRODUCED, LINE, SPEAKER].flatMap((pattern) =>
    matchAll(text, pattern).flatMap((match): Finding[] => {
      const [from, to] = match.indices?.[1] ?? [0, 0];
      return NOT_NAMES.test(text.slice(from, to)) ? [] : [{ kind: 'name', from, to }];
    }),
  );
  const english = language === 'en' || text.length < SHORT_TEXT;
  return joined(text, [...read, ...introduced, ...(english ? unknownWords(text) : [])]);
}

function unknownWords(text: string): Finding[] {
  return matchAll(text, CAPITALISED)
    .filter(([word]) => isUnknown(word))
    .map((match) => ({
      kind: 'name',
      from: match.index,
      to: match.index + match[0].replace(/['’]s$/, '').length,
    }));
}

function isUnknown(word: string): boolean {
  if (/^\p{Lu}+$/u.test(word)) return false;
  const lower = word.toLowerCase().replace(/['’]s?$/, '');
  if (GIVEN_NAMES.has(lower)) return true;
  return (
    lower.length > 2 &&
    gazetteerTypes(lower).length === 0 &&
    lower.split('-').some((part) => part.length > 2 && !isSpeltRightly(part, 'en'))
  );
}

/**
 * "Petr Kloz", "Alvir D. Pušaver": names, initials and further capitalised words separated by a space are one name; a
 * list continues with "and".
 */
function joined(text: string, findings: readonly Finding[]): Finding[] {
  return findings.map(({ kind, from, to }) => {
    const behind =
      /^(?: \p{Lu}\.?(?= ))?(?: \p{Lu}[\p{L}’'-]{1,30}){0,2}(?:,? (?:and|&) \p{Lu}[\p{L}’'-]{1,30}(?! \p{Lu}))?/u.exec(
        text.slice(to, to + 80),
      )?.[0] ?? '';
    return { kind, from, to: to + behind.replace(/['’]s$/, '').length };
  });
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const DATE = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/. ]\\d{1,2}[-/. ]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)?(?: of| de)? ${MONTH}\\.?,?(?: de)? \\d{2,4}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})`;

/**
 * A cue for a document or a date of birth, and its value within a few characters: `[kind, cue, value]`. Each is of
 * bounded length.
 */
const CUED: readonly (readonly [PersonalKind, string, string])[] = [
  [
    'birth_date',
    "(?:\\bborn(?: on)?|date of birth|birth ?date|\\bdob\\b|\\bd\\.o\\.b\\.?|birthday|geboren(?: am)?|geburtsdatum|n[ée]e? le|date de naissance|nacid[oa] el|fecha de nacimiento|data de nascimento|data di nascita)(?:\\s(?:is|was|on|it's|:)){0,2}[\\s:.,=-]{0,4}(?:it[’']s |it is )?",
    DATE,
  ],
  [
    'passport',
    '(?:passport|reisepass|passeport|pasaporte|passaporto|paspoort|paszport|паспорт[а-я]{0,2}|护照(?:号码|号)?|護照(?:號碼)?|パスポート(?:番号)?|여권(?: ?번호)?)(?:\\s(?:number|no\\.?|nr\\.?|num|nummer|numéro|número|номер|серия|id|is|#|was|ist|est|es)){0,3}[\\s:#.=№是はは은는-]{0,4}',
    '(?:(?=[a-z]{0,3}\\d{5}|(?:[a-z]{0,4}\\d){4})[a-z0-9]{6,12}|\\d{2} ?\\d{2} \\d{6})(?![\\w])',
  ],
  [
    'driver_licence',
    "(?:driv(?:er|ing|ers)['’]?s? licen[cs]e|führerschein|permis de conduire|licencia de conducir|\\bd\\.?l\\.? ?(?:number|no|#))(?:['’]?s?\\s?(?:number|no\\.?|nr\\.?|nummer|num|id|is|was|#)){0,3}[\\s:#.=-]{0,4}",
    '(?=[a-z]{0,6}[\\s-]?\\d)[a-z0-9]{1,8}(?:[- ]?(?=[a-z]{0,2}\\d)[a-z0-9]{2,14}){0,4}(?![\\w])',
  ],
  [
    'account',
    '(?:account|acct|routing|sort code|\\baba\\b|kontonummer|policy|member|patient|medical record|\\bmrn\\b|insurance)(?:\\s(?:number|no\\.?|nr\\.?|id|code|is|was|#)){1,3}[\\s:#.=-]{0,4}',
    '(?=[a-z]{0,3}[-]?\\d{4}|\\d{2}-\\d{2})[a-z0-9][a-z0-9-]{5,20}(?![\\w])',
  ],
  ['account', 'sort code[\\s:#is]{0,6}', '\\d{2}[- ]\\d{2}[- ]\\d{2}(?!\\d)'],
];
const PATTERNS = CUED.map(([kind, cue, value]) => ({
  kind,
  pattern: new RegExp(`${cue}(${value})`, 'gd'),
}));
const BIRTH_AFTER = new RegExp(`(${DATE})(?= \\(?(?:birth|dob|born))`, 'gd');

/** Documents and dates of birth: their forms are common, so the preceding words decide. */
export function findDocuments({ lower }: Reading): Finding[] {
  const found: Finding[] = [];
  for (const { kind, pattern } of [
    ...PATTERNS,
    { kind: 'birth_date' as const, pattern: BIRTH_AFTER },
  ]) {
    for (const match of matchAll(lower, pattern)) {
      const span = match.indices?.[1];
      if (span !== undefined) found.push({ kind, from: span[0], to: span[1] });
    }
  }
  return found;
}

/** What each level removes. */
const TAKEN: Readonly<Record<PrivacyLevel, readonly PersonalGroup[]>> = {
  off: [],
  secrets: ['secret'],
  standard: ['secret', 'contact'],
  strict: ['secret', 'contact', 'identity'],
};

/** The mark of an earlier redaction. */
const MARK = /\[REDACTED:[a-z_]{2,20}\]/g;
/**
 * A text without a digit, an at-sign or a spelled-out one has no number, document, date or address to find; most have
 * none.
 */
const HOLDS_NUMBER_OR_ADDRESS = /[\p{N}@]|[([{] ?at/iu;
/** Filler for what was found: no letter, digit or mark, so that nothing matches across it. */
const MASKED = '\u0001';

/**
 * Maximum number of passes: adjoining values are of few kinds (mailbox, address, number, name), and each pass finds
 * all of one.
 */
const MAX_READINGS = 4;

/**
 * What a level removes from a text, in order, non-overlapping: of two overlapping findings, the one that covers more,
 * then the more certain kind. The text is searched as it is and decoded, in passes until nothing more is found, since
 * a value that was found no longer hides an adjoining one. Time and space are linear in the length of the text.
 */
export function findPersonal(text: string, level: PrivacyLevel): Finding[] {
  if (level === 'off' || text === '') return [];
  const given = text.includes('[') ? text.replace(MARK, (mark) => ' '.repeat(mark.length)) : text;
  const reading = new ReadText(given);
  const open = findIn(reading, level);
  const read = decodeDisguises(reading);
  const hidden = [
    ...(read === null
      ? []
      : findIn(read.text, laterLevel(level)).map((each) => ({
          ...each,
          ...read.origin(each.from, each.to),
        }))),
    ...hiddenIn(given, read),
  ];
  return hidden.length === 0 ? open : withoutOverlaps([...open, ...hidden]);
}

/** Keys and tokens recognisable by their format alone, also in disguise: no numbers, and nothing that needs a cue. */
export function findKeys(text: string): Finding[] {
  const read = decodeDisguises(text);
  return withoutOverlaps([
    ...findFormats(text, 'alone'),
    ...(read === null
      ? []
      : findFormats(read.text, 'alone').map((each) => ({
          ...each,
          ...read.origin(each.from, each.to),
        }))),
    ...hiddenIn(text, read),
  ]);
}

/** Also searches the original text: what was decoded as an escape may have been the beginning of something encoded. */
const hiddenIn = (text: string, read: DecodedText | null): Finding[] => [
  ...findHidden(DecodedText.of(text)),
  ...(read === null ? [] : findHidden(read)),
];

function findIn(text: Readable, level: PrivacyLevel): Finding[] {
  const reading = startReading(text);
  let found: Finding[] = [];
  for (let readings = 0; readings < MAX_READINGS; readings++) {
    const more = findOnce(hiding(reading, found, ' '), readings === 0 ? level : laterLevel(level));
    if (more.length === 0) break;
    found = withoutOverlaps([...found, ...more]);
  }
  return found;
}

/**
 * The level after the first pass. People are recognised by the words around them, which are masked by then: another
 * pass would find false names.
 */
const laterLevel = (level: PrivacyLevel): PrivacyLevel => (level === 'strict' ? 'standard' : level);

function findOnce(reading: Reading, level: PrivacyLevel): Finding[] {
  const groups = TAKEN[level];
  const taken = ({ kind }: Finding): boolean => groups.includes(PERSONAL_KINDS[kind]);
  const secrets = withoutOverlaps(findSecrets(reading));
  if (level === 'secrets' && !mayHoldNumber(reading.text)) return secrets.filter(taken);
  const numbers = hiding(reading, secrets, MASKED);
  // What was already found is no number or name to later finders.
  const contacts = numbers.read.test(HOLDS_NUMBER_OR_ADDRESS)
    ? withoutOverlaps([...findContacts(numbers), ...findDocuments(numbers)])
    : [];
  const found = [
    ...secrets,
    ...contacts,
    ...(numbers.read.test(HOLDS_NUMBER_OR_ADDRESS)
      ? findNumbers(hiding(numbers, contacts, MASKED))
      : []),
  ];
  const identities = groups.includes('identity')
    ? [...findAddresses(hiding(reading, found, MASKED)), ...findNames(reading)]
    : [];
  return withoutOverlaps([...found, ...identities].filter(taken));
}

/** The shortest number that the lowest level removes, in digits: a social security number. */
const MIN_DIGITS = 9;

function mayHoldNumber(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Digits of other scripts are rare: a text with characters beyond Latin is read in full.
    if ((code >= 48 && code <= 57) || code > 0x24f) digits++;
    if (digits >= MIN_DIGITS) return true;
  }
  return false;
}

/** The text with each finding replaced by a filler of the same length. */
function hiding(reading: Reading, findings: readonly Finding[], sign: string): Reading {
  if (findings.length === 0) return reading;
  const { text, lower } = reading;
  const blanked = (from: string): string => {
    let rest = '';
    let at = 0;
    for (const finding of withoutOverlaps(findings)) {
      rest += from.slice(at, finding.from) + sign.repeat(finding.to - finding.from);
      at = finding.to;
    }
    return rest + from.slice(at);
  };
  const rest = blanked(text);
  return { text: rest, lower: blanked(lower), read: new ReadText(rest) };
}

const RANK: Readonly<Record<PersonalGroup, number>> = { secret: 0, contact: 1, identity: 2 };

function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const ordered = [...findings]
    .filter(({ from, to }) => to > from)
    .sort(
      (a, b) =>
        a.from - b.from ||
        b.to - a.to ||
        RANK[PERSONAL_KINDS[a.kind]] - RANK[PERSONAL_KINDS[b.kind]],
    );
  const kept: Finding[] = [];
  for (const finding of ordered) {
    const last = kept.at(-1);
    if (last === undefined || finding.from >= last.to) kept.push(finding);
    // If two findings cross, the whole range is covered: nothing of either may be left.
    else if (finding.to > last.to)
      kept[kept.length - 1] = {
        kind:
          RANK[PERSONAL_KINDS[finding.kind]] < RANK[PERSONAL_KINDS[last.kind]]
            ? finding.kind
            : last.kind,
        from: last.from,
        to: finding.to,
      };
  }
  return kept;
}

/** A text without the marks of removed values, which are not its words. */
export function withoutMarks(text: string): string {
  return text.includes('[') ? text.replace(MARK, ' ') : text;
}

/** What was removed: kinds and counts, never a value. */
export type RedactionCounts = Partial<Record<PersonalKind, number>>;

export interface Redacted {
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Replaces each finding with `mark`. */
export function replaceFindings(
  text: string,
  findings: readonly Finding[],
  mark: (finding: Finding) => string,
): Redacted {
  const counts: RedactionCounts = {};
  let kept = '';
  let at = 0;
  for (const finding of findings) {
    kept += text.slice(at, finding.from) + mark(finding);
    counts[finding.kind] = (counts[finding.kind] ?? 0) + 1;
    at = finding.to;
  }
  return { text: kept + text.slice(at), counts };
}

/** Redacts by a level: `[REDACTED:type]` replaces each value. Idempotent. */
export function redact(text: string, level: PrivacyLevel): Redacted {
  return replaceFindings(text, findPersonal(text, level), ({ kind }) => `[REDACTED:${kind}]`);
}

const CODE_LENGTH = 12;

/**
 * A caller's id as it is stored: itself, or, if it contains a key or token, its redaction with a hash of the whole
 * id, so that different ids stay different and a lookup finds its id.
 */
export function redactId(id: string): string {
  const findings = findKeys(id);
  if (findings.length === 0) return id;
  const { text } = replaceFindings(id, findings, ({ kind }) => `[REDACTED:${kind}]`);
  return `${text} ${createHash('sha256').update(id).digest('hex').slice(0, CODE_LENGTH)}`;
}

/**
 * Throws `invalid_input` for a name that is, or contains, a key of Mneme: names are shown to everybody, and only a
 * hash of a key is stored.
 */
export function assertNoKey(name: string, field: string): void {
  if (!holdsOwnKey(name)) return;
  throw new MnemeError('invalid_input', `${field}: must be a name, and holds a key of Mneme.`, {
    field,
    hint: 'Give a name. Revoke that key with `mneme keys revoke`: others may have seen it.',
  });
}

/** A text without keys and tokens, whatever the privacy level: for text that belongs to no bank. */
export function withoutKeys(text: string): string {
  return replaceFindings(text, findKeys(text), ({ kind }) => `[REDACTED:${kind}]`).text;
}
