import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../packages/core/src/format/style.js';
import { casesOf } from '../lives/case-file.js';
import { recordingOf } from '../lives/fill-by-reading.js';
import { readRecording } from '../recording-reader.js';
import { mean } from '../retrieval-metrics.js';
import { figuresOf } from '../talk/figures.js';
import type { Life } from '../talk/lives.js';
import { livesFrom } from '../talk/read-corpora.js';
import { judgeAnswer, truthFigures, type JudgedQuestion } from '../truth/judge-truth.js';
import {
  COSTS,
  CostMeter,
  FILLED,
  type Claim,
  type Column,
  type Filled,
  type ProofRun,
  type Row,
} from './claim.js';
import { liveThrough, tasksOver, TellingMatcher, type TaskResult } from './corrections.js';
import { PUBLIC } from './data-sets.js';
import type { Reading } from './memory-system.js';
import { mneme } from './mneme-system.js';
import { REFERENCE_SERVERS } from './reference-server.js';
import { askSystem } from './retrieval-claims.js';

const LIVES = join(PUBLIC, 'lives');
const CASES = join(PUBLIC, 'cases');
const READINGS = join(PUBLIC, 'readings');
const EPISODES = join(PUBLIC, 'truth');
const EPISODE_READINGS = join(EPISODES, 'readings');

/** The recording of a talk; files may be numbered. */
function readingOf(folder: string, talk: string): Reading {
  const file = readdirSync(folder).find((name) => name.replace(/^\d+-/, '') === `${talk}.jsonl`);
  return {
    notes: readRecording(readFileSync(join(folder, file ?? `${talk}.jsonl`), 'utf8')),
    reader: recordingOf(folder, talk),
  };
}

/** Of a quick run, as much of a talk as takes a moment. */
const FEW_TURNS = 8;

function livesOf(dir: string, { quick, log }: ProofRun): Life[] {
  const lives = livesFrom({ dir }, log);
  return quick ? lives.slice(0, 1).map(firstTurns) : lives;
}

function firstTurns(life: Life): Life {
  const turns = life.talk.turns.slice(0, FEW_TURNS);
  const told = new Set(turns.map(({ turn }) => turn));
  const questions = life.talk.questions
    .filter(({ evidence }) => evidence.every((turn) => told.has(turn)))
    .map((question) => ({ ...question, after: turns.length }));
  return { ...life, talk: { ...life.talk, turns, questions } };
}

const BOTH: readonly Filled[] = ['turns', 'notes'];

/** Runs over the lives, once by turns and once by notes; `run` gets how to open a reading. */
async function byBoth(
  run: ProofRun,
  name: string,
  folder: string,
  measure: (
    system: ProofRun['systems'][number],
    reading: ((talk: string) => Reading) | undefined,
  ) => Promise<Row['figures']>,
  over: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const filled of BOTH)
    for (const system of run.systems) {
      run.log(`${name}: ${system.name} ${FILLED[filled]}`);
      const reading = filled === 'turns' ? undefined : (talk: string) => readingOf(folder, talk);
      rows.push({
        system: system.name,
        over: `${over}, ${FILLED[filled]}`,
        figures: await measure(system, reading),
      });
    }
  return rows;
}

const BUDGETS = [400, 1_000] as const;
const TASKS = 60;
const SEED = 338;

const lower = (name: string, label: string): Column => ({
  name,
  label,
  better: 'lower',
  digits: 2,
});

/** What an agent's user has to tell again. */
export const corrections: Claim = {
  name: 'corrections',
  title: 'Corrections per task',
  says: `A scripted agent does ${TASKS} tasks over each of nine half-years, in the order of time. Before each it asks its memory for a context by the task’s own words. A correction is a standing wish or a current value that was told and is not in the context, or an outdated value that is there without the current one. *Least* and *most* are those of the nine lives, *wrong* the outdated values among them, all at 1,000 tokens; then what was used of each budget. Mneme says nothing where it is not sure that something fits, and pays for that here.`,
  columns: [
    lower('corrections_400', '400 tokens'),
    lower('corrections_1000', '1,000 tokens'),
    lower('least', 'least life'),
    lower('most', 'most'),
    lower('outdated_1000', 'wrong'),
    { name: 'tokens_400', label: 'tokens of 400', better: null, digits: 0 },
    { name: 'tokens_1000', label: 'of 1,000', better: null, digits: 0 },
    ...COSTS.filter(({ name }) => name === 'ms' || name === 'kb'),
  ],
  drawn: ['corrections_400', 'corrections_1000'],
  headline: (rows) =>
    [...new Set(rows.map(({ over }) => over))]
      .map((over) => {
        const own = rows.filter((row) => row.over === over);
        const of = (name: string, budget: number): number =>
          own.find(({ system }) => system === name)?.figures[`corrections_${budget}`] ?? NaN;
        const shares = REFERENCE_SERVERS.map(
          ({ name }) =>
            `${BUDGETS.map((budget) => (of(mneme.name, budget) / of(name, budget)).toFixed(2)).join(' and ')} of those of the ${name}`,
        );
        return `With memories filled ${over.split(', ').at(-1)}, at 400 and at 1,000 tokens, Mneme’s user corrects ${shares.join('; ')}.`;
      })
      .join(' '),
  async run(run) {
    const lives = livesOf(LIVES, run).map((life) => ({
      life,
      tasks: tasksOver(life, casesOf(CASES, life.talk.id), run.quick ? 2 : TASKS, SEED),
      matcher: new TellingMatcher(life, readingOf(READINGS, life.talk.id).notes),
    }));
    return byBoth(
      run,
      'corrections',
      READINGS,
      async (system, reading) => {
        const costs = new CostMeter();
        const each: ReadonlyMap<number, readonly TaskResult[]>[] = [];
        for (const { life, tasks, matcher } of lives) {
          const memory = await system.open(reading?.(life.talk.id) ?? null);
          try {
            const { results, ms } = await liveThrough(life, tasks, memory, matcher, BUDGETS);
            for (const time of ms) costs.asked(0, time, 1);
            costs.kept(await memory.bytes());
            each.push(results);
          } finally {
            await memory.close();
          }
        }
        return { ...correctionFigures(each), ...costs.figures() };
      },
      `${counted(lives.length, 'life', 'lives')}, ${lives.reduce((sum, { tasks }) => sum + tasks.length, 0)} tasks`,
    );
  },
};

