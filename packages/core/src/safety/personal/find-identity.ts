import type { PersonalKind } from '../../domain/privacy.js';
import { detectLanguage } from '../../language/detect-language.js';
import { readEntities } from '../../language/entities.js';
import { gazetteerTypes, GIVEN_NAMES } from '../../language/names/gazetteer.js';
import { matchAll } from '../../language/pattern-matching.js';
import { collectFaults, type ReadingFault } from '../../language/reading-step.js';
import { isSpeltRightly } from '../../language/spelling-words.js';
import type { Finding, Reading } from './reading.js';

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
