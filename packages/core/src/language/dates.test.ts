import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../domain/time.js';
import { readDates } from './dates.js';
import { detectLanguage } from './detect-language.js';
import { describeInterval } from './calendar.js';

/** A Wednesday. */
const WEDNESDAY = Date.UTC(2023, 4, 10, 15, 30);
const read = (text: string, language = 'en', at = WEDNESDAY) => readDates(text, at, language);
const told = (text: string, language = 'en', at = WEDNESDAY) =>
  read(text, language, at).map(({ from, to, precision }) => describeInterval(from, to, precision));

describe('readDates, from the moment of saying', () => {
  it.each([
    ['I saw her yesterday.', '9 May 2023'],
    ['I have been in charge since the first of August.', '1 August 2022'],
    ['The party is on the twenty-second of June.', '22 June 2023'],
    ['We married on June first.', '1 June 2023'],
    ['I saw Rome three summers ago.', 'summer 2020'],
    ['Two winters ago it snowed.', 'winter 2021'],
    ['See you tonight!', '10 May 2023'],
    ['Last night was fun.', '9 May 2023'],
    ['We leave tomorrow morning.', '11 May 2023'],
    ['the day before yesterday', '8 May 2023'],
    ['the day after tomorrow', '12 May 2023'],
    ['three days ago', '7 May 2023'],
    ['two weeks ago', 'week of 24 April 2023'],
    ['a couple of months ago', 'March 2023'],
    ['a few years ago', '2019 to 2021'],
    ['a year and a half ago', 'November 2021'],
    ['ten minutes ago', '10 May 2023 15:20'],
    ['last week', 'week of 1 May 2023'],
    ['last weekend', 'weekend of 6 May 2023'],
    ['the weekend before last', 'weekend of 29 April 2023'],
    ['We hiked this weekend.', 'weekend of 6 May 2023'],
    ["We'll hike this weekend.", 'weekend of 13 May 2023'],
    ['next month', 'June 2023'],
    ['last year', '2022'],
    ['last summer', 'summer 2022'],
    ['this summer', 'summer 2023'],
    ['next fall', 'autumn 2023'],
    ['last winter', 'winter 2022'],
    ['We leave in three days.', '13 May 2023'],
    ["in two weeks' time", 'week of 22 May 2023'],
    ['We moved back in March.', 'March 2023'],
    ['My knee needs an operation, it is on 5 August at the Royal United.', '5 August 2023'],
    ['I have been training for the half marathon, which is on 16 March.', '16 March 2024'],
    ['I met my cousin at the Royal United in March.', 'March 2023'],
    ['The wedding has been moved to 26 January, because the venue flooded.', '26 January 2024'],
    ['We got the venue and have postponed the launch party to 3 May.', '3 May 2024'],
    ['The exam was moved to 12 June.', '12 June 2023'],
    ['The exam was moved to 12 April in the end.', '12 April 2023'],
    ["We're moving in March.", 'March 2024'],
    ['the end of the month', 'late May 2023'],
    ['over the past two weeks', '26 April 2023 to 10 May 2023'],
    ['last Christmas', '25 December 2022'],
    ['two Fridays ago', '28 April 2023'],
    ['3 years back', '2020'],
    ['2 wks ago', 'week of 24 April 2023'],
    ['3 mos ago', 'February 2023'],
    ['twenty-five years ago', '1998'],
    ['a hundred years ago', '1923'],
    ['two and a half years ago', 'November 2020'],
    ['a year ago today', '10 May 2022'],
    ['a fortnight ago', 'week of 24 April 2023'],
    ['the week before last', 'week of 24 April 2023'],
    ["I'll be there in an hour.", '10 May 2023 16:00'],
    ['I left at noon.', '10 May 2023 12:00'],
    ['See you at noon tomorrow!', '11 May 2023 12:00'],
    ['We hiked over the weekend.', 'weekend of 6 May 2023'],
    ['over the weekend', 'weekend of 13 May 2023'],
    ['We met at Christmas.', '25 December 2022'],
    ["We're going home for Christmas.", '25 December 2023'],
    ['Christmas', '25 December 2022'],
    ["on New Year's Eve", '31 December 2022'],
    ["We'll dance on New Year's Eve.", '31 December 2023'],
    ['this Thanksgiving', '23 November 2023'],
    ['last Memorial Day', '30 May 2022'],
    ['the 5th of May', '5 May 2023'],
    ['We met on March 5.', '5 March 2023'],
    ['we met on march 5', '5 March 2023'],
    ['We went in August.', 'August 2022'],
    ['next May', 'May 2024'],
  ])('%s', (text, period) => {
    expect(told(text)).toEqual([period]);
    expect(read(text)[0]?.relative).toBe(true);
  });
});

