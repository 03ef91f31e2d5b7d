import type { PersonalKind } from '../../domain/privacy.js';
import type { Finding, Reading } from './kinds.js';
import { matchAll } from '../../language/match-all.js';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const DATE = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/. ]\\d{1,2}[-/. ]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)?(?: of| de)? ${MONTH}\\.?,?(?: de)? \\d{2,4}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})`;

/**
 * A cue for a document or a date of birth, and its value within a few characters: `[kind, cue, value]`.
 * Each is of bounded length.
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
