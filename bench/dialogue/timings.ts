import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { EMPTY_CHANGE } from '../../packages/core/src/domain/change.js';
import type { BankName, LearnedId } from '../../packages/core/src/domain/ids.js';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { seeded, syntheticTurns } from '../synthetic-text.js';

/** Milliseconds by the clock, and of the processor: those are the same whatever else the machine does. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly cpu50: number;
  readonly cpu95: number;
}

interface Took {
  readonly wall: number;
  readonly cpu: number;
}

async function timed(work: () => Promise<unknown>): Promise<Took> {
  const [from, spent] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(spent);
  return { wall: performance.now() - from, cpu: (user + system) / 1_000 };
}

function timesOf(took: readonly Took[]): Times {
  const at = (share: number, read: (each: Took) => number): number => {
    const sorted = took.map(read).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  };
  const [wall, cpu] = [(each: Took) => each.wall, (each: Took) => each.cpu];
  return { p50: at(0.5, wall), p95: at(0.95, wall), cpu50: at(0.5, cpu), cpu95: at(0.95, cpu) };
}

const WORDS = 400;
const MODELS = 6;

/** A turn through all that needs no model: six answers of 400 words mapped, kept, edited, and the bridge read. Milliseconds. */
export async function timeTurns(turns: number): Promise<Times> {
  const memory = await openMemory({ file: ':memory:' });
  const talk = syntheticTurns(3);
  const answer = (): string => {
    const parts: string[] = [];
    for (let words = 0; words < WORDS;) {
      const { content } = talk.next().value.input;
      words += content.split(' ').length;
      parts.push(content);
    }
    return parts.join(' ');
  };
  const took: Took[] = [];
  for (let at = 0; at < turns; at++) {
    const answers = Array.from({ length: MODELS }, (_, model) => ({
      model: `m${model}`,
      text: answer(),
    }));
    took.push(
      await timed(async () => {
        const { turn, artifact } = await memory.dialogue.turn({
          session: `s${at % 10}`,
          query: 'What should we do, and what will it cost?',
          answers,
        });
        await memory.dialogue.curate({ turn, elevate: [artifact.claims[0]?.id ?? 'c1'] });
        await memory.dialogue.read({ session: `s${at % 10}` });
      }),
    );
  }
  await memory.close();
  return timesOf(took);
}

const SESSION_TURNS = 10;
const CLAIMS = 8;
const A_CHANGE = 500;

/** History asked of a file with so many turns, through the library; and what the first question costs, which reads them all. */
export async function timeHistory(
  turns: number,
  asked: number,
): Promise<Times & { readonly first: Took; readonly mostTokens: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
  const file = join(folder, 'memory.mneme');
  try {
    await (await openMemory({ file })).remember('The kettle whistles at noon.');
    const queries = await fill(file, turns);
    const memory = await openMemory({ file });
    const first = await timed(() => memory.dialogue.read({ query: queries[0] ?? 'What?' }));
    const { took, mostTokens } = await ask(memory, queries, asked);
    await memory.close();
    return { ...timesOf(took), first, mostTokens };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(
  memory: Mneme,
  queries: readonly string[],
  asked: number,
): Promise<{ took: Took[]; mostTokens: number }> {
  const took: Took[] = [];
  let mostTokens = 0;
  for (let at = 0; at < asked; at++) {
    const query = queries[Math.floor((at * queries.length) / asked)] ?? 'What?';
    took.push(
      await timed(async () => {
        const { history } = await memory.dialogue.read({ query, maxTokens: 400 });
        mostTokens = Math.max(mostTokens, history?.tokens ?? 0);
      }),
    );
  }
  return { took, mostTokens };
}

/** A map of claims that nothing else is told of. */
const artifactOf = <Claim>(claims: readonly Claim[]) => ({
  claims,
  tensions: [],
  links: [],
  dimensions: [],
  quality: 'conventional',
  strength: 0,
  topology: 'dimensional',
  ghost: null,
  narrative: null,
  models: MODELS,
  by: 'rules',
});

/** Puts turns straight into the store: what is timed is finding them. */
async function fill(file: string, turns: number): Promise<string[]> {
  const store = openSqliteStore({ path: file });
  const bank = 'default' as BankName;
  const talk = syntheticTurns(5);
  const random = seeded(7);
  const say = (): string => talk.next().value.input.content.split(/(?<=[.!?]) /)[0] ?? '';
  const queries: string[] = [];
  const id = (at: number): LearnedId => `x_${String(at).padStart(13, '0')}` as LearnedId;
  for (let from = 0; from < turns; from += A_CHANGE) {
    const learned = Array.from({ length: Math.min(A_CHANGE, turns - from) }, (_, place) => {
      const at = from + place;
      const query = say();
      queries.push(query);
      const session = `s${Math.floor(at / SESSION_TURNS)}`;
      const moment = Date.UTC(2025, 0, 1) + at * 1_800_000;
      const claims = Array.from({ length: CLAIMS }, (_each, claim) => ({
        id: `o${claim + 1}`,
        text: say(),
        kind: 'outlier' as const,
        supporters: [`m${Math.floor(random() * MODELS)}`],
        dimension: null,
        appliesWhen: null,
        outlier: 'supplemental' as const,
        context: null,
      }));
      return {
        id: id(at),
        kind: 'module' as const,
        key: `dialogue turn ${session}`,
        createdAt: moment,
        changedAt: moment,
        retractedAt: null,
        version: 1,
        body: {
          module: 'dialogue',
          type: 'turn',
          evidence: [],
          value: {
            session,
            query,
            answers: [],
            route: 'map',
            raw: null,
            notes: [],
            artifact: artifactOf(claims),
          },
        },
      };
    });
    await store.commit({
      ...EMPTY_CHANGE,
      bank,
      at: Date.UTC(2025, 0, 1),
      verb: 'dialogue',
      actor: 'bench',
      reason: 'filled',
      learned,
    });
  }
  await store.close();
  return queries;
}