function correctionFigures(
  lives: readonly ReadonlyMap<number, readonly TaskResult[]>[],
): Row['figures'] {
  const of = (budget: number, figure: keyof TaskResult): number[] =>
    lives.map((results) => mean((results.get(budget) ?? []).map((each) => each[figure])));
  const wide = of(1_000, 'corrections');
  return {
    ...Object.fromEntries(
      BUDGETS.flatMap((budget) => [
        [`corrections_${budget}`, mean(of(budget, 'corrections'))],
        [`outdated_${budget}`, mean(of(budget, 'outdated'))],
        [`tokens_${budget}`, mean(of(budget, 'tokens'))],
      ]),
    ),
    least: Math.min(...wide),
    most: Math.max(...wide),
  };
}

/** Questions about half-years of somebody's talk. */
export const ownLives: Claim = {
  name: 'lives',
  title: 'Half a year of talk with an assistant',
  says: 'Questions about nine invented half-years: a turn that answers stands first, or among three; its share among ten; and how often an outdated value stands before the current one. By notes, what a note replaces is deleted from the rivals, as a careful agent would; Mneme keeps it, marked, and answers what used to be.',
  columns: [
    { name: 'top1', label: 'first', better: 'higher' },
    { name: 'top3', label: 'among 3', better: 'higher' },
    { name: 'r10', label: 'R@10', better: 'higher' },
    { name: 'stale_first', label: 'outdated first', better: 'lower' },
    { name: 'unknown_right', label: 'abstains', better: 'higher' },
    ...COSTS,
  ],
  drawn: ['top1', 'top3'],
  run(run) {
    const talks = livesOf(LIVES, run).map(({ talk }) => talk);
    return byBoth(
      run,
      'lives',
      READINGS,
      async (system, reading) => {
        const { asked, costs } = await askSystem(system, talks, {
          deep: false,
          ...(reading === undefined ? {} : { readingOf: reading }),
        });
        const all = figuresOf(asked);
        const figures = ['top1', 'top3', 'r10', 'stale_first', 'unknown_right'];
        return {
          ...Object.fromEntries(figures.map((name) => [name, all[name] ?? null])),
          ...costs.figures(),
        };
      },
      `${counted(talks.length, 'life', 'lives')}, ${talks.reduce((sum, { questions }) => sum + questions.length, 0)} questions`,
    );
  },
};

/** What holds after something has changed. */
export const ownTruth: Claim = {
  name: 'truth',
  title: 'After a change, what holds is told, and nothing else',
  says: 'Episodes of some weeks in which a change touches other things. A question is right when all that answers is among the first ten and nothing outdated is given as holding; of what was taken back or never told, when the memory does not call it known.',
  columns: [
    { name: 'right', label: 'right', better: 'higher' },
    ...['cascade', 'tracking', 'untouched', 'past', 'absence', 'never'].map((kind): Column => ({
      name: kind,
      label: kind,
      better: 'higher',
    })),
    ...COSTS,
  ],
  drawn: ['right'],
  run(run) {
    const talks = livesOf(EPISODES, run).map(({ talk }) => talk);
    return byBoth(
      run,
      'truth',
      EPISODE_READINGS,
      async (system, reading) => {
        const judged: JudgedQuestion[] = [];
        const { costs } = await askSystem(
          system,
          talks,
          { deep: false, ...(reading === undefined ? {} : { readingOf: reading }) },
          (question, { found, known }) => {
            judged.push(judgeAnswer(question, { results: found, known: known.verdict }));
          },
        );
        return { ...truthFigures(judged), ...costs.figures() };
      },
      `${counted(talks.length, 'episode')}, ${talks.reduce((sum, { questions }) => sum + questions.length, 0)} questions`,
    );
  },
};
