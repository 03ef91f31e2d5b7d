import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { OPEN_STORIES } from './data/updates.js';
import { UNSEEN_STORIES } from './data/updates-unseen.js';
import { openStepped, spoken, type SteppedMemory } from './stepped-memory.js';

const DAY = 86_400_000;

interface Line {
  readonly at: number;
  readonly text: string;
  readonly tells: boolean;
}

interface Story {
  readonly question: string;
  readonly lines: readonly Line[];
  /** A question, the moment it is asked as of, if any, and which value must come first. */
  readonly past: readonly {
    readonly question: string;
    readonly asOf: number | null;
    readonly value: number;
  }[];
}

interface Asked {
  readonly kind: 'current' | 'asof' | 'told';
  readonly right: boolean;
  readonly what: string;
}

/** Stories of values that change: does the value that holds come first, and the one that held at another moment? */
export const updates: Benchmark = {
  name: 'updates',
  summary: 'Values that change: the present one first now, the past one first as of then.',
  options: [
    { flag: '--show', description: 'print the questions of the open half that went wrong' },
  ],
  run: async (options, log) => {
    const open = await askAll(OPEN_STORIES);
    const unseen = await askAll(UNSEEN_STORIES);
    if (options['show'] === true) for (const { right, what } of open) if (!right) log(what);
    return asResult(open, unseen);
  },
};

function readStories(text: string): Story[] {
  return text
    .trim()
    .split(/^# /m)
    .slice(1)
    .map((block): Story => {
      const [question = '', ...rows] = block.trim().split('\n');
      const lines = rows.flatMap((row): Line[] => {
        const match = /^(\d{4}-\d\d-\d\d) (\* )?(.*)$/.exec(row);
        return match === null
          ? []
          : [
              {
                at: Date.parse(`${match[1]}T12:00:00Z`),
                tells: match[2] !== undefined,
                text: match[3] ?? '',
              },
            ];
      });
      const past = rows.flatMap((row): Story['past'] => {
        const asOf = /^@ (\S+) (\d+)$/.exec(row);
        if (asOf !== null)
          return [{ question, asOf: Date.parse(`${asOf[1]}T12:00:00Z`), value: Number(asOf[2]) }];
        const told = /^\? (.+) = (\d+)$/.exec(row);
        return told === null
          ? []
          : [{ question: told[1] ?? '', asOf: null, value: Number(told[2]) }];
      });
      return { question, lines, past };
    });
}

async function askAll(text: string): Promise<Asked[]> {
  const stepped = await openStepped();
  try {
    const asked: Asked[] = [];
    for (const [at, story] of readStories(text).entries())
      asked.push(...(await ask(stepped, story, `story-${at}`)));
    return asked;
  } finally {
    await stepped.memory.close();
  }
}

async function ask(
  { memory, set }: SteppedMemory,
  { question, lines, past }: Story,
  name: string,
): Promise<Asked[]> {
  const bank = memory.bank(name);
  for (const { at, text } of lines) {
    set(at);
    await bank.remember({ ...spoken(text), saidAt: at });
  }
  set(Math.max(...lines.map(({ at }) => at)) + 60 * DAY);
  const values = lines.filter(({ tells }) => tells).map(({ text }) => spoken(text).content);
  const first = async (query: string, asOf: number | null): Promise<string | undefined> =>
    (await bank.recall({ query, ...(asOf === null ? {} : { asOf }) })).results[0]?.content;
  const current = await first(question, null);
  const asked: Asked[] = [
    { kind: 'current', right: current === values.at(-1), what: `${question} now: ${current}` },
  ];
  for (const each of past) {
    const found = await first(each.question, each.asOf);
    asked.push({
      kind: each.asOf === null ? 'told' : 'asof',
      right: found === values[each.value - 1],
      what: `${each.question}${each.asOf === null ? '' : ` as of ${new Date(each.asOf).toISOString().slice(0, 10)}`}: ${found}`,
    });
  }
  return asked;
}

function figures(asked: readonly Asked[], suffix = ''): Record<string, number> {
  const share = (kinds: readonly Asked['kind'][]): number => {
    const of = asked.filter(({ kind }) => kinds.includes(kind));
    return of.filter(({ right }) => right).length / of.length;
  };
  return {
    [`current_first${suffix}`]: share(['current']),
    [`asof_first${suffix}`]: share(['asof', 'told']),
    [`as_of${suffix}`]: share(['asof']),
    [`told_time${suffix}`]: share(['told']),
    [`stories${suffix}`]: asked.filter(({ kind }) => kind === 'current').length,
  };
}

function asResult(open: readonly Asked[], unseen: readonly Asked[]): BenchmarkResult {
  const results = {
    ...figures([...open, ...unseen]),
    ...figures(open, '_open'),
    ...figures(unseen, '_unseen'),
  };
  const targets: Readonly<Record<string, string>> = {
    current_first: '≥ 0.95',
    asof_first: '≥ 0.90',
  };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    name.startsWith('stories') ? String(value) : value.toFixed(3),
    targets[name.replace(/_(?:open|unseen)$/, '')] ?? '',
  ]);
  return { results, table: [['updates', '', 'target'], ...rows] };
}
