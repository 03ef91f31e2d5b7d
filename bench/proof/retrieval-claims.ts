import { join } from 'node:path';
import { counted } from '../../packages/core/src/format/style.js';
import type { LoadedBank } from '../loaded-bank.js';
import { mean } from '../retrieval-metrics.js';
import { standFor, type Asked } from '../talk/ask.js';
import { BankFiles } from '../talk/bank-files.js';
import { banksOf, byFold, withUnseen } from '../talk/banks.js';
import { figuresOf, type Figures } from '../talk/figures.js';
import { replay } from '../talk/replay.js';
import type { Talk, TalkQuestion } from '../talk/talk.js';
import { contentTerms } from '../../packages/core/src/language/terms.js';
import { createStemmer } from '../../packages/core/src/language/stem.js';
import type { ChoiceQuestion } from '../talk/personamem.js';
import { COSTS, CostMeter, type Claim, type Column, type ProofRun, type Row } from './claim.js';
import { DATA_SETS, type DataSet } from './data-sets.js';
import { mneme, MnemeMemory } from './mneme-system.js';
import type { MemorySystem, OpenMemory, Reading, Reply } from './memory-system.js';

/** Results that an agent gets; and how deep is looked where sessions are ranked. */
export const SHOWN = 10;
const DEEP = 200;

/** Puts a talk's questions to a memory, filling it on the way unless it is filled. */
export async function askMemory(
  talk: Talk,
  memory: OpenMemory,
  { deep, costs, filled = false }: { deep: boolean; costs: CostMeter; filled?: boolean },
  visit: (question: TalkQuestion, reply: Reply) => void = () => undefined,
): Promise<Asked[]> {
  const sessions = new Map(talk.turns.map(({ turn, session }) => [turn, String(session ?? '')]));
  const sessionOf = (turn: string): string => sessions.get(turn) ?? '';
  const asked: Asked[] = [];
  const ask = async (question: TalkQuestion): Promise<void> => {
    const start = performance.now();
    const reply = await memory.search(question, SHOWN);
    costs.asked(reply.tokens, performance.now() - start, reply.calls);
    visit(question, reply);
    const { found } = deep ? await memory.search(question, DEEP) : reply;
    const results = found.map(({ turns, isNote, probability, saidAt }) => ({
      turns: isNote ? standFor(turns, question) : turns,
      probability,
      saidAt,
    }));
    const ranked = [...new Set(results.flatMap(({ turns }) => turns))].filter(
      (turn) => question.running === undefined || sessionOf(turn) !== question.running,
    );
    asked.push({
      question,
      ranked,
      words: [],
      sessionOf,
      results: results.slice(0, SHOWN),
      known: reply.known,
      times: null,
    });
  };
  const visitDue = async (due: readonly TalkQuestion[]): Promise<void> => {
    for (const question of due) await ask(question);
  };
  const bank: Pick<LoadedBank, 'fill'> = {
    fill: async (turns) => {
      await memory.tell(turns as Talk['turns']);
      return 0;
    },
  };
  await replay(talk, talk.questions, bank, visitDue, filled);
  costs.kept(await memory.bytes());
  return asked;
}

/** One system over some talks, each in a memory of its own. */
export async function askSystem(
  system: MemorySystem,
  talks: Iterable<Talk>,
  { deep, readingOf }: { readonly deep: boolean; readonly readingOf?: (talk: string) => Reading },
  visit?: (question: TalkQuestion, reply: Reply) => void,
): Promise<{ readonly asked: Asked[]; readonly costs: CostMeter; readonly talks: number }> {
  const costs = new CostMeter();
  const asked: Asked[] = [];
  let count = 0;
  for (const talk of talks) {
    count++;
    const memory = await system.open(readingOf?.(talk.id) ?? null);
    try {
      asked.push(...(await askMemory(talk, memory, { deep, costs }, visit)));
    } finally {
      await memory.close();
    }
  }
  return { asked, costs, talks: count };
}

/** The talks of a data set; it is skipped by name where there are none. */
function talksIn(set: DataSet, { data, limit, skip }: ProofRun): Iterable<Talk> | null {
  const folder = data === null ? null : join(data, set.folder);
  const first = folder === null ? undefined : [...take(set.talks(folder, 1), 1)][0];
  if (folder !== null && first !== undefined)
    return { [Symbol.iterator]: () => set.talks(folder, limit)[Symbol.iterator]() };
  skip(
    `${set.name} (${set.licence}): from ${set.from}, into \`DIR/${set.folder}\`${set.files === undefined ? '' : ', or `--fetch`'}.`,
  );
  return null;
}

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  if (count <= 0) return;
  for (const item of items) {
    yield item;
    if (--count <= 0) return;
  }
}

