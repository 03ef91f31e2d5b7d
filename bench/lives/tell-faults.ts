import { isoSecond } from '../../packages/core/src/domain/time.js';
import type { Asked } from '../talk/ask.js';
import { isRight } from './ask-verbs.js';
import type { MeasuredLife } from './measure-life.js';
import { wronglyClaimed } from './read-bank.js';
import { tellCaseFaults } from './tell-case-faults.js';

const FIRST = 3;
/** Letters of a text in one line. */
const LONGEST = 160;

/** What was answered, read or claimed wrongly, in lines for people. */
export function tellFaults(measured: MeasuredLife): string[] {
  const { life, reads, asked, claims, dates, notFacts, verbs, cases } = measured;
  const inWords = (turn: string): string =>
    `${turn} ${short(reads.get(turn)?.memory.content ?? '')}`;
  const day = (at: number): string => isoSecond(at).slice(0, 16);
  return [
    ...asked.flatMap((each) => questionFaults(each, inWords)),
    ...claims.listed
      .filter(({ right }) => !right)
      .map(
        ({ claim: { subject, slot, value, from } }) =>
          `claim missing: ${subject} | ${slot} | ${value} | ${day(from)}`,
      ),
    ...claims.told
      .filter(({ right }) => !right)
      .map(
        ({ claim: { subject, slot, value, from } }) =>
          `claim not listed: ${subject} | ${slot} | ${value} | ${from.map(day).join(', ')}`,
      ),
    ...dates
      .filter(({ right }) => !right)
      .map(({ date: { turn, phrase, from, to } }) => {
        const read = reads.get(turn)?.memory.dates ?? [];
        return [
          `date: “${phrase}” in ${inWords(turn)}`,
          `  is ${day(from)} to ${day(to)}`,
          ...read.map(
            (date) =>
              `  read “${date.text}” = ${day(date.from)} to ${day(date.to)}${date.recurring ? ', recurring' : ''}`,
          ),
        ].join('\n');
      }),
    ...life.notFacts
      .filter((_, at) => notFacts[at]?.claimed === true)
      .map((fact) =>
        [
          `no fact: ${fact.why}: ${inWords(fact.turn)}`,
          ...wronglyClaimed(fact, reads).map(
            ({ subject, slot, value }) => `  claimed ${subject} | ${slot} | ${value}`,
          ),
        ].join('\n'),
      ),
    ...verbs
      .filter((each) => !isRight(each))
      .map(({ verb, answer, missing, wrong }) =>
        [
          `verb ${verb.verb}: ${verb.input}`,
          ...missing.map((source) => `  lacks ${source}`),
          ...wrong.map((source) => `  has ${source}`),
          `  ${answer.slice(0, 4 * LONGEST)}`,
        ].join('\n'),
      ),
    ...(cases === null ? [] : tellCaseFaults(cases, inWords)),
  ];
}

function questionFaults(
  { question, ranked, known }: Asked,
  inWords: (turn: string) => string,
): string[] {
  const { text, category, evidence, stale, answerable } = question;
  const place = ranked.findIndex((turn) => evidence.includes(turn));
  const staleAt = ranked.findIndex((turn) => stale.includes(turn));
  const misplaced = evidence.length > 0 && (place < 0 || place >= FIRST);
  const outdated = staleAt >= 0 && (place < 0 || staleAt < place);
  const misjudged = known.verdict === (answerable ? 'unknown' : 'known');
  if (!misplaced && !outdated && !misjudged) return [];
  return [
    [
      `${category}: ${text}`,
      ...(misjudged ? [`  called ${known.verdict}, ${known.probability.toFixed(2)}`] : []),
      ...evidence.map((turn) => `  answered by ${inWords(turn)}`),
      ...ranked.slice(0, FIRST).map((turn, at) => `  ${at + 1}. ${inWords(turn)}`),
      ...(place < 0 || !misplaced ? [] : [`  the answer stands ${place + 1}.`]),
      ...(outdated ? [`  outdated, ${staleAt + 1}.: ${inWords(ranked[staleAt] ?? '')}`] : []),
    ].join('\n'),
  ];
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
