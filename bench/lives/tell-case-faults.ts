import { isVerdictRight, type JudgedCases } from './judge-cases.js';

type InWords = (turn: string) => string;

/** Which cases came out wrong, in lines for people. */
export function tellCaseFaults(judged: JudgedCases, inWords: InWords): string[] {
  return [
    ...judged.tasks.flatMap(({ task, budget, met, stale }) =>
      lines(`task at ${budget} tokens: ${task.task}`, [
        ...task.need
          .filter((_, at) => met[at] !== true)
          .map((need) => `lacks ${need.map(inWords).join('\n     or ')}`),
        ...stale.map((turn) => `as holding: ${inWords(turn)}`),
      ]),
    ),
    ...judged.nothing.flatMap(({ message, hook, context }) =>
      lines(`nothing to add: ${message.text}`, [
        ...(hook === '' ? [] : [`the hook adds ${hook}`]),
        ...(context === '' ? [] : [`context adds ${context}`]),
      ]),
    ),
    ...judged.trials.flatMap(({ trial, verdict, told }) =>
      lines(`trial: ${trial.ask}`, [
        ...(verdict === trial.verdict ? [] : [`is ${trial.verdict}, was called ${verdict}`]),
        ...(trial.evidence.length === 0 || trial.evidence.some((turn) => told.includes(turn))
          ? []
          : trial.evidence.map((turn) => `shown by ${inWords(turn)}`)),
      ]),
    ),
    ...judged.about.flatMap(({ subject, met, gone }) =>
      lines(`about ${subject.subject}`, [
        ...subject.now
          .filter((_, at) => met[at] !== true)
          .map((fact) => `lacks ${fact.map(inWords).join('\n     or ')}`),
        ...gone.map((turn) => `as holding: ${inWords(turn)}`),
      ]),
    ),
    ...judged.statements
      .filter(({ statement, verdict }) => !isVerdictRight(statement.truth, verdict))
      .flatMap(({ statement, verdict, known }) =>
        lines(`statement: ${statement.text}`, [
          `is ${statement.truth}, was called ${verdict}; known ${known.toFixed(2)}`,
        ]),
      ),
  ];
}

/** Nothing where there is nothing to say below the head. */
function lines(head: string, below: readonly string[]): string[] {
  return below.length === 0 ? [] : [[head, ...below.map((line) => `  ${line}`)].join('\n')];
}
