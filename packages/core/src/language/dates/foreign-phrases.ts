import { DAY, type Precision } from '../../domain/time.js';
import { absolute, dateRule, relative, type DateReading, type DateRule } from './date-mention.js';
import {
  selectByTense,
  dayPeriod,
  monthPeriod,
  seasonPeriod,
  seasonsAround,
  shiftedPeriod,
} from '../calendar.js';

type Phrase = readonly [source: string, unit: Precision, offset: number];

const phrase = ([source, unit, offset]: Phrase): DateRule =>
  dateRule(`(?<!\\p{L})(?:${source})(?!\\p{L})`, (_match, saying) =>
    relative(shiftedPeriod(saying.at, offset, unit)),
  );
/** For languages without spaces: a phrase may be inside a run of letters. */
const inRun = ([source, unit, offset]: Phrase): DateRule =>
  dateRule(`(?:${source})`, (_match, saying) => relative(shiftedPeriod(saying.at, offset, unit)));

/** "hace tres días": a whole unit back; `units` are tried in order, the number is the pattern's group `n`. */
function backBy(
  source: string,
  numbers: Readonly<Record<string, number>>,
  units: readonly (readonly [RegExp, Precision])[],
  sign = -1,
): DateRule {
  return dateRule(source, (match, saying): DateReading | null => {
    const { n = '', unit = '' } = match.groups ?? {};
    const count = numbers[n.toLowerCase()] ?? Number(n);
    const precision = units.find(([pattern]) => pattern.test(unit))?.[1];
    return precision === undefined || !Number.isInteger(count)
      ? null
      : relative(shiftedPeriod(saying.at, sign * count, precision));
  });
}

/** "先週の土曜日": the weekday of that week, not the nearest one. */
const japaneseWeekday: DateRule = dateRule(
  '(先々週|先週|今週|来週|再来週)の?([月火水木金土日])曜日?',
  (match, saying) => {
    const weeks = { 先々週: -2, 先週: -1, 今週: 0, 来週: 1, 再来週: 2 }[match[1] ?? ''] ?? 0;
    return relative(
      dayPeriod(
        shiftedPeriod(saying.at, weeks, 'week').from +
          '月火水木金土日'.indexOf(match[2] ?? '') * DAY,
      ),
    );
  },
);

/** "im März 2020", "marzo de 2020". */
function monthsNamed(names: string): DateRule {
  const all = names.split(' ');
  return dateRule(
    `(?<!\\p{L}|\\d[.]? |\\d de )(${all.join('|')}),? (?:de |del )?((?:19|20)\\d\\d)(?!\\d)`,
    (match) => absolute(monthPeriod(Number(match[2]), all.indexOf((match[1] ?? '').toLowerCase()))),
  );
}

/** "im Mai" without its year: the nearest. */
function monthsAlone(prepositions: string, names: string): DateRule {
  const all = names.split(' ');
  return dateRule(
    `(?<!\\p{L})(?:${prepositions}) (${all.join('|')})(?!\\p{L}|,? (?:de |del )?\\d)`,
    (match, saying) => {
      const month = all.indexOf((match[1] ?? '').toLowerCase());
      const year = new Date(saying.at).getUTCFullYear();
      const chosen = selectByTense(
        [-1, 0, 1].map((offset) => monthPeriod(year + offset, month)),
        saying.at,
        'unknown',
      );
      return chosen === undefined ? null : relative(chosen);
    },
  );
}

