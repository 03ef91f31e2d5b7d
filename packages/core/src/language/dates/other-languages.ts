import { createRequire } from 'node:module';
import type { ParsedResult, ParsingReference } from 'chrono-node';
import type { Instant, Period, Precision } from '../../domain/time.js';
import { selectByTense, periodOf } from '../calendar.js';
import { exactDay } from './day-rules.js';
import type { DateMention } from './date-mention.js';
import { resolveWeekday } from './weekdays-and-recurrence.js';

interface Language {
  /** Quick test: a piece of text without one of these words or a digit names no time. */
  readonly hint: RegExp;
  readonly last: RegExp;
  readonly week: RegExp;
  readonly month: RegExp;
  readonly year: RegExp;
}

/**
 * Words of arranging, wanting and obligation, by ISO 639-1 code: a day next to them is in the future, whatever their
 * tense.
 */
const PLANNED: Readonly<Record<string, string>> = {
  de: 'termin|verschoben|verlegt|vertagt|verlängert|gebucht|reserviert|angemeldet|eingetragen|vereinbart|geplant|angesetzt|bestellt|zugesagt|prüfung|frist|soll|will|wollen|möchte|muss|wird|werde|bis (?:zum|spätestens)',
  fr: 'rendez-vous|reporté|déplacé|décalé|prolongé|réservé|inscri|prévu|fixé|commandé|promis|examen|échéance|veux|veut|voudr|dois|doit|sera|jusqu',
  es: 'cita|aplaza|pospuest|cambia|movid|traslada|prorroga|reserva|apunta|inscri|previst|programa|pedid|prometi|examen|plazo|quier|debe|será|hasta el',
  it: 'appuntamento|rinviat|spostat|rimandat|prorogat|prenotat|iscritt|previst|fissat|ordinat|promess|esame|scadenza|voglio|vuole|vorrei|devo|deve|sarà|entro',
  pt: 'consulta|adiad|remarcad|mudad|prorrogad|reservad|marcad|inscri|previst|agendad|prometeu|exame|prazo|quer|deve|será|até',
  nl: 'afspraak|verplaatst|verschoven|verzet|uitgesteld|verlengd|geboekt|gereserveerd|ingeschreven|gepland|besteld|beloofd|examen|deadline|wil|moet|zal|wordt|tot (?:en met )?',
  sv: 'tid hos|flyttad|flyttat|flyttade|skjut|framflytta|förläng|boka|anmäl|planera|beställ|lova|tenta|deadline|vill|måste|ska|blir',
};

const language = (
  hint: RegExp,
  last: RegExp,
  week: RegExp,
  month: RegExp,
  year: RegExp,
): Language => ({ hint, last, week, month, year });

const PLANNED_IN = new Map(
  Object.entries(PLANNED).map(([code, stems]) => [
    code,
    new RegExp(`(?<!\\p{L})(?:${stems})`, 'iu'),
  ]),
);
/** The end of a sentence, but not the ordinal dot of "am 5. Dezember". */
const SENTENCE_END = /(?<!\d)[.!?](?=\s)|\n/u;

