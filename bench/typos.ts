import { givenFile, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { LoadedBank, seededRandom } from './loaded-bank.js';
import { readLocomo, type LocomoConversation, type LocomoQuestion } from './locomo-data.js';
import { rankByTrigrams } from './trigram-ranking.js';
import { mean, percentile, retrieval } from './retrieval-metrics.js';
import { withTypingErrors } from './typing-errors.js';

/** As deep as the benchmark `locomo` ranks, so that the clean figure is the same. */
const DEEP = 200;
const ADVERSARIAL = 5;
const KEPT_EXAMPLES = 12;

interface Asked {
  readonly question: LocomoQuestion;
  readonly conversation: LocomoConversation;
  readonly bank: LoadedBank;
}

interface Pass {
  readonly r10: number;
  readonly recallMs: readonly number[];
  /** Notices about words that were read otherwise than typed. */
  readonly readings: readonly string[];
}

/** How much of recall is left when every question has typing errors: the shipped fusion, LoCoMo's questions but for the adversarial. */
export const typos: Benchmark = {
  name: 'typos',
  summary: 'Ask LoCoMo’s questions with typing errors, with and without forgiving them.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON' },
    { flag: '--seeds <n>', description: 'how many times every question is misspelt', preset: '3' },
    { flag: '--errors <n>', description: 'typing errors a question', preset: '2' },
    { flag: '--show', description: 'also what the first questions were read as' },
  ],
  run: async (options, log) => {
    const seeds = wholeNumber(options, 'seeds', 3);
    const errors = wholeNumber(options, 'errors', 2);
    const asked = await fillBanks(readLocomo(givenFile(options, 'file')), log);
    try {
      log('asking the questions as they are');
      const clean = await ask(asked, ({ text }) => text, true);
      const untouched = await ask(asked, ({ text }) => text, false);
      const passes: { on: Pass; off: Pass }[] = [];
      for (let seed = 1; seed <= seeds; seed++) {
        log(`asking with typing errors, seed ${seed}`);
        const random = seededRandom(seed);
        const typed = new Map(
          asked.map(({ question }) => [question, withTypingErrors(question.text, errors, random)]),
        );
        const misspelt = (question: LocomoQuestion): string => typed.get(question) ?? question.text;
        passes.push({
          on: await ask(asked, misspelt, true),
          off: await ask(asked, misspelt, false),
        });
        if (options['show'] === true && seed === 1)
          passes[0]?.on.readings.slice(0, KEPT_EXAMPLES).forEach(log);
      }
      log('asking the hyperdimensional space alone');
      const random = seededRandom(1);
      const alone = rankByTrigrams(
        asked.map(({ question, conversation }) => ({
          question,
          conversation,
          misspelt: withTypingErrors(question.text, errors, random),
        })),
      );
      if (options['show'] === true)
        clean.readings.slice(0, KEPT_EXAMPLES).forEach((line) => log(`clean: ${line}`));
      return asResult(clean, untouched, passes, { questions: asked.length, ...alone });
    } finally {
      for (const bank of new Set(asked.map((each) => each.bank))) await bank.close();
    }
  },
};

async function fillBanks(
  conversations: readonly LocomoConversation[],
  log: (line: string) => void,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const conversation of conversations) {
    log(`filling ${conversation.id}`);
    const bank = LoadedBank.open();
    await bank.fill(conversation.turns);
    const questions = conversation.questions.filter(
      ({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0,
    );
    asked.push(...questions.map((question) => ({ question, conversation, bank })));
  }
  return asked;
}

async function ask(
  asked: readonly Asked[],
  spell: (question: LocomoQuestion) => string,
  forgiveTypos: boolean,
): Promise<Pass> {
  const found: number[] = [];
  const recallMs: number[] = [];
  const readings: string[] = [];
  for (const { question, conversation, bank } of asked) {
    const query = spell(question);
    const start = performance.now();
    const { results, notices } = await bank.memory.recall({
      query,
      now: conversation.askedAt,
      limit: DEEP,
      expand: false,
      fields: ['provenance'],
      forgiveTypos,
    });
    recallMs.push(performance.now() - start);
    const ranked = results.flatMap(({ evidence }) =>
      (evidence ?? []).flatMap(({ turn }) => turn ?? []),
    );
    found.push(retrieval(ranked, new Set(question.evidence)).r10);
    readings.push(
      ...notices
        .filter((notice) => notice.startsWith('Read '))
        .map((notice) => `${query} – ${notice}`),
    );
  }
  return { r10: mean(found), recallMs, readings };
}

function asResult(
  clean: Pass,
  untouched: Pass,
  passes: readonly { on: Pass; off: Pass }[],
  more: Readonly<Record<string, number>>,
): BenchmarkResult {
  const drops = passes.map(({ on }) => clean.r10 - on.r10);
  const dropsWithout = passes.map(({ off }) => untouched.r10 - off.r10);
  const results = {
    ...more,
    r10: clean.r10,
    r10_typos: mean(passes.map(({ on }) => on.r10)),
    r10_drop: mean(drops),
    r10_drop_least: Math.min(...drops),
    r10_drop_most: Math.max(...drops),
    r10_without: untouched.r10,
    r10_typos_without: mean(passes.map(({ off }) => off.r10)),
    r10_drop_without: mean(dropsWithout),
    clean_read_otherwise: clean.readings.length,
    recall_p50_clean: percentile(clean.recallMs, 0.5),
    recall_p50_typos: percentile(
      passes.flatMap(({ on }) => on.recallMs),
      0.5,
    ),
  };
  const targets: Readonly<Record<string, string>> = {
    r10_drop: '≤ 0.05',
    recall_p50_clean: 'ms',
    recall_p50_typos: 'ms',
  };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) ? String(value) : value.toFixed(3),
    targets[name] ?? '',
  ]);
  const bySeed = passes.map(({ on, off }, at) => [
    `seed ${at + 1}`,
    `r10 ${on.r10.toFixed(3)}, drop ${(drops[at] ?? 0).toFixed(3)}`,
    `without: r10 ${off.r10.toFixed(3)}, drop ${(dropsWithout[at] ?? 0).toFixed(3)}`,
  ]);
  return {
    results,
    table: [
      ['LoCoMo with typing errors', 'judged with the shipped fusion', 'target'],
      ...rows,
      ...bySeed,
    ],
  };
}