describe('readDates, days and weeks of a month in words', () => {
  it.each([
    ['They sailed from the third to the fifth of May 2021.', '3 May 2021 to 5 May 2021'],
    ['It is on March the twenty first, 2026.', '21 March 2026'],
    ['We met in the first week of October 2023.', 'week of 2 October 2023'],
    ['We met in the last week of October 2023.', 'week of 23 October 2023'],
    ['We met in the first week of January 2022.', 'week of 3 January 2022'],
    ['We met in the first week of June 2025.', 'week of 2 June 2025'],
  ])('%s', (text, period) => expect(told(text)).toEqual([period]));

  it.each([
    'She was the second of April’s guests.',
    "The first of May's wages",
    'June second graders sang.',
    'First of all, March on!',
    'May the fourth be with you.',
  ])('%s is no date', (text) => expect(told(text)).toEqual([]));
});

describe('readDates, weekdays', () => {
  it.each([
    ['last Tuesday', '2 May 2023'],
    ['last Monday', '8 May 2023'],
    ['last Wednesday', '3 May 2023'],
    ['next Thursday', '18 May 2023'],
    ['next Friday', '12 May 2023'],
    ['this past Tuesday', '9 May 2023'],
    ['We met on Tuesday.', '9 May 2023'],
    ["We'll meet on Tuesday.", '16 May 2023'],
    ['We were going to meet on Friday.', '5 May 2023'],
    ['See you Monday!', '15 May 2023'],
    ['on Sat we went out', '6 May 2023'],
    ['on wed', '17 May 2023'],
    ['Friday the 5th', '5 May 2023'],
    ["We'll meet on Friday the 2nd.", '2 June 2023'],
    ['the Friday before last', '28 April 2023'],
    ['a week ago Tuesday', '2 May 2023'],
    ['two weeks ago on Friday', '28 April 2023'],
    ['a week from Monday', '22 May 2023'],
    ['Dinner is at 7 a week from Monday.', '22 May 2023'],
    ['Her wage is 130 a day from today.', '10 May 2023'],
    ['The room is 1,300.50 a week from Monday.', '15 May 2023'],
    ['It costs 3 euros a day from tomorrow.', '11 May 2023'],
    ['from Monday to Friday', '15 May 2023 to 19 May 2023'],
    ['We camped from Friday to Sunday.', '5 May 2023 to 7 May 2023'],
    ['the Friday of last week', '5 May 2023'],
    ['this Friday', '12 May 2023'],
    ['this Tuesday', '16 May 2023'],
    ['next Wednesday', '17 May 2023'],
    ['last Friday at 3pm', '5 May 2023 15:00'],
    ['3:30 pm on Friday', '12 May 2023 15:30'],
  ])('%s', (text, period) => expect(told(text)).toEqual([period]));

  it.each([
    ['every Tuesday', 16],
    ['daily', 10],
    ['We meet weekly.', 10],
    ['on Sundays', 14],
    ['on Wednesdays', 10],
    ['each month', 10],
    ['twice a week', 10],
    ['every other Friday night', 12],
  ])('gives what comes again and again its next day: %s', (text, day) => {
    expect(read(text)).toMatchObject([
      { recurring: true, from: Date.UTC(2023, 4, day), to: Date.UTC(2023, 4, day + 1) },
    ]);
  });
});

