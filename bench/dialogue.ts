import type { Benchmark } from './benchmark.js';
import { readCases, readMeetings, type Half } from './dialogue/cases.js';
import { groupMeetings, pairwiseF1 } from './dialogue/group-claims.js';
import { runCases } from './dialogue/run-cases.js';

/** Dialogue memory: bridges and routes as their authors expect them, claims grouped as people group them. */
export const dialogue: Benchmark = {
  name: 'dialogue',
  summary: 'Chats with several models: bridges, routes, claims grouped, preferences, times.',
  options: [
    { flag: '--half <half>', description: 'seen or unseen alone; both without it' },
    { flag: '--show', description: 'print what went wrong in the seen half' },
  ],
  run: async (options, log) => {
    const halves: readonly Half[] =
      options['half'] === 'seen'
        ? ['seen']
        : options['half'] === 'unseen'
          ? ['unseen']
          : ['seen', 'unseen'];
    const results: Record<string, number> = {};
    for (const half of halves) {
      const show = options['show'] === true && half === 'seen' ? log : undefined;
      const cases = readCases(half);
      const { matched, expected, found, routesRight, routes } = await runCases(cases, show);
      const pairs = groupMeetings(readMeetings(half), show);
      results[`cases_${half}`] = cases.length;
      results[`bridge_f1_${half}`] = (2 * matched) / (expected + found);
      results[`routes_right_${half}`] = routesRight / routes;
      results[`pairs_${half}`] = pairs.pairs;
      results[`pairwise_f1_${half}`] = pairwiseF1(pairs);
    }
    return { results, table: tableOf(results) };
  },
};

const TARGETS: Readonly<Record<string, string>> = {
  bridge_f1: '≥ 0.85',
  routes_right: '≥ 0.95',
  pairwise_f1: '≥ 0.70',
};

function tableOf(results: Readonly<Record<string, number>>): string[][] {
  return [
    ['dialogue', 'no learned model', 'target'],
    ...Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(3),
      TARGETS[name.replace(/_(?:seen|unseen)$/, '')] ?? '',
    ]),
  ];
}
