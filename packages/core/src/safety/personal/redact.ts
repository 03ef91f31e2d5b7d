import { createHash } from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';
import {
  PERSONAL_KINDS,
  type PersonalGroup,
  type PersonalKind,
  type PrivacyLevel,
} from '../../domain/privacy.js';
import { type Readable, ReadText } from '../../language/read-text.js';
import { findAddresses, findContacts } from './find-contacts.js';
import { findHidden, holdsOwnKey } from './find-hidden.js';
import { findDocuments, findNames } from './find-identity.js';
import { findNumbers } from './find-numbers.js';
import { findFormats, findSecrets } from './find-secrets.js';
import {
  type Finding,
  type Reading,
  DecodedText,
  startReading,
  decodeDisguises,
} from './reading.js';

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