describe('readDates, by the calendar', () => {
  it.each([
    ['I went there in 2019.', '2019'],
    ['since 2016', '2016'],
    ['the summer of 2021', 'summer 2021'],
    ['March 2020', 'March 2020'],
    ['the 90s', 'the 1990s'],
    ['the 1980s', 'the 1980s'],
    ['2023-07-05', '5 July 2023'],
    ['5/7/2023', '7 May 2023'],
    ['25/12/2022', '25 December 2022'],
    ['the 5th of July 2021', '5 July 2021'],
    ['July 5-7, 2022', '5 July 2022 to 7 July 2022'],
    ['Tuesday, July 5th 2022 at 3:30 pm', '5 July 2022 15:30'],
    ['between 2016 and 2019', '2016 to 2019'],
    ['from 2019 to 2021', '2019 to 2021'],
    ['the sixties', 'the 1960s'],
    ['the fifties', 'the 1950s'],
    ['in 1850', '1850'],
    ['05/2023', 'May 2023'],
    ['march 5 2022', '5 March 2022'],
    ['May 7, 2023', '7 May 2023'],
    ['winter of 2021', 'winter 2021'],
    ['the Friday before 22 October 2023', '20 October 2023'],
    ['The sunday before 25 May 2023', '21 May 2023'],
    ['the Monday after 25 May 2023', '29 May 2023'],
    ['the week before 9 June 2023', 'week of 29 May 2023'],
    ['the week of 1 May 2023', 'week of 1 May 2023'],
    ['the weekend after 17 July 2023', 'weekend of 22 July 2023'],
    ['two weekends before 17 July 2023', 'weekend of 8 July 2023'],
    ['three days after 1 March 2024', '4 March 2024'],
    ['the day before Easter 2023', '8 April 2023'],
    ['the last day of February 2024', '29 February 2024'],
    ['the year after 2019', '2020'],
    ['from May to July 2022', 'May 2022 to July 2022'],
    ['Q3 2022', '1 July 2022 to 30 September 2022'],
    ['Thanksgiving 2022', '24 November 2022'],
    ['the first Thursday of December 2026', '3 December 2026'],
    ['on the last Friday in May 2024', '31 May 2024'],
    ['Easter 2023', '9 April 2023'],
    ['2023-05-01T10:30:00+02:00', '1 May 2023 08:30'],
  ])('%s', (text, period) => {
    expect(told(text)).toEqual([period]);
    expect(read(text)[0]).toMatchObject({ relative: false, approximate: false });
  });

  it.each([
    ['early 2022', 'early 2022'],
    ['mid-2022', 'mid 2022'],
    ['late 2022', 'late 2022'],
    ['the early 90s', 'the early 1990s'],
    ['the beginning of May', 'early May 2023'],
    ['the end of last year', 'late 2022'],
  ])('%s is approximate', (text, period) => {
    expect(told(text)).toEqual([period]);
    expect(read(text)[0]?.approximate).toBe(true);
  });

  it('lets the rest of the month begin today', () => {
    expect(read('the rest of the month')).toMatchObject([
      { from: Date.UTC(2023, 4, 10), to: Date.UTC(2023, 5, 1), approximate: true },
    ]);
  });

  it('gives a date no finer than it was said', () => {
    expect(read('in 2019')).toMatchObject([
      { from: Date.UTC(2019, 0, 1), to: Date.UTC(2020, 0, 1), precision: 'year' },
    ]);
  });
});

describe('readDates, what is no date', () => {
  it.each([
    'I slept for two hours.',
    'three years',
    'I may go.',
    'They march on.',
    'The sun is up.',
    'Wait a second.',
    '2 cats',
    'version 3.12 and 2.10.3',
    'It cost $2019 or 2,019 euros.',
    'Call 555-2019 or 020 2019 2020.',
    '2000 people came',
    'I walked 2000 steps.',
    'in her 20s',
    'room 2012',
    'Windows 2000',
    'ISO 8601-1:2019',
    'I fall asleep.',
    'April came by.',
    'May I ask?',
    'on the 5th floor',
    '3/4 cup',
    '1/2',
    'He is 25 years old.',
    'I finished it in three days.',
    'for two hours',
    'I sat down.',
    'the second one',
    'spring onions',
    'I will march',
    'mon ami',
    '3.12',
    'It cost $20.50.',
    'my daily life',
    'We drove 60 miles in an hour.',
    'We usually eat at noon.',
    'Christmas tree',
    'I love Christmas.',
    'Merry Christmas!',
    'Friday the 13th',
    'I walked 1850 steps.',
    'we march 5 miles',
    'Black Friday',
    'tough times last',
    'what comes next',
    '2023-02-30',
    '31/02/2023',
  ])('%s', (text) => expect(read(text)).toEqual([]));
});

