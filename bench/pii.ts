import { findPersonal } from '../packages/core/src/safety/personal/redact.js';
import { givenFile } from './benchmark.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { readPiiFile, type LabelledText } from './pii-data.js';

/** Secrets, numbers and contact data: what the standard level owes. */
const STANDARD = [
  'CREDIT_CARD',
  'IBAN_CODE',
  'US_SSN',
  'US_DRIVER_LICENSE',
  'PHONE_NUMBER',
  'EMAIL_ADDRESS',
  'IP_ADDRESS',
];
/** Names and addresses: what the strict level owes beside. */
const STRICT = ['PERSON', 'STREET_ADDRESS', 'ZIP_CODE'];
/** A value counts as taken out when at least so much of it is gone. */
const ENOUGH = 0.9;

interface Score {
  found: number;
  of: number;
}

/** Personal data: what of it is taken out, and how much of what is taken out was personal. */
export const pii: Benchmark = {
  name: 'pii',
  summary:
    'Personal data found in labelled sentences, by kind, at the standard and the strict level.',
  options: [
    {
      flag: '--file <path>',
      description: 'A labelled file of presidio-research.',
      preset: '../shared/data/pii/synth_dataset_v2.json',
    },
    {
      flag: '--misses',
      description: 'Print what was missed or wrongly taken, at the standard level.',
    },
  ],
  run(options, log): Promise<BenchmarkResult> {
    const texts = readPiiFile(givenFile(options, 'file'));
    return Promise.resolve(measure(texts, options['misses'] === true ? log : () => undefined));
  },
};

function measure(texts: readonly LabelledText[], log: (line: string) => void): BenchmarkResult {
  const standard = scoreKinds(texts, 'standard', STANDARD, log);
  const strict = scoreKinds(texts, 'strict', STRICT, log);
  const [flagged, right] = precision(texts, 'standard', log);
  const [strictFlagged, strictRight] = precision(texts, 'strict', () => undefined);
  const results: Record<string, number> = {
    recall: share(total(standard, STANDARD)),
    precision: right / Math.max(1, flagged),
    strict_recall: share(total(strict, STRICT.slice(0, 2))),
    strict_precision: strictRight / Math.max(1, strictFlagged),
  };
  for (const [kind, score] of [...standard, ...strict]) results[kind.toLowerCase()] = share(score);
  const goals: Record<string, string> = {
    recall: '≥ 0.97',
    precision: '≥ 0.95',
    strict_recall: '≥ 0.80',
  };
  const counts = new Map(
    [...standard, ...strict].map(([kind, { of }]) => [kind.toLowerCase(), `of ${of}`]),
  );
  return {
    results,
    table: Object.entries(results).map(([name, value]) => [
      name,
      value.toFixed(3),
      goals[name] ?? counts.get(name) ?? '',
    ]),
  };
}

function scoreKinds(
  texts: readonly LabelledText[],
  level: 'standard' | 'strict',
  kinds: readonly string[],
  log: (line: string) => void,
): Map<string, Score> {
  const scores = new Map(kinds.map((kind) => [kind, { found: 0, of: 0 }]));
  for (const { text, spans } of texts) {
    const wanted = spans.filter(({ kind }) => kinds.includes(kind));
    if (wanted.length === 0) continue;
    const gone = marks(text, level);
    for (const { kind, from, to } of wanted) {
      const score = scores.get(kind) as Score;
      score.of++;
      const signs = [...Array(to - from).keys()].filter((at) => !/\s/.test(text[from + at] ?? ' '));
      const found = signs.filter((at) => gone[from + at] === 1).length >= ENOUGH * signs.length;
      if (found) score.found++;
      else log(`missed ${kind}: ${JSON.stringify(text.slice(Math.max(0, from - 40), to + 20))}`);
    }
  }
  return scores;
}

function marks(text: string, level: 'standard' | 'strict'): Uint8Array {
  const gone = new Uint8Array(text.length);
  for (const { from, to } of findPersonal(text, level)) gone.fill(1, from, to);
  return gone;
}

/** How many findings there are, and how many of them touch something labelled. */
function precision(
  texts: readonly LabelledText[],
  level: 'standard' | 'strict',
  log: (line: string) => void,
): [number, number] {
  let [all, right] = [0, 0];
  for (const { text, spans } of texts) {
    for (const { kind, from, to } of findPersonal(text, level)) {
      all++;
      if (spans.some((span) => span.from < to && from < span.to)) right++;
      else log(`wrongly ${kind}: ${JSON.stringify(text.slice(Math.max(0, from - 30), to + 20))}`);
    }
  }
  return [all, right];
}

function total(scores: ReadonlyMap<string, Score>, kinds: readonly string[]): Score {
  return kinds.reduce(
    (sum, kind) => ({
      found: sum.found + (scores.get(kind)?.found ?? 0),
      of: sum.of + (scores.get(kind)?.of ?? 0),
    }),
    { found: 0, of: 0 },
  );
}

function share({ found, of }: Score): number {
  return of === 0 ? 1 : found / of;
}