/** The languages that chrono-node reads, with words for correcting its results. */
const LANGUAGES: Readonly<Record<string, Language>> = Object.freeze({
  de: language(
    /tag|nacht|morgen|abend|mittag|woch|monat|jahr|gestern|heute|jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez/iu,
    /letzte|vergangene|vorige/iu,
    /woche/iu,
    /monat/iu,
    /jahr/iu,
  ),
  fr: language(
    /jour|nuit|matin|soir|midi|semaine|mois|an|hier|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc/iu,
    /derni[eè]re?|passée?/iu,
    /semaine/iu,
    /mois/iu,
    /\bans?\b|année/iu,
  ),
  es: language(
    /d[ií]a|noche|mañana|tarde|semana|mes|año|ayer|hoy|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic/iu,
    /pasad[oa]|último/iu,
    /semana/iu,
    /\bmes/iu,
    /año/iu,
  ),
  it: language(
    /giorn|notte|mattin|sera|settiman|mes|ann|ieri|oggi|domani|luned|marted|mercoled|gioved|venerd|sabato|domenica|gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic/iu,
    /scors[oa]|passat[oa]/iu,
    /settiman/iu,
    /mes[ei]/iu,
    /ann[oi]/iu,
  ),
  pt: language(
    /dia|noite|manhã|tarde|semana|m[eê]s|ano|ontem|hoje|segunda|terça|quarta|quinta|sexta|s[aá]bado|domingo|jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez/iu,
    /passad[oa]|últim[oa]/iu,
    /semana/iu,
    /m[eê]s/iu,
    /\banos?/iu,
  ),
  nl: language(
    /daa?g|nacht|ochtend|avond|morgen|week|weken|maand|jaar|gister|jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec/iu,
    /vorige|afgelopen|laatste/iu,
    /we(?:ek|ken)/iu,
    /maand/iu,
    /jaar|jaren/iu,
  ),
  sv: language(
    /dag|natt|morgon|kväll|veck|månad|år|igår|imorgon|jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec/iu,
    /förra|senaste/iu,
    /veck/iu,
    /månad/iu,
    /(?<!\p{L})år/iu,
  ),
  ru: language(
    /день|дн|ноч|утр|вечер|недел|месяц|год|лет|вчера|сегодня|завтра|понедельник|вторник|сред|четверг|пятниц|суббот|воскресень|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек/iu,
    /прошл/iu,
    /недел/iu,
    /месяц/iu,
    /год|лет/iu,
  ),
  uk: language(
    /день|дн|ніч|ранок|вечір|тижд|тижн|місяц|рік|рок|вчора|учора|сьогодні|завтра|понеділ|вівтор|серед|четвер|п.ятниц|субот|неділ|січ|лют|бер|квіт|трав|черв|лип|серп|верес|жовт|лист|груд/iu,
    /минул/iu,
    /тижд|тижн/iu,
    /місяц/iu,
    /р[іо]к/iu,
  ),
  ja: language(
    /[日月年週時分]|昨|今|明/u,
    /先週の|前の/u,
    /週/u,
    /先月|来月|今月|か月|ヶ月/u,
    /去年|昨年|来年|今年|年前/u,
  ),
  zh: language(
    /[日月年周週天号號时時分]|昨|今|明/u,
    /上(?:个|個)?(?:周|週|星期)/u,
    /^[上下这這本]?(?:个|個)?(?:周|週|星期)$/u,
    /[上下这這本](?:个|個)?月/u,
    /[去今明前]年|年前/u,
  ),
});

/**
 * Where one word means both morning and tomorrow, the preceding words that mean the morning: "por la mañana", "jeden
 * Morgen", "in de morgen". Another word may then say of which day.
 */