describe('readDates, other languages', () => {
  it.each([
    ['de', 'Wir waren letzten Dienstag im Kino.', '2 May 2023'],
    ['de', 'vor zwei Wochen', 'week of 24 April 2023'],
    ['de', 'im März 2020', 'March 2020'],
    ['de', '5.7.2023', '5 July 2023'],
    ['fr', 'la semaine dernière', 'week of 1 May 2023'],
    ['fr', 'mardi dernier', '2 May 2023'],
    ['fr', 'en 2019', '2019'],
    ['es', 'hace tres días', '7 May 2023'],
    ['es', 'el martes pasado', '2 May 2023'],
    ['it', 'ieri sera', '9 May 2023'],
    ['pt', '5 de julho de 2023', '5 July 2023'],
    ['nl', 'vorige week', 'week of 1 May 2023'],
    ['sv', 'igår', '9 May 2023'],
    ['ru', 'на прошлой неделе', 'week of 1 May 2023'],
    ['ja', '先週', 'week of 1 May 2023'],
    ['zh', '去年', '2022'],
    ['ko', '2023년 7월 5일', '5 July 2023'],
    ['fr', 'le 5/7/2023', '5 July 2023'],
    ['de', 'im Mai', 'May 2023'],
    ['de', 'im Sommer 2021', 'summer 2021'],
    ['de', 'letzten Winter', 'winter 2022'],
    ['fr', "l'été dernier", 'summer 2022'],
    ['fr', 'ce week-end', 'weekend of 13 May 2023'],
    ['es', 'el verano pasado', 'summer 2022'],
    ['es', 'en mayo', 'May 2023'],
    ['pt', 'em duas semanas', 'week of 22 May 2023'],
    ['pt', 'o fim de semana passado', 'weekend of 6 May 2023'],
    ['nl', 'vandaag', '10 May 2023'],
    ['nl', 'drie dagen geleden', '7 May 2023'],
    ['nl', 'afgelopen zomer', 'summer 2022'],
    ['it', "l'estate scorsa", 'summer 2022'],
    ['ja', '三日前', '7 May 2023'],
    ['ja', '2023年5月7日', '7 May 2023'],
    ['ja', '先週の土曜日に', '6 May 2023'],
    ['ja', '来週の月曜に', '15 May 2023'],
    ['fr', 'il y a trois jours', '7 May 2023'],
    ['pt', 'três semanas atrás', 'week of 17 April 2023'],
    ['sv', 'förra veckan', 'week of 1 May 2023'],
    ['sv', 'för två år sedan', '2021'],
  ])('%s: %s', (language, text, period) => expect(told(text, language)).toEqual([period]));
});

describe('readDates, the morning in other languages', () => {
  it.each([
    ['es', 'Corro por la mañana antes del trabajo.', []],
    ['es', 'Una mañana vi un zorro.', []],
    ['es', 'Me levanto a las 8 de la mañana.', ['10 May 2023 08:00']],
    ['es', 'El lunes por la mañana tengo clase.', ['8 May 2023']],
    ['es', 'Nos vemos mañana por la mañana.', ['11 May 2023']],
    ['es', 'Hasta mañana, y buen viaje.', ['11 May 2023']],
    ['es', 'Pasado mañana viajamos a Sevilla.', ['12 May 2023']],
    ['de', 'Jeden Morgen trinke ich Kaffee.', []],
    ['de', 'Ich laufe am frühen Morgen.', []],
    ['de', 'Morgen früh um acht geht es los.', ['11 May 2023']],
    ['de', 'Heute Morgen hat es geregnet.', ['10 May 2023']],
    ['nl', 'In de morgen werk ik thuis.', []],
    ['nl', 'Ik ga morgen naar Utrecht.', ['11 May 2023']],
    ['fr', 'Je cours le matin.', []],
    ['fr', 'Demain matin je pars.', ['11 May 2023']],
    ['pt', 'Corro de manhã.', []],
    ['it', 'Domani mattina parto.', ['11 May 2023']],
  ])('%s: %s is %j', (language, text, expected) => expect(told(text, language)).toEqual(expected));
});

