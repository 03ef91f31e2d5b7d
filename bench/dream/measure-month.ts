import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import type { Operation } from '../../packages/core/src/operations/operation.js';
import { seeded } from '../synthetic-text.js';
import { askingOf, type Talk, type TalkTurn } from '../talk/talk.js';
import { NOISE } from './measure-steering.js';
import { paraphrase } from './paraphrase.js';
import { readTalks } from './read-talks.js';

type Log = (line: string) => void;

const DAYS = 30;
/** So much of what is said comes again in other words, and so much says nothing. */
const AGAIN = 0.15;
const NOTHING = 0.1;
/** So many suggestions are followed in a row before the next turn: one may bring up another. */
const IN_A_ROW = 3;
const MAX_TURNS = 240;
const MAX_QUESTIONS = 60;

interface Month {
  readonly reward: number;
  readonly r10: number;
  readonly followed: number;
  readonly memories: number;
}

/** A month of talk twice: once following what the pulse suggests after each turn, once not. */
export async function measureMonth(
  folder: string,
  talks: number,
  seed: number,
  log: Log,
): Promise<Record<string, number>> {
  const months: Record<'on' | 'off', Month[]> = { off: [], on: [] };
  const chosen = readTalks(folder, ['locomo']).slice(0, talks);
  for (const talk of chosen) {
    for (const follows of [false, true]) {
      const month = await live(talk, follows, seed);
      const { reward, r10, followed, memories } = month;
      months[follows ? 'on' : 'off'].push(month);
      log(
        `${talk.id} ${follows ? 'following' : 'not following'}: reward ${reward.toFixed(3)}, r10 ${r10.toFixed(3)}, ${followed} followed, ${memories} memories`,
      );
    }
  }
  const mean = (of: 'on' | 'off', figure: keyof Month): number =>
    months[of].reduce((sum, month) => sum + month[figure], 0) / chosen.length;
  return {
    month_reward_followed: mean('on', 'reward'),
    month_reward_not: mean('off', 'reward'),
    month_reward_change: mean('on', 'reward') - mean('off', 'reward'),
    month_r10_followed: mean('on', 'r10'),
    month_r10_not: mean('off', 'r10'),
    month_r10_change: mean('on', 'r10') - mean('off', 'r10'),
    month_followed: mean('on', 'followed'),
  };
}

async function live(talk: Talk, follows: boolean, seed: number): Promise<Month> {
  let day = 0;
  const start = Date.UTC(2025, 0, 1);
  const memory = await openMemory({
    file: ':memory:',
    clock: { now: () => start + day * 86_400_000, ticks: () => performance.now() },
  });
  let followed = 0;
  try {
    const turns = monthOf(talk, seed);
    for (const [at, { saidAt: _, ...turn }] of turns.entries()) {
      day = (at * DAYS) / turns.length;
      await memory.remember(turn);
      if (follows) followed += await follow(memory);
    }
    return { ...(await standing(memory)), r10: await recallAt10(memory, talk), followed };
  } finally {
    await memory.close();
  }
}

/** The turns that questions need and those around them, some again in other words, and what says nothing. */
function monthOf(talk: Talk, seed: number): TalkTurn[] {
  const random = seeded(seed);
  return talk.turns.slice(0, MAX_TURNS).flatMap((turn, at): TalkTurn[] => {
    const again = random() < AGAIN ? paraphrase(turn.content, random) : null;
    const noise = random() < NOTHING ? NOISE[Math.floor(random() * NOISE.length)] : undefined;
    return [
      turn,
      ...(again === null ? [] : [{ ...turn, content: again, turn: `${turn.turn}~again` }]),
      ...(noise === undefined ? [] : [{ ...turn, content: noise, turn: `noise ${at}` }]),
    ];
  });
}

/** Does what the pulse says, as it says it: an operation of the table with its input. */
async function follow(memory: Mneme): Promise<number> {
  const offered = Object.values(OPERATIONS as unknown as Record<string, Operation>)
    .filter(({ effect }) => effect !== 'read')
    .map(({ name }) => name);
  let done = 0;
  while (done < IN_A_ROW) {
    const { suggested } = await memory.guidance.pulse(undefined, offered);
    if (suggested === null) break;
    const operation = (OPERATIONS as unknown as Record<string, Operation>)[suggested.operation];
    if (operation === undefined) throw new Error(`${suggested.operation} is no operation`);
    await operation.run(memory, operation.input.parse(suggested.input), {});
    done += 1;
  }
  return done;
}

async function standing(memory: Mneme): Promise<{ reward: number; memories: number }> {
  let [sum, count] = [0, 0];
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    for (const { id } of page.memories) {
      sum += (await memory.guidance.worth({ id })).worth.reward;
      count += 1;
    }
    if (page.next === null) return { reward: sum / count, memories: count };
    after = page.next;
  }
}

/** Share of the evidence among the first ten; what was joined stands for each of its turns. */
async function recallAt10(memory: Mneme, { turns, questions }: Talk): Promise<number> {
  const there = new Set(turns.slice(0, MAX_TURNS).map(({ turn }) => turn));
  const asked = questions
    .filter(
      ({ answerable, evidence }) =>
        answerable && evidence.length > 0 && evidence.every((turn) => there.has(turn)),
    )
    .slice(0, MAX_QUESTIONS);
  let sum = 0;
  for (const question of asked) {
    const { results } = await memory.recall({
      ...askingOf(question),
      limit: 10,
      fields: ['provenance'],
    });
    const found = new Set(
      results.flatMap(({ evidence }) =>
        evidence.map(({ turn }) => (turn ?? '').replace('~again', '')),
      ),
    );
    sum += question.evidence.filter((turn) => found.has(turn)).length / question.evidence.length;
  }
  return sum / Math.max(1, asked.length);
}
