import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Mneme } from '../../src/index.js';
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
    const before = await recallAt10(memory, asked);
    const stored = await stateOf(memory);
    const apart = await wronglyJoined(memory);
    log(`r10 ${before.toFixed(4)} before`);
    const report = await memory.dreams.dream({ minutes: 60, changes: 100_000 });
    const after = await recallAt10(memory, asked);
    const wrong = (await wronglyJoined(memory, log)) - apart;
    log(`r10 ${after.toFixed(4)} after; undoing the night`);
    await memory.dreams.settle({ verdict: 'reject' });
    const undone = (await stateOf(memory)) === stored;
    return {
      memories: report.memoriesBefore,
      copies,
      found_on_writing: foundOnWriting,
      joined: report.counts['join'] ?? 0,
      asked: report.asks.length,
      wrongly_joined: wrong,
      shrink: 1 - report.memoriesAfter / report.memoriesBefore,
      r10_before: before,
      r10_after: after,
      r10_change: after - before,
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
      breadth: 10,
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

/** Memories that stand for turns which are no copies of each other. */
async function wronglyJoined(memory: Mneme, log?: Log): Promise<number> {
  let wrong = 0;
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    for (const { provenance, content } of page.memories) {
      const turns = new Set(provenance.map(({ turn }) => (turn ?? '').replace(COPY, '')));
      if (turns.size > 1) log?.(`${turns.size} turns: ${content.slice(0, 100)}`);
      wrong += Math.max(0, turns.size - 1);
    }
    if (page.next === null) return wrong;
    after = page.next;
  }
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
