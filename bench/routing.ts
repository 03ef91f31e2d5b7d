import { REASONING_TYPES } from '../packages/core/src/domain/reasoning.js';
import { PARADIGMS, QUERY_TYPES, type Route } from '../packages/core/src/domain/layers.js';
import { readRoute } from '../packages/core/src/language/route/read-route.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { mean, percentile } from './retrieval-metrics.js';
import { ROUTED, type RoutedQuestion } from './routing-questions.js';

/** Rounds over all questions before the clock counts, and while it does. */
const WARM_UP = 5;
const ROUNDS = 20;

/** Query type, paradigms and reasoning type by rules, against questions of a second author, blind to the rules, and the open ones of the rules' author. */
export const routing: Benchmark = {
  name: 'routing',
  summary:
    'Read off a question what it is after, which paradigms answer it and how: macro-F1 and time.',
  options: [{ flag: '--show', description: 'print the open questions that are read otherwise' }],
  run: (options, log) => {
    if (options['show'] === true) for (const asked of ROUTED.open) showWrong(asked, log);
    return Promise.resolve(measure());
  },
};

interface Figures {
  readonly type: number;
  readonly paradigms: number;
  readonly reasoning: number;
}

function measure(): BenchmarkResult {
  const blind = figures(ROUTED.blind);
  const open = figures(ROUTED.open);
  const times = timed();
  const results = {
    macro_f1: overall(blind),
    type_f1: blind.type,
    paradigms_f1: blind.paradigms,
    reasoning_f1: blind.reasoning,
    open_macro_f1: overall(open),
    open_type_f1: open.type,
    open_paradigms_f1: open.paradigms,
    open_reasoning_f1: open.reasoning,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    questions: ROUTED.blind.length + ROUTED.open.length,
  };
  const targets: Readonly<Record<string, string>> = { macro_f1: '≥ 0.85', p95: '≤ 2 ms' };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) && value > 1 ? String(value) : value.toFixed(3),
    targets[name] ?? '',
  ]);
  return { results, table: [['routing', 'blind questions; open_: the others', 'target'], ...rows] };
}

const overall = ({ type, paradigms, reasoning }: Figures): number =>
  mean([type, paradigms, reasoning]);

function figures(questions: readonly RoutedQuestion[]): Figures {
  const read = questions.map((asked) => ({ asked, route: readRoute(asked.question) }));
  return {
    type: macroF1(
      QUERY_TYPES,
      read,
      ({ type }) => [type],
      ({ type }) => [type.value],
    ),
    paradigms: macroF1(
      PARADIGMS,
      read,
      ({ paradigms }) => paradigms,
      ({ paradigms }) => paradigms.value,
    ),
    reasoning: macroF1(
      REASONING_TYPES,
      read,
      ({ reasoning }) => [reasoning],
      ({ reasoning }) => [reasoning.value],
    ),
  };
}

type Read = { readonly asked: RoutedQuestion; readonly route: Route };

/** The mean over the labels of each label's F1; a question may have several. */
function macroF1<Label>(
  labels: readonly Label[],
  read: readonly Read[],
  wanted: (asked: RoutedQuestion) => readonly Label[],
  given: (route: Route) => readonly Label[],
): number {
  return mean(
    labels.map((label) => {
      let [both, either] = [0, 0];
      for (const { asked, route } of read) {
        const [a, b] = [
          Number(wanted(asked).includes(label)),
          Number(given(route).includes(label)),
        ];
        both += a * b;
        either += a + b;
      }
      return either === 0 ? 1 : (2 * both) / either;
    }),
  );
}

function timed(): number[] {
  const questions = [...ROUTED.open, ...ROUTED.blind].map(({ question }) => question);
  for (let round = 0; round < WARM_UP; round++)
    for (const question of questions) readRoute(question);
  return Array.from({ length: ROUNDS }, () => questions)
    .flat()
    .map((question) => {
      const start = performance.now();
      readRoute(question);
      return performance.now() - start;
    });
}

function showWrong(
  { question, type, paradigms, reasoning }: RoutedQuestion,
  log: (line: string) => void,
): void {
  const route = readRoute(question);
  const faults = [
    route.type.value === type
      ? ''
      : `type ${route.type.value} (${route.type.cues.join(', ')}), not ${type}`,
    route.paradigms.value.join() === paradigms.join()
      ? ''
      : `paradigms ${route.paradigms.value.join(' ')}, not ${paradigms.join(' ')}`,
    route.reasoning.value === reasoning
      ? ''
      : `reasoning ${route.reasoning.value} (${route.reasoning.cues.join(', ')}), not ${reasoning}`,
  ].filter((fault) => fault !== '');
  if (faults.length > 0) log(`${question}\n  ${faults.join('\n  ')}`);
}
