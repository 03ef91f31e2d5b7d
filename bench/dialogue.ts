import type { Benchmark, BenchmarkValues } from './benchmark.js';
import { wholeNumber } from './benchmark.js';
import { recallSteered } from './dialogue/beam-preferences.js';
import { readCases, readMeetings, type Half } from './dialogue/cases.js';
import { groupMeetings, pairwiseF1 } from './dialogue/group-claims.js';
import { mappingPorts } from './dialogue/meaning.js';
import { runCases } from './dialogue/run-cases.js';
import { correlationOf } from './dialogue/simulated-user.js';
import { timeHistory, timeTurns } from './dialogue/timings.js';
import { mean } from './retrieval-metrics.js';

type Log = (line: string) => void;
type Figures = Record<string, number>;

const USERS = 20;
const TIMED_TURNS = 60;
const TIMED_QUERIES = 200;

/** Dialogue memory: bridges and routes as their authors expect them (`own`: whoever wrote the rules), claims grouped as people group them, preferences, times. */
export const dialogue: Benchmark = {
  name: 'dialogue',
  summary: 'Chats with several models: bridges, routes, claims grouped, preferences, times.',
  options: [
    { flag: '--half <half>', description: 'cases of the seen or the unseen half alone' },
    { flag: '--show', description: 'print what went wrong in the seen half' },
    { flag: '--beam <path>', description: 'a file of BEAM: recall with preferences and without' },
    {
      flag: '--turns <n>',
      description: 'turns of the history that is timed; 0 times nothing',
      preset: '10000',
    },
  ],
  run: async (options, log) => {
    const results: Figures = {};
    await judgeCases(options, log, results);
    const correlations = [];
    for (let seed = 1; seed <= USERS; seed++) correlations.push(await correlationOf(seed));
    results['preference_spearman'] = mean(correlations);
    const { beam } = options;
    if (typeof beam === 'string') {
      const { plain, steered, othersPlain, othersSteered, questions } = await recallSteered(
        beam,
        log,
      );
      Object.assign(results, {
        preference_questions: questions,
        r10_plain: plain,
        r10_steered: steered,
        r10_gain: steered - plain,
        r10_others_gain: othersSteered - othersPlain,
      });
    }
    const turns = wholeNumber(options, 'turns', 10_000, 0);
    if (turns > 0) {
      const staged = await timeTurns(TIMED_TURNS);
      const history = await timeHistory(turns, TIMED_QUERIES);
      Object.assign(results, {
        turn_p50_ms: staged.p50,
        turn_p95_ms: staged.p95,
        turn_p95_cpu_ms: staged.cpu95,
        history_turns: turns,
        history_p50_ms: history.p50,
        history_p95_ms: history.p95,
        history_p95_cpu_ms: history.cpu95,
        history_first_ms: history.first.wall,
        history_first_cpu_ms: history.first.cpu,
        history_max_tokens: history.mostTokens,
      });
    }
    return { results, table: tableOf(results) };
  },
};

async function judgeCases(options: BenchmarkValues, log: Log, results: Figures): Promise<void> {
  const only = options['half'];
  const halves = (['seen', 'unseen'] as const).filter(
    (half: Half) => only === undefined || only === half,
  );
  const ports = mappingPorts();
  for (const author of ['others', 'own'] as const)
    for (const half of halves) {
      const show = options['show'] === true && half === 'seen' ? log : undefined;
      const cases = readCases(author, half);
      const { matched, expected, found, routesRight, routes } = await runCases(cases, show);
      const pairs = await groupMeetings(readMeetings(author, half), ports, show);
      const name = author === 'own' ? `own_${half}` : half;
      results[`cases_${name}`] = cases.length;
      results[`bridge_f1_${name}`] = (2 * matched) / (expected + found);
      results[`routes_right_${name}`] = routesRight / routes;
      results[`pairs_${name}`] = pairs.pairs;
      results[`pairwise_f1_${name}`] = pairwiseF1(pairs);
    }
}

const TARGETS: Readonly<Record<string, string>> = {
  bridge_f1: '≥ 0.85',
  routes_right: '≥ 0.95',
  pairwise_f1: '≥ 0.70',
  preference_spearman: '≥ 0.7',
  r10_gain: '≥ 0.10',
  turn_p95_ms: '≤ 250',
  turn_p95_cpu_ms: '≤ 250',
  history_p95_ms: '≤ 20',
  history_p95_cpu_ms: '≤ 20',
  history_max_tokens: '≤ 400',
};

function tableOf(results: Readonly<Record<string, number>>): string[][] {
  return [
    ['dialogue', 'no learned model', 'target'],
    ...Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(3),
      TARGETS[name.replace(/(?:_own)?_(?:seen|unseen)$/, '')] ?? '',
    ]),
  ];
}