const MORNING: Readonly<Record<string, RegExp>> = Object.freeze({
  es: /(?<!\p{L})(?:la|las|una|unas|cada|esa|esta|aquella|otra|alguna|media|buena|temprana) mañana$/iu,
  de: /(?<!\p{L})(?:am|zum|vom|beim|der|dem|den|des|ein|eines|einem|einen|jede[nm]|diese[nm]?|gute[nmr]|schöne[nmr]?|frühe[nmr]?|späte[nmr]?|nächste[nmr]?|selben|folgende[nm]|manche[nm]|kalte[nmr]?|sonnige[nmr]?|gegen) morgen$/iu,
  nl: /(?<!\p{L})(?:de|een|elke|iedere|deze|die|goede|mooie|vroege|volgende|hele|['’]s) morgen$/iu,
});
/** Two hyphenated numbers are hours only with a cue: "06-1234" is a phone number or a case, "9-17 Uhr" is hours. */
const JOINED_NUMBERS = /\d ?[-–] ?\d/u;
const SAYS_HOUR =
  /\d[:.]\d\d|\d ?h(?:\d\d)?(?!\p{L})|\d ?(?:[ap]m|uhr|uur|ore|horas?|heures?|час)(?!\p{L})|[時时点點]/iu;
const WITHIN_WORD = /[\p{L}\p{N}]/u;

/** "pendant deux heures" is a duration, not a time. */
const LASTS = /^(?:pendant|durante|während|gedurende)(?!\p{L})/iu;
/** Length of text given to chrono-node at once, in UTF-16 units: its patterns take superlinear time on long input. */
const STRETCH = 400;

/**
 * The dates that chrono-node finds in a text in another language than English; none for languages it does not
 * support.
 */
export function readOtherLanguage(text: string, saidAt: Instant, code: string): DateMention[] {
  const known = Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code] : undefined;
  if (known === undefined) return [];
  return stretches(text).flatMap(({ start, part }) => {
    if (!/\d/.test(part) && !known.hint.test(part)) return [];
    const told = parse(code, part, saidAt).filter((result) => isTrueMatch(result, part, code));
    return told.flatMap((result) =>
      mention(inItsYear(withTail(result, part, known), part, saidAt, code), start, saidAt, known),
    );
  });
}

/** Rejects false matches: part of a word ("am fr" of "am frühen"), a morning read as tomorrow, unrelated numbers. */
function isTrueMatch({ index, text }: ParsedResult, part: string, code: string): boolean {
  const end = index + text.length;
  const cut = (at: number): boolean =>
    !isUnspaced(code) && WITHIN_WORD.test(part[at - 1] ?? '') && WITHIN_WORD.test(part[at] ?? '');
  if (cut(index) || cut(end) || MORNING[code]?.test(part.slice(0, end)) === true) return false;
  return !JOINED_NUMBERS.test(text) || SAYS_HOUR.test(text);
}

/** Languages without spaces between words, where a time may be inside a run of letters. */
const isUnspaced = (code: string): boolean => code === 'ja' || code === 'zh';

function stretches(text: string): { start: number; part: string }[] {
  const found: { start: number; part: string }[] = [];
  let start = 0;
  while (start < text.length) {
    const space = text.length - start <= STRETCH ? -1 : text.lastIndexOf(' ', start + STRETCH);
    const end =
      text.length - start <= STRETCH ? text.length : space > start ? space : start + STRETCH;
    found.push({ start, part: text.slice(start, end) });
    start = end;
  }
  return found;
}

/** Loaded on first use: a locale takes tens of milliseconds, which an English text need not wait for. */
function parse(code: string, part: string, saidAt: Instant): readonly ParsedResult[] {
  const locale = createRequire(import.meta.url)(`chrono-node/${code}`) as {
    parse(text: string, reference: ParsingReference): readonly ParsedResult[];
  };
  return locale.parse(part, { instant: new Date(saidAt), timezone: 0 });
}

/** A result with the following word for "last", which chrono-node drops in some languages: "el martes pasado". */
interface ChronoResult extends Pick<ParsedResult, 'index' | 'text'> {
  readonly start: Parts;
  readonly end?: Parts | null | undefined;
}

/** The components of a time that were stated. */
type Parts = Pick<ParsedResult['start'], 'get' | 'isCertain'>;

const yearsLater = (parts: Parts, by: number): Parts => ({
  isCertain: (part) => parts.isCertain(part),
  get: (part) => {
    const value = parts.get(part);
    return part === 'year' && value !== null ? value + by : value;
  },
});

function withTail(result: ParsedResult, part: string, known: Language): ChronoResult {
  const behind =
    /^ \p{L}{1,12}/u.exec(
      part.slice(result.index + result.text.length, result.index + result.text.length + 14),
    )?.[0] ?? '';
  const text =
    isWeekdayAlone(result) && known.last.test(behind) ? result.text + behind : result.text;
  return { start: result.start, end: result.end, index: result.index, text };
}

/**
 * Corrects the year of a day without one, for which chrono-node takes the nearest: by its weekday, else in the future
 * if the sentence is about a plan.
 */
function inItsYear(
  result: ChronoResult,
  part: string,
  saidAt: Instant,
  code: string,
): ChronoResult {
  const { start } = result;
  if (start.isCertain('year') || !start.isCertain('month') || !start.isCertain('day'))
    return result;
  const now = new Date(saidAt).getUTCFullYear();
  const days = [now - 1, now, now + 1]
    .map((year) => exactDay(year, (start.get('month') ?? 1) - 1, start.get('day') ?? 1))
    .filter((day) => day !== null);
  const fitting = days.filter(
    ({ from }) => start.isCertain('weekday') && new Date(from).getUTCDay() === start.get('weekday'),
  );
  const planned = PLANNED_IN.get(code)?.test(sentenceAround(result, part)) === true;
  if (fitting.length === 0 && !planned) return result;
  const chosen = fitting[0] ?? selectByTense(days, saidAt, 'planned');
  if (chosen === undefined) return result;
  const by = new Date(chosen.from).getUTCFullYear() - (start.get('year') ?? now);
  return by === 0
    ? result
    : {
        ...result,
        start: yearsLater(start, by),
        end: result.end === null || result.end === undefined ? null : yearsLater(result.end, by),
      };
}

function sentenceAround({ index, text }: ChronoResult, part: string): string {
  const [before, behind] = [part.slice(0, index), part.slice(index + text.length)];
  return `${before.split(SENTENCE_END).at(-1) ?? ''} ${behind.split(SENTENCE_END)[0] ?? ''}`;
}

function mention(
  result: ChronoResult,
  offset: number,
  saidAt: Instant,
  known: Language,
): DateMention[] {
  const precision = precisionOf(result, known);
  if (precision === null || LASTS.test(result.text)) return [];
  const first = periodAt(result.start, precision);
  const last =
    result.end === null || result.end === undefined ? first : periodAt(result.end, precision);
  const from =
    isWeekdayAlone(result) && known.last.test(result.text)
      ? resolveWeekday(saidAt, result.start.get('weekday') ?? 0, 'last', 'past')
      : first;
  const to = from === first ? Math.max(first.to, last.to) : from.to;
  if (!Number.isFinite(from.from) || !Number.isFinite(to)) return [];
  const start = offset + result.index;
  return [
    {
      text: result.text,
      start,
      end: start + result.text.length,
      from: from.from,
      to,
      precision,
      relative: !result.start.isCertain('year') || !/\d{4}/.test(result.text),
      approximate: false,
      recurring: false,
    },
  ];
}

const isWeekdayAlone = (result: ChronoResult): boolean =>
  result.start.isCertain('weekday') && !result.start.isCertain('day');

/**
 * The precision that was stated, since chrono-node fills in the rest; a unit named in words takes precedence over
 * components.
 */
function precisionOf(result: ChronoResult, known: Language): Precision | null {
  const { start, text } = result;
  if (start.isCertain('minute') && /\d/.test(text))
    return /:|\d\d?h\d|[分]/u.test(text) ? 'minute' : 'hour';
  if (start.isCertain('hour') && /\d/.test(text)) return 'hour';
  if (isWeekdayAlone(result)) return 'day';
  if (!/\d{4}/.test(text)) {
    if (known.week.test(text)) return 'week';
    if (known.month.test(text)) return 'month';
    if (known.year.test(text)) return 'year';
  }
  if (start.isCertain('day')) return 'day';
  if (start.isCertain('month')) return 'month';
  return start.isCertain('year') ? 'year' : null;
}

function periodAt(parts: Parts, precision: Precision): Period {
  const at = Date.UTC(
    parts.get('year') ?? 1970,
    (parts.get('month') ?? 1) - 1,
    parts.get('day') ?? 1,
    parts.get('hour') ?? 0,
    parts.get('minute') ?? 0,
  );
  return periodOf(at, precision);
}