type Summary = (asked: readonly Asked[], given: readonly Figures[]) => Row['figures'];

interface RetrievalClaim extends Omit<Claim, 'run'> {
  readonly sets: readonly DataSet[];
  readonly deep: boolean;
  readonly summary: Summary;
  /** What an answer is judged by beside its turns. */
  readonly judge?: (question: TalkQuestion, reply: Reply) => Figures;
  /** Shipped weights were fitted on these data: Mneme is judged by others, fitted on other talks. */
  readonly fitted?: boolean;
}

function retrievalClaim({
  sets,
  deep,
  summary,
  judge,
  fitted = false,
  ...claim
}: RetrievalClaim): Claim {
  return {
    ...claim,
    async run(run) {
      const there = sets.flatMap((set) => {
        const talks = talksIn(set, run);
        return talks === null ? [] : [{ set, talks }];
      });
      const rows: Row[] = [];
      if (fitted && run.systems.includes(mneme))
        rows.push(...(await unseen(there, run, summary, deep)));
      for (const { set, talks } of there)
        for (const system of run.systems) {
          if (rows.some((row) => row.system === system.name && row.over.startsWith(set.name)))
            continue;
          run.log(`${claim.name}: ${system.name} on ${set.name}`);
          const given: Figures[] = [];
          const answer = await askSystem(system, talks, { deep }, (question, reply) => {
            if (judge !== undefined) given.push(judge(question, reply));
          });
          rows.push(
            rowOf(system.name, set.name, answer, {
              ...summary(answer.asked, given),
              ...answer.costs.figures(),
            }),
          );
        }
      return rows;
    },
  };
}

const rowOf = (
  system: string,
  set: string,
  { asked, talks }: { readonly asked: readonly Asked[]; readonly talks: number },
  figures: Row['figures'],
): Row => ({
  system,
  over: `${set}, ${counted(talks, 'talk')}, ${counted(asked.length, 'question')}`,
  figures,
});

/** Mneme by weights that were fitted on the other talks of these data, five-fold; by the shipped ones where there are too few. */
async function unseen(
  there: readonly { readonly set: DataSet; readonly talks: Iterable<Talk> }[],
  { log }: ProofRun,
  summary: Summary,
  deep: boolean,
): Promise<Row[]> {
  const banks = banksOf(there.map(({ set, talks }) => ({ name: set.name, talks: [...talks] }))).map(
    (bank) => ({ ...bank, questions: bank.talk.questions }),
  );
  if (banks.length < 2) return [];
  const files = new BankFiles();
  const meters = new Map(there.map(({ set }) => [set.name, new CostMeter()]));
  try {
    const answers = await withUnseen(banks, files, byFold, log, ({ talk, corpus }, opened) =>
      askMemory(talk, MnemeMemory.over(opened.memory, opened.file ?? null), {
        deep,
        costs: meters.get(corpus) as CostMeter,
        filled: opened.filled,
      }),
    );
    return there.map(({ set }) => {
      const own = answers.filter((_, at) => banks[at]?.corpus === set.name);
      const asked = own.flat();
      return rowOf(
        mneme.name,
        set.name,
        { asked, talks: own.length },
        {
          ...summary(asked, []),
          ...(meters.get(set.name) as CostMeter).figures(),
        },
      );
    });
  } finally {
    files.close();
  }
}

const picked =
  (...names: readonly string[]): Summary =>
  (asked) => {
    const all = figuresOf(asked);
    return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  };

const share = (of: readonly Asked[], holds: (each: Asked) => boolean): number | null =>
  of.length === 0 ? null : of.filter(holds).length / of.length;

const higher = (name: string, label: string): Column => ({ name, label, better: 'higher' });
const R5 = higher('session_r5', 'sessions R@5');
const R10 = higher('session_r10', 'sessions R@10');

