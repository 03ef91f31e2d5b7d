import { copyToScratch, type ScratchBank } from '../../bank/banks.js';
import type { OpenBank, OpenFile } from '../../bank/core.js';
import { derive } from '../../bank/derive.js';
import { EMPTY_CHANGE, PASSAGE_VECTORS } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { WAYS_OF_ASKING } from '../../domain/self-test.js';
import type { Instant } from '../../domain/time.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { type Moment, validityOfNote } from '../../indexes/note-validity.js';
import type { OperationContext } from '../../kernel/operation.js';
import type { Store } from '../../ports/store.js';
import { RecallCache } from '../../recall/recall-cache.js';
import { createRecallCaches } from '../../recall/recall-context.js';
import { recall } from '../../recall/recall.js';

/** A question made of a note, which is the answer. */
export interface OwnQuestion {
  readonly note: MemoryId;
  readonly ask: string;
  /** `indexed`: one of its own questions, with which it is indexed. */
  readonly way: (typeof WAYS_OF_ASKING)[number] | 'indexed';
}

/** How a bank answered one. */
export interface OwnAnswer {
  readonly question: OwnQuestion;
  /** Index of the first result that is the note or a turn that it was read off; -1 if it is not among ten. */
  readonly place: number;
  /** Probability that the first result answers; null if not judged. */
  readonly sure: number | null;
}

type Long = Pick<OperationContext, 'signal' | 'onProgress'>;

/** Spreads ids evenly over 32 bits, so that a bank that grows is asked mostly the same. */
function drawOf(id: string, seed: number): number {
  let mixed = seed >>> 0;
  for (let at = 0; at < id.length; at++)
    mixed = Math.imul(mixed ^ id.charCodeAt(at), 0x01000193) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Current notes, in an order drawn by `seed`. */
export function drawNotes(bank: OpenBank, moment: Moment, seed: number): KnownNote[] {
  const { notes } = bank.state;
  return [...notes.all()]
    .filter(({ note: { status } }) => status !== 'cancelled')
    .filter((known) => validityOfNote(known, notes, moment).state === 'current')
    .map((known) => ({ known, draw: drawOf(known.id, seed) }))
    .sort((a, b) => a.draw - b.draw)
    .map(({ known }) => known);
}

/**
 * One question a note: by one of its own if it has several (they must differ from what is indexed: see
 * {@link withoutAsked}), else by subject and aspect.
 */
export const questionsOf = (notes: readonly KnownNote[]): OwnQuestion[] =>
  notes.map(({ id, note: { asks, about, aspect } }) =>
    asks.length > 1
      ? { note: id, ask: asks.at(-1) ?? '', way: 'held_out' }
      : { note: id, ask: `What is ${about}’s ${aspect}?`, way: 'named' },
  );

/** Every question of these notes, as they are indexed: whether they are found at all. */
export const indexedQuestionsOf = (notes: readonly KnownNote[]): OwnQuestion[] =>
  notes.flatMap(({ id, note: { asks } }) =>
    asks.map((ask) => ({ note: id, ask, way: 'indexed' as const })),
  );

/**
 * A copy of the bank in which each of these notes is indexed without the question that it will be asked: neither its
 * words nor its vector can help to find it.
 */
export function withoutAsked(
  questions: readonly OwnQuestion[],
  { name, state: { encoder } }: OpenBank,
  core: OpenFile,
  prepare: (store: Store) => Promise<void> = () => Promise.resolve(),
): Promise<ScratchBank> {
  const held = new Map(
    questions.flatMap(({ way, note, ask }) => (way === 'held_out' ? [[note, ask] as const] : [])),
  );
  return copyToScratch(core, name, async (store) => {
    await prepare(store);
    const memories = await store.get(name, [...held.keys()]);
    const codes = new Map<MemoryId, Int8Array>();
    for await (const page of store.codes(name, PASSAGE_VECTORS, encoder, [...held.keys()]))
      for (const { memory, code } of page) codes.set(memory, code);
    const changed = memories.flatMap((memory) => {
      const { note } = memory;
      const at = note?.asks.indexOf(held.get(memory.id) ?? '') ?? -1;
      if (note === undefined || at < 0) return [];
      const code = codes.get(memory.id);
      const width = (code?.length ?? 0) / (note.asks.length + note.matters.length);
      return [
        {
          memory: {
            ...memory,
            version: memory.version + 1,
            note: { ...note, asks: note.asks.toSpliced(at, 1) },
          },
          vector: code?.filter((_, cell) => Math.floor(cell / width) !== at),
        },
      ];
    });
    if (changed.length === 0) return;
    const shortened = changed.map(({ memory }) => memory);
    await store.commit({
      ...{ ...EMPTY_CHANGE, bank: name, memories: shortened },
      ...{ at: core.parts.clock.now(), verb: 'update', actor: 'self-test', reason: '' },
    });
    const embeddings = changed.flatMap(({ memory: { id }, vector }) =>
      vector === undefined ? [] : [{ memory: id, space: PASSAGE_VECTORS, encoder, vector }],
    );
    const { readings } = await derive(shortened, encoder, core.parts);
    await store.putDerived(name, embeddings, readings);
  });
}

interface Asking extends Long {
  readonly now: Instant;
  /** The bank whose notes the answers are, if it is not the one asked: this one before it was changed. */
  readonly told?: OpenBank;
}

/** Asks a bank, without counting as use and without time budgets. Throws `interrupted`. */
export async function askOwn(
  questions: readonly OwnQuestion[],
  bank: OpenBank,
  { now, told = bank, signal, onProgress }: Asking,
): Promise<OwnAnswer[]> {
  const answers: OwnAnswer[] = [];
  await bank.state.follow();
  for (const question of questions) {
    if (signal?.aborted === true)
      throw new MnemeError(
        'interrupted',
        `Stopped after ${answers.length} of ${questions.length} questions.`,
        { hint: 'Run it again; nothing was changed.' },
      );
    const asked = { query: question.ask, now, limit: TEN, expand: false, reflections: 0 };
    const answer = await recall(
      { ...asked, fields: ['id', 'probability'] },
      bank.name,
      bank.state,
      {
        ...bank.recall,
        ...createRecallCaches(),
        cache: new RecallCache(1),
        clock: { now: () => now, ticks: () => 0 },
      },
    );
    const right = rightFor(question.note, told, bank);
    answers.push({
      question,
      place: answer.delivered.findIndex((id) => right.has(id)),
      sure: answer.results[0]?.probability ?? null,
    });
    onProgress?.(answers.length, questions.length);
    // Yield to the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answers;
}

const TEN = 10;

/**
 * The note, the turns that it was read off, and notes that state the same value of the same aspect; and what stands in
 * their place in the bank that is asked.
 */
function rightFor(
  id: MemoryId,
  { state: { notes, index } }: OpenBank,
  asked: OpenBank,
): ReadonlySet<MemoryId> {
  const slot = index.slot(id);
  const known = notes.of(slot);
  const same = known === undefined ? [] : notes.sharingAspect(known);
  const right = [
    id,
    ...notes.turnsOf(slot).map((turn) => index.id(turn)),
    ...same.filter(({ note }) => note.value === known?.note.value).map((each) => each.id),
  ];
  return new Set(
    right.flatMap((each) => [each, asked.state.index.succeeded(each)?.supersededBy ?? each]),
  );
}
