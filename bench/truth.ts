import { SHIPPED_CERTAINTY } from '../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_MODEL } from '../packages/core/src/recall/ranking/fusion-model.js';
import type { Benchmark } from './benchmark.js';
import { readingFigures, useRead, type ReadingFigures } from './lives/fill-by-reading.js';
import { READING_OPTIONS, readersFrom } from './lives/live-reader.js';
import {
  judgeQuestion,
  tellTruthFaults,
  truthFigures,
  type JudgedQuestion,
} from './truth/judge-truth.js';
import { withFiles, type OpenedBank } from './talk/bank-files.js';
import { KEEP_OPTION, livesFrom } from './talk/read-corpora.js';
import { replay } from './talk/replay.js';

/** What becomes of what rested on something that has changed. */
export const truth: Benchmark = {
  name: 'truth',
  summary: 'Episodes in which a change touches other things: is what holds told, and nothing else?',
  options: [
    { flag: '--dir <path>', description: 'a folder with a JSON file for each episode' },
    { flag: '--limit <n>', description: 'only so many episodes' },
    ...READING_OPTIONS,
    KEEP_OPTION,
    { flag: '--show', description: 'list what was wrong' },
  ],
  run: async (options, log) => {
    const judged: JudgedQuestion[] = [];
    const read: ReadingFigures[] = [];
    const readerOf = readersFrom(options);
    const episodes = livesFrom(options, log);
    await withFiles(options, async (files) => {
      for (const { talk } of episodes) {
        log(`asking about ${talk.id}`);
        const ask = async ({ memory, filled }: OpenedBank): Promise<JudgedQuestion[]> => {
          const answers: JudgedQuestion[] = [];
          const visit = async (due: typeof talk.questions): Promise<void> => {
            for (const question of due) answers.push(await judgeQuestion(question, memory.memory));
          };
          await replay(talk, talk.questions, memory, visit, filled);
          return answers;
        };
        let answers: readonly JudgedQuestion[];
        if (readerOf !== null) {
          const { made, reading } = await useRead(talk, readerOf, files, ask);
          read.push(reading);
          answers = made;
        } else {
          const bank = { corpus: 'truth', talk, questions: talk.questions };
          answers = await files.use(bank, SHIPPED_MODEL, SHIPPED_CERTAINTY, ask);
        }
        judged.push(...answers);
        const said = new Map(talk.turns.map(({ turn, content }) => [turn, content]));
        if (options['show'] === true)
          for (const line of tellTruthFaults(answers, (turn) => `${turn} ${said.get(turn) ?? ''}`))
            log(line);
      }
    });
    const results = { ...truthFigures(judged), ...readingFigures(read) };
    const count = (kind: string): string => {
      const of = judged.filter(({ question }) => kind === 'right' || question.category === kind);
      return of.length === 0 ? '' : String(of.length);
    };
    return {
      results,
      table: [
        ['truth', 'value', 'questions'],
        ...Object.entries(results).map(([name, value]) => [name, value.toFixed(3), count(name)]),
      ],
    };
  },
};