/** "im Sommer 2021", "el verano pasado"; `names` run from spring to winter, `last` and `next` come before or after. */
function seasonsNamed(names: string, last: string, next: string): readonly DateRule[] {
  const all = names.split(' ');
  const named = (match: RegExpMatchArray): number =>
    all.findIndex((name) => new RegExp(`(?<!\\p{L})(?:${name})(?!\\p{L})`, 'iu').test(match[0]));
  const any = all.join('|');
  const beside = (words: string): string =>
    `(?<!\\p{L})(?:(?:${words}) (?:${any})|(?:${any}) (?:${words}))(?!\\p{L})`;
  return [
    dateRule(`(?<!\\p{L})(?:${any}),? (?:de |del |van |do )?((?:19|20)\\d\\d)(?!\\d)`, (match) =>
      absolute(seasonPeriod(Number(match[1]), named(match))),
    ),
    dateRule(beside(last), (match, saying) => {
      const found = seasonsAround(saying.at, named(match)).findLast(({ to }) => to <= saying.at);
      return found === undefined ? null : relative(found);
    }),
    dateRule(beside(next), (match, saying) => {
      const found = seasonsAround(saying.at, named(match)).find(({ from }) => from > saying.at);
      return found === undefined ? null : relative(found);
    }),
  ];
}

const DE_MONTHS =
  'januar februar märz april mai juni juli august september oktober november dezember';
const FR_MONTHS =
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre';
const ES_MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre';
const IT_MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre';
const PT_MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro';
const NL_MONTHS =
  'januari februari maart april mei juni juli augustus september oktober november december';