describe('readDates, numbers with a hyphen in other languages', () => {
  it.each([
    ['es', 'Llama al 06-1234 para el fontanero.', []],
    ['de', 'Aktenzeichen 06-1234 liegt beim Amt.', []],
    ['de', 'Zimmer 12-14 ist frei.', []],
    ['nl', 'Bel 06-12345678 voor de loodgieter.', []],
    ['de', 'Wir treffen uns um 14 Uhr.', ['10 May 2023 14:00']],
    ['de', 'Das Amt hat von 9-17 Uhr auf.', ['10 May 2023 09:00']],
    ['fr', 'Le vol part à 6h30.', ['10 May 2023 06:30']],
  ])('%s: %s is %j', (language, text, expected) => expect(told(text, language)).toEqual(expected));
});

describe('readDates, durations in other languages', () => {
  it.each([
    ['fr', 'pendant deux heures'],
    ['es', 'durante dos horas'],
    ['de', 'zwei Stunden lang'],
    ['constructor', 'hier'],
  ])('%s: %s is no date', (language, text) => expect(read(text, language)).toEqual([]));
});

describe('readDates, always', () => {
  const pieces = [
    'yesterday',
    'last',
    'next',
    'Tuesday',
    'May',
    'may',
    '5',
    '5th',
    'of',
    '2019',
    'in',
    'two',
    'weeks',
    'ago',
    'the',
    '90s',
    'early',
    'at',
    '3pm',
    '12/25/22',
    'every',
    'Christmas',
    'summer',
    '-',
    ',',
    'to',
    'from',
    'a few',
    'weekend',
    'on',
    'over',
    'past',
    '2023-05-01',
    'half a year',
    'by',
    '9999',
    '31',
    'before',
    'from',
    'Monday',
    'noon',
    'Friday the',
    'week of',
    'day after',
    'three days',
    'last day of',
    'today',
    'Easter',
  ];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((words) => words.join(' ')),
  );
  const anyMoment = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2099, 0, 1) });

  it('gives periods with a length, at their place in the text, in order and apart', () => {
    fc.assert(
      fc.property(
        anyText,
        anyMoment,
        fc.constantFrom('en', 'de', 'zh', 'es', 'xx'),
        (text, at, language) => {
          let last = 0;
          for (const mention of readDates(text, at, language)) {
            expect(
              Number.isInteger(mention.from) &&
                Number.isInteger(mention.to) &&
                mention.from < mention.to,
            ).toBe(true);
            expect(mention.start).toBeGreaterThanOrEqual(last);
            expect(text.slice(mention.start, mention.end)).toBe(mention.text);
            expect(describeInterval(mention.from, mention.to, mention.precision)).not.toMatch(
              /undefined|NaN/,
            );
            last = mention.end;
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('moves with the moment of saying, week by week', () => {
    const texts = [
      'yesterday',
      'last Friday',
      'next Monday at noon',
      'three days ago',
      'tomorrow',
      'We met on Sunday.',
      'this past Tuesday',
      'in five days',
      'last week',
      'next weekend',
      'two weeks ago',
      'a week from Monday',
      'a week ago Tuesday',
      'the Friday of last week',
      'from Monday to Friday',
      'at noon',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        anyMoment,
        fc.integer({ min: 1, max: 60 }),
        (text, at, weeks) => {
          const shift = weeks * 7 * DAY;
          const moved = readDates(text, at + shift).map(({ from, to }) => [
            from - shift,
            to - shift,
          ]);
          expect(moved).toEqual(readDates(text, at).map(({ from, to }) => [from, to]));
        },
      ),
    );
  });

  it('reads the longest texts through', () => {
    const fill = (part: string) => part.repeat(Math.floor(65_536 / part.length));
    for (const part of [' ', '\n', '1', 'a', 'last ', 'the the ', '2019-', '漢', '- '])
      expect(read(fill(part))).toEqual([]);
    expect(read(fill('in two days ')).length).toBeGreaterThan(1_000);
    expect(read(fill(' '), 'de')).toEqual([]);
    expect(read(`${fill('a ').slice(0, 60_000)} gestern`, 'de')).toHaveLength(1);
  });
});

describe('readDates, time as it was meant', () => {
  const days = (text: string, at: string) =>
    readDates(text, Date.parse(at)).map(({ from, to, recurring }) =>
      [
        new Date(from).toISOString().slice(0, 10),
        ...(to - from > DAY ? [new Date(to).toISOString().slice(0, 10)] : []),
        ...(recurring ? ['recurring'] : []),
      ].join(' '),
    );

  it.each([
    ['2026-03-10', 'I registered for the city run, October 4. Wish me luck', '2026-10-04'],
    ['2026-03-10', 'I signed up on October 4.', '2025-10-04'],
    ['2026-03-15', 'The demo is moved: it is now March 26 at 9:00.', '2026-03-26'],
    ['2026-10-12', 'The exam got pushed to February 3.', '2027-02-03'],
    ['2026-10-12', 'The exam was moved from October 20 to November 3.', '2026-10-20', '2026-11-03'],
    ['2026-10-20', 'We moved the call from Tuesday to Thursday.', '2026-10-13', '2026-10-22'],
  ])('what is arranged lies ahead: %s: %s', (at, text, ...expected) => {
    expect(days(text, `${at}T15:00:00Z`)).toEqual(expected);
  });

  it.each([
    ['2026-05-29', 'The dentist moved me to Tuesday 9 June', '2026-06-09'],
    ['2026-05-29', 'The dentist moved my cleaning to 9 June', '2026-06-09'],
    ['2026-03-04', 'I want the open beta out on June 12', '2026-06-12'],
    ['2026-03-04', 'We wanted the open beta out by June 12 and now it slips', '2026-06-12'],
    ['2026-09-10', 'signed me for the exam, 5 December', '2026-12-05'],
    ['2026-04-10', 'she signed me up for the exam on 5 December', '2026-12-05'],
    ['2026-03-19', 'Probate application to be filed by 27 March', '2026-03-27'],
    ['2026-05-28', 'moved one week, Fri 5 June, ten am', '2026-06-05'],
    ['2026-05-04', 'big news, we got the flat in Nowy Port, keys on 1 June', '2026-06-01'],
    ['2026-05-29', 'They gave us 9 June for the viewing', '2026-06-09'],
    ['2026-05-29', 'I got an appointment with the eye doctor on 9 June', '2026-06-09'],
    ['2026-05-29', 'Landed an interview at Tidewell for June 16', '2026-06-16'],
    ['2026-05-29', 'He told me 9 June, at ten', '2026-06-09'],
    ['2026-05-29', 'Mum picked 20 June for the party', '2026-06-20'],
    ['2026-05-29', 'I booked flights to Oslo, 3 August out', '2026-08-03'],
    ['2026-05-29', 'the hearing got pushed back to 30 September', '2026-09-30'],
    ['2026-05-29', 'The landlord extended the lease until 31 August', '2026-08-31'],
    ['2026-05-29', 'The lease was extended to 31 August', '2026-08-31'],
    ['2026-05-29', 'They rescheduled the scan: Thursday 18 June', '2026-06-18'],
    ['2026-05-29', 'Ordered the sofa, delivery 22 June', '2026-06-22'],
    ['2026-05-29', 'Applied for the grant, results on 15 July', '2026-07-15'],
    ['2026-05-29', 'The vet called, surgery is set for June 11', '2026-06-11'],
    ['2026-05-29', 'Sofia agreed to swap shifts with me on June 7', '2026-06-07'],
    ['2026-05-29', 'I promised Ben the report by June 10', '2026-06-10'],
    ['2026-05-29', 'My passport was renewed and expires 3 June', '2026-06-03'],
    ['2026-05-29', 'The vet confirmed 9 June', '2026-06-09'],
    ['2026-05-29', 'wedding will be held on 12 June', '2026-06-12'],
    ['2026-05-29', 'The invoice must be paid by 12 June', '2026-06-12'],
    ['2026-05-29', 'Trial got adjourned to 2 November', '2026-11-02'],
    ['2026-05-29', 'I enrolled in the pottery class that starts June 3', '2026-06-03'],
    ['2026-12-20', 'Dr Lee put me down for January 8', '2027-01-08'],
    ['2026-12-20', 'I bought tickets for 14 February', '2027-02-14'],
    ['2026-12-20', 'We decided on 2 January for the launch', '2027-01-02'],
    ['2026-05-29', 'They asked whether I could do 9 June', '2026-06-09'],
    ['2026-05-29', 'Our tenant gave notice for 30 June', '2026-06-30'],
    ['2026-05-29', 'my flight was changed to Wed 10 June', '2026-06-10'],
    ['2026-05-29', 'my flight was changed to 10 June (Wednesday)', '2026-06-10'],
    ['2026-05-29', 'the concert slides to 13 December, a Sunday', '2026-12-13'],
    ['2026-05-29', 'The dentist moved me to Tuesday', '2026-06-02'],
    ['2026-05-29', 'They rescheduled the scan for Thursday', '2026-06-04'],
    ['2026-04-14', 'Marsden is vacated on the 15th of June', '2026-06-15'],
    ['2026-04-14', 'Court rang: Marsden is off, new date 11 August', '2026-08-11'],
    ['2026-05-29', 'got the appointment moved to the 15th', '2026-06-15'],
    ['2026-10-28', 'a kayak lesson, booked for the 7th', '2026-11-07'],
    ['2026-04-28', 'cutover planned on Sunday 7 June, 2am', '2026-06-07'],
  ])('what was set, moved, booked or wanted lies ahead: %s: %s', (at, text, expected) => {
    expect(days(text, `${at}T10:00:00Z`)).toEqual([expected]);
  });

  it.each([
    ['2026-05-29', 'it was on Monday 9 June that we met', '2025-06-09'],
    ['2026-05-29', 'We met on Monday, June 9', '2025-06-09'],
    ['2026-05-29', 'We went to Rome on 9 June', '2025-06-09'],
    ['2026-05-29', 'I met Ana on June 9 at the fair', '2025-06-09'],
    ['2026-05-29', 'He died on 3 June', '2025-06-03'],
    ['2026-05-29', 'We moved to Leeds on 3 September', '2025-09-03'],
    ['2026-05-29', 'I moved on 3 September', '2025-09-03'],
    ['2026-05-29', 'We got the dog on 12 November', '2025-11-12'],
    ['2026-05-29', 'I booked on 14 May', '2026-05-14'],
    ['2026-05-29', 'I signed the contract on 2 April', '2026-04-02'],
    ['2026-05-29', 'The exam was moved to 12 April in the end', '2026-04-12'],
    ['2026-05-29', 'She told me on 20 December that she was leaving', '2025-12-20'],
    ['2026-05-29', 'I have been in charge since the first of August', '2025-08-01'],
    ['2026-05-29', 'The order was placed on 3 July and arrived on 10 July', '2025-07-03'],
    ['2026-05-29', 'We had the kitchen done, started 1 September', '2025-09-01'],
    ['2026-05-29', 'Our son was born on 30 June', '2025-06-30'],
    ['2026-05-29', 'The boiler broke down on 5 December', '2025-12-05'],
    ['2026-05-29', 'I gave a talk on 4 November', '2025-11-04'],
    ['2026-05-29', 'She sent the contract on 11 August', '2025-08-11'],
    ['2026-05-29', 'We played tennis on Tuesday', '2026-05-26'],
    ['2026-05-29', 'She agreed 430 a head from 2 June', '2026-06-02'],
    ['2026-05-29', 'He was ill from 2 April', '2026-04-02'],
  ])('what was done is past, up to a year: %s: %s', (at, text, expected) => {
    expect(days(text, `${at}T10:00:00Z`)[0]).toBe(expected);
  });

  it.each([
    [
      '2026-05-29',
      'Der Zahnarzt hat meinen Termin auf Dienstag, den 9. Juni verlegt',
      '2026-06-09',
    ],
    ['2026-04-10', 'Die Prüfung wurde auf den 5. Dezember verschoben', '2026-12-05'],
    ['2026-04-10', 'Ich habe mich für die Prüfung am 5. Dezember angemeldet', '2026-12-05'],
    ['2026-04-10', 'El examen se ha aplazado al 5 de diciembre', '2026-12-05'],
    ['2026-04-10', 'Le rendez-vous a été reporté au 5 décembre', '2026-12-05'],
    ['2026-04-10', 'Wir haben uns am 5. Dezember getroffen', '2025-12-05'],
    ['2026-04-10', 'Nos vimos el 5 de diciembre en Madrid con mi hermana', '2025-12-05'],
    ['2026-05-29', 'De tandarts heeft mijn afspraak verzet naar dinsdag 9 juni', '2026-06-09'],
    ['2026-03-04', 'Quiero la beta abierta el 12 de octubre', '2026-10-12'],
    ['2026-05-29', 'L’appuntamento dal dentista è stato spostato al 9 giugno', '2026-06-09'],
    ['2026-05-29', 'A consulta foi remarcada para 9 de junho', '2026-06-09'],
    ['2026-04-10', 'Vi möttes den 5 december', '2025-12-05'],
    ['2026-05-29', 'Tandläkaren flyttade mig till 9 juni', '2026-06-09'],
  ])('the same in other languages: %s: %s', (at, text, expected) => {
    const [first] = readDates(text, Date.parse(`${at}T10:00:00Z`), detectLanguage(text));
    expect(new Date(first?.from ?? 0).toISOString().slice(0, 10)).toBe(expected);
  });

  it.each([
    ['2026-05-06', 'They offered the studio to us, we take it from August 1.', '2026-08-01'],
    ['2026-07-06', 'He is here! Born on Thursday at 4 in the morning.', '2026-07-02'],
    ['2026-05-31', 'Handover on friday as planned.', '2026-05-29'],
    ['2026-06-22', 'A pipe burst in the hall on Saturday.', '2026-06-20'],
    ['2026-06-22', 'Can you cut the cake on Saturday?', '2026-06-27'],
  ])('the clause of the date tells its tense: %s: %s', (at, text, expected) => {
    expect(days(text, `${at}T15:00:00Z`)).toEqual([expected]);
  });

  it.each([
    [
      '2026-03-30',
      'Vera leaves at the end of april, Jo starts from may 2',
      '2026-04-30',
      '2026-05-02',
    ],
    ['2026-04-08', 'No sugar since the weekend.', '2026-04-04 2026-04-06'],
    ['2026-04-08', 'The sofa comes next week Thursday.', '2026-04-16'],
    ['2026-04-08', 'The sofa came last week Thursday.', '2026-04-02'],
    ['2026-10-20', 'Picking done, wednesday to friday, forty crates', '2026-10-14 2026-10-17'],
    [
      '2026-08-17',
      'The wedding is on November 14. We fly over that weekend.',
      '2026-11-14',
      '2026-11-14 2026-11-16',
    ],
    ['2026-07-05', 'Fair opened June 30, we set up the day before.', '2026-06-30', '2026-06-29'],
    ['2026-07-05', 'Fair opened June 30, it rained the day before we left', '2026-06-30'],
    ['2026-07-05', 'It rained that day.'],
  ])('days told by other days: %s: %s', (at, text, ...expected) => {
    expect(days(text, `${at}T15:00:00Z`)).toEqual(expected);
  });

  it.each([
    ['2026-10-15', 'The concert is on Sunday 18 October.', '2026-10-18'],
    ['2026-10-15', 'Our party was on Sunday 19 October.', '2025-10-19'],
    ['2026-03-15', 'Sunday 19 October', '2025-10-19'],
    // No 19 October in the near future is a Sunday: the date takes precedence over the weekday.
    ['2026-10-15', 'We will meet on Sunday 19 October.', '2026-10-19'],
  ])('a weekday agrees with its date: %s: %s', (at, text, expected) => {
    expect(days(text, `${at}T15:00:00Z`)).toEqual([expected]);
  });

  it.each([
    ['2026-10-12', 'Choir every Thursday', '2026-10-15 recurring'],
    ['2026-10-12', 'Choir on Mondays', '2026-10-12 recurring'],
    ['2026-10-12', 'Market every weekend', '2026-10-17 2026-10-19 recurring'],
  ])('a recurrence stays one and has its next day: %s: %s', (at, text, expected) => {
    expect(days(text, `${at}T15:00:00Z`)).toEqual([expected]);
  });
});
