import { linksByNode, nodeKind } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { MetaRow } from '../domain/layers.js';
import type { MemoryKind } from '../domain/memory.js';
import { DAY, type Instant } from '../domain/time.js';
import type { Accept } from '../indexes/accept.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { postingSlot } from '../indexes/postings.js';
import { describeInterval } from '../language/calendar.js';
import { isFrameWord } from '../language/stop-words.js';
import type { Store } from '../ports/store.js';
import type { Understanding } from './understand.js';

const MAX_MENTIONS = 100_000;
const MAX_WORDS = 5;
/** The minimum number of memories for each grade above none. */
const GRADES = [
  [100, 'expert'],
  [20, 'advanced'],
  [5, 'intermediate'],
  [1, 'beginner'],
  [0, 'none'],
] as const;

interface Domain {
  readonly name: string;
  readonly category: MetaRow['category'];
  readonly slots: readonly number[];
}

/** What the bank knows about what the query names: its entities, else its words, else the bank as a whole. */
export async function metaRows(
  understanding: Understanding,
  {
    bank,
    state,
    store,
    accepts,
    now,
  }: { bank: BankName; state: BankState; store: Store; accepts: Accept; now: Instant },
): Promise<MetaRow[]> {
  const entities = await entityDomains(understanding, bank, state, store);
  const named = entities.length > 0 ? entities : wordDomains(understanding, state.index);
  const domains = named.length > 0 ? named : [wholeBank(state.index)];
  return domains.map(({ slots, ...domain }) => rowOf(domain, slots.filter(accepts), state, now));
}

async function entityDomains(
  { entities }: Understanding,
  bank: BankName,
  { index }: BankState,
  store: Store,
): Promise<Domain[]> {
  const ids = entities.map(({ id }) => id);
  const edges = await store.neighbours(bank, ids, ['relational'], MAX_MENTIONS);
  const links = linksByNode(ids, edges);
  return entities.map(({ id, name, type }) => {
    const mentioning = new Set(
      (links.get(id) ?? []).flatMap(({ role, from, to }) =>
        [from, to].filter(
          (node) => (role === 'mentions' || role === 'said_by') && nodeKind(node) === 'memory',
        ),
      ),
    );
    return {
      name,
      category: type,
      slots: [...mentioning]
        .map((memory) => index.slot(memory as MemoryId))
        .filter((slot) => slot >= 0),
    };
  });
}

/** Words in no memory are included, as domains of which nothing is known. */
function wordDomains({ terms, route }: Understanding, { postings }: BankIndex): Domain[] {
  // In “What have we learned about …”, the words that ask for knowledge are not its subject.
  const asking = route.type.value === 'meta' ? route.type.cues.join(' ') : '';
  return terms
    .filter(({ term, word }) => !isFrameWord(term) && !asking.includes(word.toLowerCase()))
    .slice(0, MAX_WORDS)
    .map(({ word, number }) => ({
      name: word,
      category: 'word',
      slots: number < 0 ? [] : [...new Set(postings.list(number).map(postingSlot))],
    }));
}

function wholeBank({ size }: BankIndex): Domain {
  return {
    name: 'the whole bank',
    category: 'bank',
    slots: Array.from({ length: size }, (_, slot) => slot),
  };
}

function rowOf(
  { name, category }: Omit<Domain, 'slots'>,
  slots: readonly number[],
  { index, votes }: BankState,
  now: Instant,
): MetaRow {
  const kinds: Partial<Record<MemoryKind, number>> = {};
  for (const slot of slots) kinds[index.kind(slot)] = (kinds[index.kind(slot)] ?? 0) + 1;
  const times = slots.map((slot) => index.saidAt.get(slot));
  const [from, to] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const sum = (of: (slot: number) => number): number =>
    slots.reduce((total, slot) => total + of(slot), 0);
  const mean = (of: (slot: number) => number): number | null =>
    slots.length === 0 ? null : sum(of) / slots.length;
  const accesses = sum((slot) => index.usage(slot).accessCount);
  const confidence = mean((slot) => index.confidence.get(slot));
  return {
    domain: name,
    category,
    memories: slots.length,
    kinds,
    sessions: new Set(slots.map((slot) => index.session(slot)).filter((session) => session >= 0))
      .size,
    period: slots.length === 0 ? null : { from, to, text: describeInterval(from, to + 1, 'day') },
    confidence,
    usefulness: mean((slot) => votes.usefulness(index.id(slot))),
    accesses,
    expertise: GRADES.find(([least]) => slots.length >= least)?.[1] ?? 'none',
    gaps: gapsOf(slots, { kinds, accesses, confidence, latest: to, now }),
  };
}

const STALE = 180 * DAY;
const UNSURE = 0.6;

function gapsOf(
  slots: readonly number[],
  {
    kinds,
    accesses,
    confidence,
    latest,
    now,
  }: {
    kinds: MetaRow['kinds'];
    accesses: number;
    confidence: number | null;
    latest: Instant;
    now: Instant;
  },
): string[] {
  if (slots.length === 0) return ['Nothing is known.'];
  const lacking = (['experience', 'fact', 'strategy'] as const).filter(
    (kind) => kinds[kind] === undefined,
  );
  return [
    ...lacking.map((kind) => `No memory is ${kind === 'experience' ? 'an' : 'a'} ${kind}.`),
    ...(now - latest > STALE
      ? [`Nothing was learned in the last ${Math.floor((now - latest) / DAY)} days.`]
      : []),
    ...(confidence !== null && confidence < UNSURE ? ['The bank is not sure of it.'] : []),
    ...(accesses === 0 ? ['No recall has used it yet.'] : []),
  ];
}
