import { derive } from '../../packages/core/src/bank/derive.js';
import { EMPTY_CHANGE } from '../../packages/core/src/domain/change.js';
import type { Memory } from '../../packages/core/src/domain/memory.js';
import type { Note } from '../../packages/core/src/domain/note.js';
import type { BrokenNote, SelfTest } from '../../packages/core/src/domain/self-test.js';
import { DAY } from '../../packages/core/src/domain/time.js';
import type { KnownNote } from '../../packages/core/src/indexes/note-index.js';
import { presentAt, validityOfNote } from '../../packages/core/src/indexes/note-validity.js';
import type { BenchmarkValues } from '../benchmark.js';
import { useRead } from '../lives/fill-by-reading.js';
import { readersFrom } from '../lives/live-reader.js';
import { type LoadedBank, seededRandom } from '../loaded-bank.js';
import { mean } from '../retrieval-metrics.js';
import { askBank } from '../talk/ask.js';
import { withFiles } from '../talk/bank-files.js';
import { figuresOf } from '../talk/figures.js';
import { livesFrom } from '../talk/read-corpora.js';
import type { Talk } from '../talk/talk.js';

type Log = (line: string) => void;

/** What a bank of notes says of itself, what a night does to it, and which of the notes broken in it it names. */
export async function measureNotes(
  options: BenchmarkValues,
  log: Log,
): Promise<Record<string, number>> {
  const readerOf = readersFrom(options);
  if (readerOf === null) {
    log('passed over: notes, which are read with --readings');
    return {};
  }
  const gains: number[] = [];
  const tests: SelfTest[] = [];
  const named = { day: [0, 0], alias: [0, 0] };
  let changes = 0;
  await withFiles(options, async (files) => {
    for (const { talk } of livesFrom(options, log)) {
      await useRead(talk, readerOf, files, async ({ memory }) => {
        const before = await rightFirst(talk, memory);
        const night = await memory.memory.dreams.dream({ minutes: 60 });
        gains.push((await rightFirst(talk, memory)) - before);
        changes += night.open + (night.proof?.worse === false ? night.changes : 0);
        const test = (await memory.memory.care.doctor({ recall: true })).recall;
        if (test !== null) tests.push(test);
        for (const { what, ids, faults } of await plantFaults(memory)) {
          const { recall } = await memory.memory.care.doctor({ recall: true, questions: 1 });
          const found = (recall?.broken ?? []).some(
            ({ fault, notes }) => faults.includes(fault) && notes.some((id) => ids.includes(id)),
          );
          named[what][0] = (named[what][0] ?? 0) + Number(found);
          named[what][1] = (named[what][1] ?? 0) + 1;
        }
        log(`${talk.id}: ${gains.at(-1)?.toFixed(4) ?? ''}, ${night.changes} changes`);
      });
    }
  });
  const firstOf = (way: keyof SelfTest['ways']): number =>
    mean(
      tests.map(({ ways }) => ways[way]).flatMap(({ asked, first }) => (asked > 0 ? [first] : [])),
    );
  const share = ([found = 0, all = 0]: readonly number[]): number => found / Math.max(1, all);
  return {
    notes_gain: mean(gains),
    notes_worst: Math.min(...gains),
    notes_changes: changes,
    self_held_out: firstOf('held_out'),
    self_named: firstOf('named'),
    named_day: share(named.day),
    named_alias: share(named.alias),
  };
}

async function rightFirst(talk: Talk, memory: LoadedBank): Promise<number> {
  const asked = await askBank(
    { talk, questions: talk.questions },
    { memory, filled: true },
    { limit: 10, timed: false },
  );
  return figuresOf(asked)['top1'] ?? 0;
}

interface Planted {
  readonly what: 'day' | 'alias';
  readonly ids: readonly string[];
  readonly faults: readonly BrokenNote['fault'][];
}

/** Notes whose day is put off by 20 to 219 days, and subjects under a name that nobody says. */
async function plantFaults(loaded: LoadedBank): Promise<readonly Planted[]> {
  const { state, name } = await loaded.bank();
  const { store, ...parts } = loaded.parts;
  const random = seededRandom(7);
  const draw = (below: number): number => random.uint32() % below;
  const standing = [...state.notes.all()].filter(
    (known) => validityOfNote(known, state.notes, presentAt(Date.now())).state !== 'superseded',
  );
  const put = async (some: readonly KnownNote[], change: (note: Note) => Partial<Note>) => {
    const memories = (
      await store.get(
        name,
        some.map(({ id }) => id),
      )
    ).map((memory): Memory => ({
      ...memory,
      version: memory.version + 1,
      note: { ...(memory.note as Note), ...change(memory.note as Note) },
    }));
    const at = Date.now();
    const told = { bank: name, at, verb: 'update', actor: 'bench', reason: '' } as const;
    await store.commit({ ...EMPTY_CHANGE, ...told, memories });
    const { readings } = await derive(memories, state.encoder, { store, ...parts });
    await store.putDerived(name, [], readings);
    return some.map(({ id }) => id as string);
  };
  const planted: Planted[] = [];
  const dated = standing.filter(({ note }) => note.from !== null);
  for (let count = 0; count < 4; count++) {
    const [known] = dated.splice(draw(dated.length), 1);
    if (known === undefined) break;
    const off = (20 + draw(200)) * (draw(2) === 0 ? -1 : 1) * DAY;
    const from = new Date(Date.parse(known.note.from ?? '') + off).toISOString().slice(0, 10);
    const ids = await put([known], () => ({ from, until: null }));
    planted.push({ what: 'day', ids, faults: ['wrong_day'] });
  }
  const subjects = [...new Set(standing.map(({ note }) => note.about))].filter((about) =>
    /^\p{Lu}\p{Ll}+$/u.test(about),
  );
  for (const alias of ['Zorvane', 'Thessaly', 'Brumholt']) {
    const [about] = subjects.splice(draw(subjects.length), 1);
    const own = standing.filter(({ note }) => note.about === about);
    const later = own.slice(Math.floor(own.length / 2));
    if (later.length === 0) continue;
    const ids = await put(later, () => ({ about: alias }));
    planted.push({ what: 'alias', ids, faults: ['unnamed', 'one_subject'] });
  }
  return planted;
}
