import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { askingOf, type TalkQuestion } from '../talk/talk.js';
import { COPY, copiedBank } from './copied-bank.js';

type Log = (line: string) => void;
type Figures = Record<string, number>;

const BATCH = 200;
/** So many questions are asked before and after, evenly over all. */
const MAX_QUESTIONS = 500;

/** A bank with copies in other words: how much smaller a night makes it, what it joins that are no copies, and what recall loses or gains. */
export async function measureCopies(
  folder: string,
  memories: number,
  share: number,
  seed: number,
  log: Log,
): Promise<Figures> {
  const { turns, copies, questions } = copiedBank(folder, memories, share, seed);
  const place = mkdtempSync(join(tmpdir(), 'mneme-dream-'));
  const memory = await openMemory({ file: join(place, 'copies.mneme') });
  try {
    let foundOnWriting = 0;
    for (let at = 0; at < turns.length; at += BATCH) {
      const { receipts } = await memory.rememberAll(turns.slice(at, at + BATCH));
      foundOnWriting += receipts.filter(({ outcome }) => outcome !== 'remembered').length;
      if (at % 2_000 === 0) log(`${at} of ${turns.length} turns remembered`);
    }
    const asked = questions.filter(
      (_, at) => at % Math.max(1, Math.ceil(questions.length / MAX_QUESTIONS)) === 0,
    );
    const r10Before = await recallAt10(memory, asked);
    const stored = await stateOf(memory);
    const before = await standing(memory);
    log(`r10 ${r10Before.toFixed(4)} before`);
    const report = await memory.dreams.dream({ minutes: 60, changes: 100_000 });
    const r10After = await recallAt10(memory, asked);
    const wrong = wronglyJoined(before, await standing(memory), log);
    log(`r10 ${r10After.toFixed(4)} after; undoing the night`);
    await memory.dreams.dream({ settle: 'reject' });
    const undone = (await stateOf(memory)) === stored;
    return {
      memories: report.memoriesBefore,
      copies,
      found_on_writing: foundOnWriting,
      joined: report.counts['join'] ?? 0,
      asked: report.asks.length,
      wrongly_joined: wrong,
      joined_on_writing: joinedOnWriting(before),
      shrink: 1 - report.memoriesAfter / report.memoriesBefore,
      r10_before: r10Before,
      r10_after: r10After,
      r10_change: r10After - r10Before,
      night_s: report.tookMs / 1_000,
      undone: undone ? 1 : 0,
    };
  } finally {
    await memory.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Share of the evidence among the first ten; a copy of it counts as it. */
async function recallAt10(memory: Mneme, questions: readonly TalkQuestion[]): Promise<number> {
  let sum = 0;
  for (const question of questions) {
    const { results } = await memory.recall({
      ...askingOf(question),
      limit: 10,
      expand: false,
      fields: ['provenance'],
    });
    const found = new Set(
      results.flatMap(({ evidence }) => evidence.map(({ turn }) => (turn ?? '').replace(COPY, ''))),
    );
    sum += question.evidence.filter((turn) => found.has(turn)).length / question.evidence.length;
  }
  return sum / questions.length;
}

interface Standing {
  readonly content: string;
  /** The turns that it stands for, copies counted as what they copy. */
  readonly turns: ReadonlySet<string>;
}

/** What stands in the bank, in the order in which it was said. */
async function standing(memory: Mneme): Promise<readonly Standing[]> {
  const all: Standing[] = [];
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    for (const { provenance, content } of page.memories)
      all.push({
        content,
        turns: new Set(provenance.map(({ turn }) => (turn ?? '').replace(COPY, ''))),
      });
    if (page.next === null) return all;
    after = page.next;
  }
}

/** Turns that writing had put together as one before any night: the same words said twice. */
const joinedOnWriting = (all: readonly Standing[]): number =>
  all.reduce((sum, { turns }) => sum + turns.size - 1, 0);

/**
 * How often a night put memories together of which neither stood for a turn of the other: each stands for turns of
 * its own, and what writing had joined is one from the beginning.
 */
function wronglyJoined(before: readonly Standing[], after: readonly Standing[], log: Log): number {
  const parts = new Map<string, Standing[]>();
  for (const each of before)
    for (const turn of each.turns) parts.set(turn, [...(parts.get(turn) ?? []), each]);
  let wrong = 0;
  for (const { content, turns } of after) {
    const groups = groupsOf(turns, parts);
    if (groups.length < 2) continue;
    wrong += groups.length - 1;
    log(`${groups.length} sayings: ${content}`);
    for (const group of groups) log(`    ${group.join(' = ')}`);
  }
  return wrong;
}

/** The turns that hang together by what writing had joined, as what was said in each group. */
function groupsOf(
  turns: ReadonlySet<string>,
  parts: ReadonlyMap<string, readonly Standing[]>,
): string[][] {
  const left = new Set(turns);
  const groups: string[][] = [];
  for (const first of turns) {
    if (!left.delete(first)) continue;
    const said = new Set<string>();
    for (const queue = [first]; queue.length > 0;)
      for (const part of parts.get(queue.pop() ?? '') ?? []) {
        said.add(part.content);
        for (const turn of part.turns) if (turns.has(turn) && left.delete(turn)) queue.push(turn);
      }
    groups.push([...said]);
  }
  return groups;
}

/** What a bank holds, byte for byte as it is exported, without its history and what use has left. */
export async function stateOf(memory: Mneme): Promise<string> {
  let text = '';
  for await (const part of memory.care.exportLines()) text += part;
  return text
    .split('\n')
    .filter((line) => !/^\{"type":"(?:change|before|removed|recall|mneme-export|end)"/.test(line))
    .map((line) => line.replace(/"usage":(?:null|\{[^}]*\}),"sum":"\w+"/, ''))
    .join('\n');
}
