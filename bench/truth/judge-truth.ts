import type { KnownVerdict } from '../../packages/core/src/domain/recollection.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import type { Figures } from '../talk/figures.js';
import { askingOf, type TalkQuestion } from '../talk/talk.js';

/** Results that are looked at, and among how many of them a former value must stand. */
const SHOWN = 10;
const FIRST = 3;

/** One result: the turns behind it, and whether it is given as holding now. */
export interface GivenResult {
  readonly turns: readonly string[];
  readonly validity: string;
  readonly text: string;
}

export interface JudgedQuestion {
  readonly question: TalkQuestion;
  readonly results: readonly GivenResult[];
  readonly known: KnownVerdict;
  /** What was wrong, in words; empty for a right answer. */
  readonly faults: readonly string[];
}

/** What a question of each kind must come out with. */
type Rule = (question: TalkQuestion, answer: Pick<JudgedQuestion, 'results' | 'known'>) => string[];

const whole: Rule = ({ evidence, stale }, { results }) => [
  ...evidence
    .filter((turn) => !results.some(({ turns }) => turns.includes(turn)))
    .map((turn) => `lacks ${turn}`),
  ...asHolding(stale, evidence, results),
];

const unknown: Rule = (_, { known }) => (known === 'known' ? ['is called known'] : []);

const RULES: Readonly<Record<string, Rule>> = {
  cascade: whole,
  tracking: whole,
  aggregate: whole,
  untouched: whole,
  absence: (question, answer) => [
    ...unknown(question, answer),
    ...asHolding(question.stale, question.evidence, answer.results),
  ],
  deletion: (question, answer) => [
    ...unknown(question, answer),
    ...question.stale
      .filter((turn) => answer.results.some(({ turns }) => turns.includes(turn)))
      .map((turn) => `gives ${turn}, which was taken back`),
  ],
  past: ({ evidence }, { results }) =>
    results.slice(0, FIRST).some(({ turns }) => turns.some((turn) => evidence.includes(turn)))
      ? []
      : [`lacks ${evidence.join(' or ')} among the first ${FIRST}`],
  never: unknown,
};

/** `unread` is what nobody has looked at: nothing says that it no longer holds. */
const HOLDING: ReadonlySet<string> = new Set(['current', 'unread']);

/** Outdated turns that a result gives as holding, unless it gives an answer with them. */
function asHolding(
  stale: readonly string[],
  evidence: readonly string[],
  results: readonly GivenResult[],
): string[] {
  return stale
    .filter((turn) =>
      results.some(
        ({ turns, validity }) =>
          HOLDING.has(validity) &&
          turns.includes(turn) &&
          !turns.some((each) => evidence.includes(each)),
      ),
    )
    .map((turn) => `gives ${turn} as holding`);
}

/** Asks a question at its moment, and holds the first ten results against what its kind asks for. */
export async function judgeQuestion(
  question: TalkQuestion,
  memory: Mneme,
): Promise<JudgedQuestion> {
  const {
    results: found,
    why: { known },
  } = await memory.recall({
    ...askingOf(question),
    limit: SHOWN,
    expand: false,
    fields: ['content', 'provenance', 'validity', 'note'],
  });
  const results = found.map(({ content, evidence, validity, note }): GivenResult => ({
    turns: (note === undefined ? evidence : note.turns).flatMap(({ turn }) => turn ?? []),
    validity,
    text: content,
  }));
  return judgeAnswer(question, { results, known: known.verdict });
}

/** Holds the first ten results of any memory against what the question's kind asks for. */
export function judgeAnswer(
  question: TalkQuestion,
  answer: Pick<JudgedQuestion, 'results' | 'known'>,
): JudgedQuestion {
  const rule = RULES[question.category];
  return {
    question,
    ...answer,
    faults: rule === undefined ? [`no rule judges ${question.category}`] : rule(question, answer),
  };
}

/** Share of right answers, over all and by kind. */
export function truthFigures(judged: readonly JudgedQuestion[]): Figures {
  const right = (of: readonly JudgedQuestion[]): number =>
    of.filter(({ faults }) => faults.length === 0).length / of.length;
  const kinds = [...new Set(judged.map(({ question }) => question.category))].sort();
  return {
    right: right(judged),
    ...Object.fromEntries(
      kinds.map((kind) => [kind, right(judged.filter((each) => each.question.category === kind))]),
    ),
  };
}

/** Letters of a text in one line. */
const LONGEST = 150;

/** What was answered wrongly, in lines for people. */
export function tellTruthFaults(
  judged: readonly JudgedQuestion[],
  inWords: (turn: string) => string,
): string[] {
  return judged
    .filter(({ faults }) => faults.length > 0)
    .map(({ question, results, known, faults }) =>
      [
        `${question.category}: ${question.text} (${known})`,
        ...faults.map((fault) => `  ${fault}`),
        ...question.evidence.map((turn) => `  answered by ${inWords(turn)}`),
        ...question.stale.map((turn) => `  outdated: ${inWords(turn)}`),
        ...results
          .filter(({ turns }) =>
            turns.some((turn) => [...question.evidence, ...question.stale].includes(turn)),
          )
          .map(
            ({ turns, validity, text }) =>
              `  given, ${validity}: ${turns.join(', ')} ${text.replace(/\s+/g, ' ').slice(0, LONGEST)}`,
          ),
      ].join('\n'),
    );
}