const ROMANCE_UNITS = [
  [/^d/i, 'day'],
  [/^s/i, 'week'],
  [/^m/i, 'month'],
  [/^a/i, 'year'],
] as const;
const ES_NUMBERS = {
  un: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
};
const PT_NUMBERS = {
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  três: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
};
const FR_NUMBERS = {
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  six: 6,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
};
const SV_NUMBERS = {
  en: 1,
  ett: 1,
  två: 2,
  tre: 3,
  fyra: 4,
  fem: 5,
  sex: 6,
  sju: 7,
  åtta: 8,
  nio: 9,
  tio: 10,
};
const SV_UNITS = [
  [/^d/i, 'day'],
  [/^v/i, 'week'],
  [/^m/i, 'month'],
  [/^å/i, 'year'],
] as const;
const CJK_NUMBERS = {
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
const CJK_UNITS = [
  [/^[日天]/, 'day'],
  [/^(?:週|周|个?星期|個?星期|주)/, 'week'],
  [/月$/, 'month'],
  [/^年/, 'year'],
] as const;
const KO_UNITS = [
  [/^일/, 'day'],
  [/^주/, 'week'],
  [/^(?:달|개월)/, 'month'],
  [/^년/, 'year'],
] as const;

/** Phrases that chrono-node misses in other languages, by ISO 639-1 code. */
export const PHRASE_RULES: Readonly<Record<string, readonly DateRule[]>> = Object.freeze({
  de: [
    ...seasonsNamed(
      'frühling|frühjahr sommer herbst winter',
      'letzten|vergangenen|vorigen|letztes|vergangenes',
      'nächsten|kommenden|nächstes',
    ),
    monthsAlone('im|seit', DE_MONTHS),
    monthsNamed(DE_MONTHS),
    ...(
      [
        ['letztes wochenende|am letzten wochenende', 'weekend', -1],
        ['dieses wochenende', 'weekend', 0],
        ['vorgestern', 'day', -2],
      ] as const
    ).map(phrase),
  ],
  fr: [
    ...seasonsNamed(
      "printemps (?:l['’])?été (?:l['’])?automne (?:l['’])?hiver",
      'dernier|passé',
      'prochain',
    ),
    monthsAlone('en|depuis', FR_MONTHS),
    phrase(['ce week-?end', 'weekend', 0]),
    monthsNamed(FR_MONTHS),
    ...(
      [
        ['le week-?end dernier', 'weekend', -1],
        ['avant-hier', 'day', -2],
        ["l['’]an dernier|l['’]année dernière", 'year', -1],
      ] as const
    ).map(phrase),
    backBy(
      `(?<!\\p{L})il y a (?<n>\\d{1,3}|${Object.keys(FR_NUMBERS).join('|')}) (?<unit>jours?|semaines?|mois|ans?|années?)(?!\\p{L})`,
      FR_NUMBERS,
      [[/^j/i, 'day'], ...ROMANCE_UNITS],
    ),
  ],
  es: [
    ...seasonsNamed('primavera verano otoño invierno', '(?:el )?pasad[oa]', 'próxim[oa]|que viene'),
    monthsAlone('en|desde', ES_MONTHS),
    phrase(['este fin de semana', 'weekend', 0]),
    monthsNamed(ES_MONTHS),
    ...(
      [
        ['(?:la )?semana pasada', 'week', -1],
        ['esta semana', 'week', 0],
        ['(?:la )?(?:próxima semana|semana que viene)', 'week', 1],
        ['(?:el )?mes pasado', 'month', -1],
        ['este mes', 'month', 0],
        ['(?:el )?(?:próximo mes|mes que viene)', 'month', 1],
        ['(?:el )?año pasado', 'year', -1],
        ['este año', 'year', 0],
        ['(?:el )?(?:próximo año|año que viene)', 'year', 1],
        ['anteayer|antes de ayer', 'day', -2],
        ['pasado mañana', 'day', 2],
        ['(?:el )?fin de semana pasado', 'weekend', -1],
      ] as const
    ).map(phrase),
    backBy(
      '(?<!\\p{L})hace (?<n>\\d{1,3}|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (?<unit>días?|semanas?|mes(?:es)?|años?)(?!\\p{L})',
      ES_NUMBERS,
      ROMANCE_UNITS,
    ),
  ],
  it: [
    ...seasonsNamed(
      "primavera (?:l['’])?estate (?:l['’])?autunno (?:l['’])?inverno",
      'scors[oa]|passat[oa]',
      'prossim[oa]',
    ),
    monthsAlone('a|in|da', IT_MONTHS),
    monthsNamed(IT_MONTHS),
    ...(
      [
        ["l['’]altro ieri", 'day', -2],
        ["l['’]anno scorso", 'year', -1],
        ['il mese scorso', 'month', -1],
        ['(?:il )?weekend scorso|(?:lo )?scorso weekend', 'weekend', -1],
      ] as const
    ).map(phrase),
  ],
  pt: [
    ...seasonsNamed('primavera verão outono inverno', 'passad[oa]', 'próxim[oa]|que vem'),
    monthsAlone('em|desde', PT_MONTHS),
    phrase(['(?:o |no )?(?:fim de semana|fds) passado', 'weekend', -1]),
    monthsNamed(PT_MONTHS),
    ...(
      [
        ['(?:a |na )?semana passada', 'week', -1],
        ['esta semana', 'week', 0],
        ['(?:a |na )?(?:próxima semana|semana que vem)', 'week', 1],
        ['(?:o |no )?mês passado', 'month', -1],
        ['(?:o |no )?(?:próximo mês|mês que vem)', 'month', 1],
        ['(?:o |no )?ano passado', 'year', -1],
        ['(?:o |no )?(?:próximo ano|ano que vem)', 'year', 1],
        ['anteontem', 'day', -2],
      ] as const
    ).map(phrase),
    backBy(
      '(?<!\\p{L})(?:em|daqui a) (?<n>\\d{1,3}|uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez) (?<unit>dias?|semanas?|mês|meses|anos?)(?!\\p{L})',
      PT_NUMBERS,
      ROMANCE_UNITS,
      1,
    ),
    backBy(
      '(?<!\\p{L})há (?<n>\\d{1,3}|uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez) (?<unit>dias?|semanas?|mês|meses|anos?)(?!\\p{L})',
      PT_NUMBERS,
      ROMANCE_UNITS,
    ),
    backBy(
      '(?<!\\p{L})(?<n>\\d{1,3}|uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez) (?<unit>dias?|semanas?|mês|meses|anos?) atrás(?!\\p{L})',
      PT_NUMBERS,
      ROMANCE_UNITS,
    ),
  ],
  sv: [
    ...(
      [
        ['förra veckan', 'week', -1],
        ['(?:den här|denna) veckan?', 'week', 0],
        ['nästa vecka', 'week', 1],
        ['förra månaden', 'month', -1],
        ['nästa månad', 'month', 1],
        ['förra året|i fjol', 'year', -1],
        ['nästa år', 'year', 1],
        ['i förrgår', 'day', -2],
        ['förra helgen', 'weekend', -1],
      ] as const
    ).map(phrase),
    backBy(
      `(?<!\\p{L})för (?<n>\\d{1,3}|${Object.keys(SV_NUMBERS).join('|')}) (?<unit>dag(?:ar)?|veck(?:a|or)|månad(?:er)?|år) sedan(?!\\p{L})`,
      SV_NUMBERS,
      SV_UNITS,
    ),
  ],
  nl: [
    ...seasonsNamed(
      'lente|voorjaar zomer herfst|najaar winter',
      'vorige|vorig|afgelopen',
      'volgende|komende',
    ),
    monthsAlone('in|sinds', NL_MONTHS),
    phrase(['dit weekend', 'weekend', 0]),
    monthsNamed(NL_MONTHS),
    ...(
      [
        ['eergisteren', 'day', -2],
        ['vorig jaar|afgelopen jaar', 'year', -1],
        ['vorig weekend|afgelopen weekend', 'weekend', -1],
      ] as const
    ).map(phrase),
  ],
  ja: [
    japaneseWeekday,
    ...(
      [
        ['先週末', 'weekend', -1],
        ['先週', 'week', -1],
        ['今週', 'week', 0],
        ['来週', 'week', 1],
        ['先月', 'month', -1],
        ['今月', 'month', 0],
        ['来月', 'month', 1],
        ['去年|昨年', 'year', -1],
        ['今年', 'year', 0],
        ['来年', 'year', 1],
        ['一昨日|おととい', 'day', -2],
        ['明後日|あさって', 'day', 2],
      ] as const
    ).map(inRun),
    backBy(
      '(?<n>\\d{1,3}|[一二三四五六七八九十]) ?(?<unit>日|週間?|[かヶカケ]月|年)前',
      CJK_NUMBERS,
      CJK_UNITS,
    ),
  ],
  zh: [
    ...(
      [
        ['上(?:个|個)?(?:周末|週末)', 'weekend', -1],
        ['上(?:个|個)?(?:周|週|星期|礼拜)(?![一二三四五六日天末])', 'week', -1],
        ['[这這本](?:个|個)?(?:周|週|星期)(?![一二三四五六日天末])', 'week', 0],
        ['下(?:个|個)?(?:周|週|星期)(?![一二三四五六日天末])', 'week', 1],
        ['上(?:个|個)?月', 'month', -1],
        ['[这這本](?:个|個)?月', 'month', 0],
        ['下(?:个|個)?月', 'month', 1],
        ['去年', 'year', -1],
        ['今年', 'year', 0],
        ['明年', 'year', 1],
        ['前天', 'day', -2],
        ['[后後]天', 'day', 2],
      ] as const
    ).map(inRun),
    backBy(
      '(?<n>\\d{1,3}|[一二两兩三四五六七八九十]) ?(?<unit>天|日|周|週|[个個]?星期|[个個]月|年)[之以]?前',
      CJK_NUMBERS,
      CJK_UNITS,
    ),
  ],
  ko: [
    ...(
      [
        ['그저께|그제', 'day', -2],
        ['어제', 'day', -1],
        ['오늘', 'day', 0],
        ['내일', 'day', 1],
        ['지난 ?주말', 'weekend', -1],
        ['지난 ?주', 'week', -1],
        ['이번 ?주', 'week', 0],
        ['다음 ?주', 'week', 1],
        ['지난 ?달', 'month', -1],
        ['이번 ?달', 'month', 0],
        ['다음 ?달', 'month', 1],
        ['작년|지난해', 'year', -1],
        ['올해', 'year', 0],
        ['내년', 'year', 1],
      ] as const
    ).map(inRun),
    backBy('(?<n>\\d{1,3}) ?(?<unit>일|주일?|달|개월|년) ?전', {}, KO_UNITS),
  ],
});
