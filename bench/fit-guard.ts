import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packWeights } from '../packages/core/src/language/causal/causal-judgement.js';
import {
  decodeHidden,
  plainText,
  unquote,
} from '../packages/core/src/safety/injection/plain-text.js';
import { BUCKETS } from '../packages/core/src/safety/injection/signals.js';
import {
  segmentBuckets,
  type SegmentModel,
} from '../packages/core/src/safety/injection/segment-features.js';
import { segmentsOf, withParts } from '../packages/core/src/safety/injection/screen.js';
import type { Benchmark } from './benchmark.js';
import { ATTACK_PATTERNS } from './data/attack-patterns.js';
import { ATTACK_TEXTS } from './data/attack-reports.js';
import { HARMLESS_PATTERNS } from './data/harmless-patterns.js';
import { HARMLESS_REPORTS } from './data/harmless-reports.js';
import { HARMLESS_DOCUMENTS, HARMLESS_REQUESTS } from './data/harmless-texts.js';
import { TONGUES, TONGUES_HARMLESS } from './data/injections-tongues.js';
import { INJECTIONS } from './data/injections.js';
import { LETTER_SENTENCES } from './data/letter-sentences.js';
import { TASKS } from './data/task-requests.js';
import { fitLogistic, LOGISTIC_DEFAULTS, type Example } from './fit-logistic.js';
import { projectFile } from './project-file.js';
import { renderModel } from './render-model.js';

const FOLDER = 'packages/core/data/models';
const SETTINGS = { ...LOGISTIC_DEFAULTS, buckets: BUCKETS, l2: 2e-5, steps: 600 };
/** Lines of documents of the project and of its libraries, so that how manuals speak to their readers is known. */
const MAX_MANUAL_LINES = 2_500;

/** Fits the two judges of injection on texts written for it, and writes them as source. */
export const fitGuard: Benchmark = {
  name: 'fit-guard',
  summary:
    'Fit the judges of hidden instructions anew and write packages/core/data/models/attack.json and task.json.',
  options: [{ flag: '--out <folder>', description: 'where to write', preset: FOLDER }],
  run: (options) => {
    const folder = String(options['out']);
    const manuals = manualLines();
    const harmless = HARMLESS_DOCUMENTS.flatMap(segmentTexts);
    const requests = HARMLESS_REQUESTS.flatMap(segmentTexts);
    const letters = [
      ...LETTER_SENTENCES,
      ...chatLines(),
      ...HARMLESS_PATTERNS.flatMap(segmentTexts),
    ];
    const reports = [...Object.values(HARMLESS_REPORTS).flat(), ...TONGUES_HARMLESS].flatMap(
      segmentTexts,
    );
    const commands = [
      ...Object.entries(INJECTIONS).flatMap(([family, texts]) => (family === 'task' ? [] : texts)),
      ...ATTACK_TEXTS,
      ...TONGUES,
    ].flatMap(attackTexts);
    const patterns = ATTACK_PATTERNS.flatMap(segmentTexts);
    const tasks = [...(INJECTIONS['task'] ?? []), ...TASKS];
    const fittedOn = `texts written for it: ${commands.length} commands, ${patterns.length} more by pattern, ${tasks.length} tasks, ${harmless.length + requests.length + reports.length} harmless; ${manuals.length} lines of manuals`;
    write(
      folder,
      'attack',
      fit(
        [
          ...weighted(commands, true, 5),
          ...weighted(patterns, true, 1),
          ...weighted([...reports, ...harmless], false, 5),
          ...weighted([...requests, ...letters], false, 2),
          ...weighted([...manuals, ...tasks], false, 1),
        ],
        fittedOn,
      ),
    );
    write(
      folder,
      'task',
      fit(
        [
          ...weighted(
            [...tasks, ...(INJECTIONS['reply'] ?? []), ...commands.filter((_, at) => at % 3 === 0)],
            true,
            5,
          ),
          ...weighted([...reports, ...harmless, ...harmless, ...letters, ...manuals], false, 1),
        ],
        fittedOn,
      ),
    );
    return Promise.resolve({
      results: {
        commands: commands.length,
        tasks: tasks.length,
        harmless: harmless.length + requests.length + reports.length,
        manuals: manuals.length,
      },
      table: [['fitted on', fittedOn]],
    });
  },
};

function segmentTexts(text: string): string[] {
  return segmentsOf(unquote(plainText(text).text).text)
    .flatMap(withParts)
    .map((segment) => segment.text);
}

/** Its sentences, and what is hidden in it. */
function attackTexts(text: string): string[] {
  const plain = plainText(text).text;
  return [
    ...segmentTexts(plain).filter((each) => each.length > 12),
    ...decodeHidden(plain).map((each) => each.text),
  ];
}

function weighted(texts: readonly string[], label: boolean, times: number): Example[] {
  const examples = texts
    .flatMap((text) => segmentsOf(text).slice(0, 1))
    .map((segment): Example => ({ buckets: segmentBuckets(segment, BUCKETS), label }));
  return Array.from({ length: times }, () => examples).flat();
}

function fit(examples: readonly Example[], fittedOn: string): SegmentModel {
  const { weights, intercept } = fitLogistic(
    examples,
    SETTINGS as unknown as typeof LOGISTIC_DEFAULTS,
  );
  return { ...packWeights(weights), intercept: Number(intercept.toFixed(6)), fittedOn };
}

function manualLines(): string[] {
  const folders = readdirSync(projectFile('node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(projectFile(join('node_modules', name))).map((inner) =>
          projectFile(join('node_modules', name, inner)),
        )
      : [projectFile(join('node_modules', name))],
  );
  const files = [
    ...folders
      .map((folder) => join(folder, 'README.md'))
      .filter(existsSync)
      .sort(),
    ...readdirSync(projectFile('docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => projectFile(join('docs', name))),
  ];
  // Every other package's list of changes: their brackets, marks and short lines are no commands.
  const changes = folders
    .filter((_, at) => at % 2 === 0)
    .map((folder) => join(folder, 'CHANGELOG.md'))
    .filter(existsSync)
    .sort()
    .flatMap((file) =>
      segmentTexts(readFileSync(file, 'utf8').slice(0, 5_000).replaceAll('\n', ' ')).slice(0, 12),
    );
  const lines = files.flatMap((file) =>
    segmentTexts(readFileSync(file, 'utf8').slice(0, 6_000))
      .filter((text) => /^\p{L}[^|<>]{16,200}$/u.test(text))
      .slice(0, 14),
  );
  const step = Math.max(1, lines.length / MAX_MANUAL_LINES);
  return [
    ...changes,
    ...Array.from(
      { length: Math.min(lines.length, MAX_MANUAL_LINES) },
      (_, at) => lines[Math.floor(at * step)] ?? '',
    ),
  ];
}

/** The turns of the sample conversation. */
function chatLines(): string[] {
  return readFileSync(projectFile('samples/kitchen-and-code.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String((JSON.parse(line) as { content?: unknown }).content ?? ''));
}

function write(folder: string, name: string, model: SegmentModel): void {
  writeFileSync(join(folder, `${name}.json`), renderModel(model));
}