export const sessions = retrievalClaim({
  name: 'sessions',
  title: 'The session that holds the answer is found',
  says: 'A session stands where its best turn stands. *Updates* is R@5 on questions about something that has changed; *abstains* is the share of unanswerable questions that are not called known, which a memory that only ranks cannot say.',
  sets: [DATA_SETS.longMemEvalS, DATA_SETS.longMemEvalM],
  deep: true,
  columns: [R5, R10, higher('updates', 'updates'), higher('abstains', 'abstains'), ...COSTS],
  drawn: ['session_r5', 'session_r10'],
  summary: (asked) => {
    const updates = asked.filter(({ question }) => question.category === 'knowledge-update');
    return {
      ...picked('session_r5', 'session_r10')(asked, []),
      updates: figuresOf(updates)['session_r5'] ?? null,
      abstains: share(
        asked.filter(({ question }) => !question.answerable),
        ({ known }) => known.verdict !== 'known',
      ),
    };
  },
});

const FIVE_FOLD =
  'Mneme is judged by weights that were fitted on other conversations than the one it is asked about (five-fold).';

export const projects = retrievalClaim({
  name: 'projects',
  title: 'Sessions of a running project are found as it goes on',
  says: `Each query is asked in the middle of the stream, with what went before. ${FIVE_FOLD}`,
  sets: [DATA_SETS.realMem],
  deep: true,
  fitted: true,
  columns: [R5, R10, ...COSTS],
  drawn: ['session_r5', 'session_r10'],
  summary: picked('session_r5', 'session_r10'),
});

export const turns = retrievalClaim({
  name: 'turns',
  title: 'The turns that hold the answer are found',
  says: `The share of a question’s evidence among the first results. ${FIVE_FOLD}`,
  sets: [DATA_SETS.locomo, DATA_SETS.beam100K, DATA_SETS.beam500K, DATA_SETS.beam1M],
  deep: false,
  fitted: true,
  columns: [higher('r5', 'R@5'), higher('r10', 'R@10'), higher('top1', 'first'), ...COSTS],
  drawn: ['r10'],
  summary: picked('r5', 'r10', 'top1'),
});

export const precision = retrievalClaim({
  name: 'precision',
  title: 'What answers is given, and nothing else',
  says: 'Precision and recall of what a memory gives as the answer: of Mneme its results that answer (`precision: high`), of the others all ten. Some of the cases want nothing.',
  sets: [DATA_SETS.precision],
  deep: false,
  columns: [higher('p', 'precision'), higher('r', 'recall'), ...COSTS],
  drawn: ['p', 'r'],
  summary: picked('p', 'r'),
});

export const strangers = retrievalClaim({
  name: 'strangers',
  title: 'A question about somebody unknown is not answered with somebody else',
  says: 'An essay about one person; questions about that person, and about people who were never named. *Abstains*: not called known; *knows*: not called unknown. A memory that only ranks says neither.',
  sets: [DATA_SETS.memFail],
  deep: false,
  columns: [higher('abstains', 'abstains'), higher('knows', 'knows'), ...COSTS],
  drawn: ['abstains', 'knows'],
  summary: (asked) => ({
    abstains: share(
      asked.filter(({ question }) => !question.answerable),
      ({ known }) => known.verdict !== 'known',
    ),
    knows: share(
      asked.filter(({ question }) => question.answerable),
      ({ known }) => known.verdict !== 'unknown',
    ),
  }),
});

const stemmer = createStemmer();
const termsOf = (text: string): Set<string> => new Set(contentTerms(text, 'en', stemmer));

/** The option of whose own words, that no other has, most stand in what was given; the first of as many. */
function chosen(options: readonly string[], given: readonly string[]): number {
  const told = termsOf(given.join('\n'));
  const own = options.map(termsOf);
  const covered = own.map((terms, at) => {
    const alone = [...terms].filter((term) =>
      own.every((other, o) => o === at || !other.has(term)),
    );
    return alone.filter((term) => told.has(term)).length / Math.max(1, alone.length);
  });
  return covered.indexOf(Math.max(...covered));
}

export const choices = retrievalClaim({
  name: 'choices',
  title: 'The answer that fits the person is chosen',
  says: 'Of four answers a script chooses the one whose own words stand most in the first ten results: the same script for all, so that it is the memory that is compared. Guessing gets a quarter.',
  sets: [DATA_SETS.personaMem],
  deep: false,
  columns: [higher('right', 'right'), ...COSTS],
  drawn: ['right'],
  summary: (_, given) => ({ right: mean(given.map(({ right }) => right ?? 0)) }),
  judge: (question, { found }) => {
    const { options, right } = question as ChoiceQuestion;
    return {
      right: Number(
        chosen(
          options,
          found.map(({ text }) => text),
        ) === right,
      ),
    };
  },
});
