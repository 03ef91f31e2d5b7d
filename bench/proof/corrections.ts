import { HOUR } from '../../packages/core/src/domain/time.js';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import { createStemmer } from '../../packages/core/src/language/stem.js';
import { seededRandom } from '../loaded-bank.js';
import { sessionsOf } from '../lives/fill-by-reading.js';
import { sameValue } from '../lives/matching-values.js';
import type { LifeCases } from '../lives/case-file.js';
import type { Life } from '../talk/lives.js';
import type { OpenMemory, Reading } from './memory-system.js';

/** What an agent is asked to do at some time, and what it must know for that. */
export interface AgentTask {
  readonly text: string;
  /** When it is given: after so many sessions, and at which moment. */
  readonly after: number;
  readonly at: number;
  /** Each as the turns any one of which tells it; all told by then. */
  readonly needs: readonly (readonly string[])[];
  /** Turns with a value that no longer holds, and those that tell the newer one. */
  readonly outdated: readonly { readonly turn: string; readonly by: readonly string[] }[];
}

/** Questions of these kinds ask for a standing wish or a current value. */
const ASKED_AS_TASKS: ReadonlySet<string> = new Set(['current', 'preference', 'instruction']);

interface PooledTask {
  readonly text: string;
  readonly need: readonly (readonly string[])[];
  readonly never: readonly string[];
}

/** Tasks of a life: its cases, and what its owner asks for in passing. An implicit request needs all its turns. */
function pooled({ talk }: Life, cases: LifeCases): PooledTask[] {
  return [
    ...cases.tasks.map(({ task, need, never }) => ({ text: task, need, never })),
    ...talk.questions.flatMap(({ text, category, evidence, stale }) =>
      category === 'implicit'
        ? [{ text, need: evidence.map((turn) => [turn]), never: stale }]
        : ASKED_AS_TASKS.has(category)
          ? [{ text, need: [evidence], never: stale }]
          : [],
    ),
  ];
}

/** So many tasks, spread evenly over the sessions, drawn from those of which something was told by then; the least used first. */
export function tasksOver(life: Life, cases: LifeCases, count: number, seed: number): AgentTask[] {
  const sessions = sessionsOf(life.talk.turns);
  const random = seededRandom(seed);
  const pool = pooled(life, cases).map((task) => ({ task, used: 0 }));
  const saidAt = new Map(
    life.talk.turns.map(({ turn, saidAt: at }) => [turn, new Date(at ?? 0).getTime()]),
  );
  return Array.from({ length: count }, (_, at): AgentTask[] => {
    const after = Math.ceil(((at + 1) * sessions.length) / count);
    const told = new Set(sessions.slice(0, after).flatMap((own) => own.map(({ turn }) => turn)));
    const open = pool
      .map((each) => ({ each, needs: needsBy(each.task, told, life) }))
      .filter(({ needs }) => needs.length > 0);
    const least = Math.min(...open.map(({ each }) => each.used));
    const drawn = open.filter(({ each }) => each.used === least);
    const chosen = drawn[random.uint32() % Math.max(1, drawn.length)];
    if (chosen === undefined) return [];
    chosen.each.used++;
    const { task } = chosen.each;
    const last = sessions[after - 1]?.at(-1)?.turn ?? '';
    return [
      {
        text: task.text,
        after,
        at: (saidAt.get(last) ?? 0) + HOUR,
        needs: chosen.needs,
        outdated: outdatedBy(task, told, life, saidAt),
      },
    ];
  }).flat();
}

/** What a task needs of what was told: before a value of today was, the one that it replaced. */
function needsBy(
  { need, never }: PooledTask,
  told: ReadonlySet<string>,
  { replacing }: Life,
): string[][] {
  return need.flatMap((turns) => {
    const now = turns.filter((turn) => told.has(turn));
    if (now.length > 0) return [now];
    const by = (turn: string): readonly string[] => replacing.get(turn) ?? [];
    const before = never
      .filter((turn) => told.has(turn))
      .filter((turn) => by(turn).some((other) => turns.includes(other)));
    const last = before.filter((turn) => !by(turn).some((other) => before.includes(other)));
    return last.length === 0 ? [] : [last];
  });
}

function outdatedBy(
  { need, never }: PooledTask,
  told: ReadonlySet<string>,
  { replacing }: Life,
  saidAt: ReadonlyMap<string, number>,
): AgentTask['outdated'] {
  const later = (turn: string): string[] =>
    need.flat().filter((other) => (saidAt.get(other) ?? 0) > (saidAt.get(turn) ?? 0));
  return never
    .filter((turn) => told.has(turn))
    .map((turn) => ({
      turn,
      by: (replacing.get(turn) ?? later(turn)).filter((by) => told.has(by)),
    }))
    .filter(({ by }) => by.length > 0);
}

/** Whether a text tells a turn: by its words, or by those of a note read off it, in one line. */
export class TellingMatcher {
  readonly #stemmer = createStemmer();
  readonly #statements = new Map<string, readonly string[]>();
  readonly #former = new Map<string, readonly string[]>();
  readonly #same = new Map<string, boolean>();

  constructor({ talk }: Pick<Life, 'talk'>, notes: Reading['notes']) {
    const replaced = new Set(notes.flatMap((note) => note.replaces));
    for (const { turn, content } of talk.turns) {
      const own = notes.filter(({ turns }) => turns.includes(turn));
      const gone = own.filter(({ id }) => replaced.has(id));
      const texts = (of: Reading['notes']): string[] => [content, ...of.map(({ text }) => text)];
      this.#statements.set(turn, texts(own));
      this.#former.set(turn, texts(gone.length > 0 ? gone : own));
    }
  }

  tells(lines: readonly string[], turn: string): boolean {
    return this.#any(lines, this.#statements.get(turn) ?? []);
  }

  /** Whether it tells what no longer holds of a turn: of its notes, those that others replace. */
  tellsFormer(lines: readonly string[], turn: string): boolean {
    return this.#any(lines, this.#former.get(turn) ?? []);
  }

  #any(lines: readonly string[], statements: readonly string[]): boolean {
    return statements.some((statement) =>
      lines.some((line) => {
        const pair = `${statement}\n${line}`;
        const known = this.#same.get(pair);
        if (known !== undefined) return known;
        const same = sameValue(statement, line, this.#stemmer);
        this.#same.set(pair, same);
        return same;
      }),
    );
  }
}

/** A shorter line is in too many texts: "Lovely." */
const LEAST_WORDS = 4;

/** The lines of a context without what stands around them: dates, speakers, ids. */
export function linesOf(context: string): string[] {
  return context
    .split('\n')
    .map((line) =>
      line
        .replace(/^- /, '')
        .replace(/^\d{4}-\d{2}-\d{2} /, '')
        .replace(/^\p{L}[\p{L} .’'-]{0,40}: /u, '')
        .replace(/ \[m_\w+\]$/, '')
        .trim(),
    )
    .filter((line) => line.split(/\s+/).length >= LEAST_WORDS);
}

export interface TaskResult {
  /** Of the context. */
  readonly tokens: number;
  readonly needs: number;
  readonly corrections: number;
  readonly outdated: number;
}

/** What its user has to tell again, or to put right: needs that are not in the context, and outdated values that are there without the current one. */
export function correctionsOf(
  context: string,
  { needs, outdated }: Pick<AgentTask, 'needs' | 'outdated'>,
  matcher: TellingMatcher,
): TaskResult {
  const lines = linesOf(context);
  const tells = (turn: string): boolean => matcher.tells(lines, turn);
  const lacking = needs.filter((turns) => !turns.some(tells)).length;
  const wrong = outdated.filter(
    ({ turn, by }) => matcher.tellsFormer(lines, turn) && !by.some(tells),
  ).length;
  return {
    tokens: countTokens(context),
    needs: needs.length,
    corrections: lacking + wrong,
    outdated: wrong,
  };
}

/** One life: before each task the agent gets a context of each size. */
export async function liveThrough(
  life: Life,
  tasks: readonly AgentTask[],
  memory: OpenMemory,
  matcher: TellingMatcher,
  budgets: readonly number[],
): Promise<{
  readonly results: ReadonlyMap<number, readonly TaskResult[]>;
  readonly ms: number[];
}> {
  const sessions = sessionsOf(life.talk.turns);
  const results = new Map(budgets.map((budget): [number, TaskResult[]] => [budget, []]));
  const ms: number[] = [];
  let told = 0;
  for (const task of tasks) {
    for (; told < task.after; told++) await memory.tell(sessions[told] ?? []);
    for (const budget of budgets) {
      const start = performance.now();
      const context = await memory.context(task.text, task.at, budget);
      ms.push(performance.now() - start);
      results.get(budget)?.push(correctionsOf(context, task, matcher));
    }
  }
  return { results, ms };
}
