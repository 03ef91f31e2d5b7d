import { MnemeError } from '../../domain/errors.js';
import type { MergeStrategy } from '../../domain/forgetting-and-merging.js';
import { type Edge, EDGE_FAMILIES, movedEdge, type NodeId, nodeKind } from '../../domain/graph.js';
import { isAudienceTag } from '../../domain/audience.js';
import { type BankName, isScopeTag, type MemoryId, RESERVED_TAGS } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import { expiryOf, lastExpiry, withExpiry } from '../../domain/memory-times.js';
import { MAX_CONTENT, type Memory, type Provenance } from '../../domain/memory.js';
import { type Instant, spanPrecision } from '../../domain/time.js';
import { detectLanguage } from '../../language/detect-language.js';
import { sentences } from '../../language/segmentation.js';
import { readUtterance } from '../../language/speech.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { contentHash } from '../../language/text-hash.js';
import type { LanguageModel } from '../../ports/models.js';
import type { Store } from '../../ports/store.js';
import { summariseMemories } from '../../prompts/notes-and-summaries.js';
import { isKnownEvidence, reinforce } from '../../remember/compose-change.js';
import { messageOf } from '../../spaces/dense-vectors.js';

interface MergedText {
  readonly content: string;
  /** The memory whose position in the conversation the new one takes over. */
  readonly kept: Memory;
  /** The memories whose words it contains or summarises. */
  readonly said: readonly Memory[];
  readonly notices: readonly string[];
}

export interface TextPorts {
  readonly stemmer: Stemmer;
  readonly languageModel?: LanguageModel;
}

/**
 * The text of the memory that replaces these, which are in spoken order. Throws `invalid_input` if it is too long for
 * one memory.
 */
export async function mergedText(
  memories: readonly Memory[],
  strategy: MergeStrategy,
  ports: TextPorts,
): Promise<MergedText> {
  const newest = memories.at(-1) as Memory;
  if (strategy === 'keep_newest')
    return { content: newest.content, kept: newest, said: [newest], notices: [] };
  if (strategy === 'keep_highest') {
    const [highest = newest] = [...memories]
      .reverse()
      .sort((a, b) => b.importance - a.importance || b.confidence - a.confidence);
    return { content: highest.content, kept: highest, said: [highest], notices: [] };
  }
  const contents = [...new Set(memories.map(({ content }) => content.trim()))];
  const { content, notices } =
    strategy === 'concatenate'
      ? { content: contents.join('\n'), notices: [] }
      : await summary(contents, ports);
  if (content.length <= MAX_CONTENT) return { content, kept: newest, said: memories, notices };
  throw new MnemeError(
    'invalid_input',
    `Together they have ${content.length} characters; a memory holds ${MAX_CONTENT}.`,
    { field: 'merge.ids', value: memories.length, hint: 'Merge fewer, or keep the newest.' },
  );
}

async function summary(
  contents: readonly string[],
  { languageModel, stemmer }: TextPorts,
): Promise<{ readonly content: string; readonly notices: readonly string[] }> {
  const own = whatEachAdds(contents, stemmer);
  if (languageModel === undefined) return { content: own, notices: [] };
  const told = (why: string) => ({
    content: own,
    notices: [`${why}; the summary is made of their own sentences.`],
  });
  try {
    const { summary: written } = await languageModel.complete(summariseMemories({ contents }));
    const known = new Set(contents.flatMap(numbers));
    const invented = numbers(written).filter((number) => !known.has(number));
    return invented.length === 0
      ? { content: written, notices: [] }
      : told(
          `The language model wrote figures that no memory has (${invented.slice(0, 3).join(', ')})`,
        );
  } catch (error) {
    return told(`The language model did not sum up (${messageOf(error)})`);
  }
}

function numbers(text: string): string[] {
  return text.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

/** Minimum share of new terms for a sentence to be kept. */
const ADDS_ENOUGH = 0.4;
/** Marks negation among a sentence's terms. */
const NEGATED = '¬';

/** The sentences in order, without those that repeat fuller ones. A number or a negation is never dropped. */
function whatEachAdds(contents: readonly string[], stemmer: Stemmer): string {
  const all = contents.flatMap((content) => sentences(content).map(({ text }) => text));
  const read = all.map((text, at) => ({
    at,
    text,
    terms: new Set([
      ...contentTerms(text, detectLanguage(text), stemmer),
      ...numbers(text),
      ...(readUtterance(text).negated ? [NEGATED] : []),
    ]),
  }));
  const covered = new Set<string>();
  const kept = new Set<number>();
  for (const { at, terms } of [...read].sort(
    (a, b) => b.terms.size - a.terms.size || a.at - b.at,
  )) {
    const fresh = [...terms].filter((term) => !covered.has(term));
    if (
      fresh.length < ADDS_ENOUGH * terms.size &&
      !fresh.some((term) => term === NEGATED || /\d/u.test(term))
    )
      continue;
    if (terms.size === 0) continue;
    kept.add(at);
    for (const term of terms) covered.add(term);
  }
  return kept.size === 0
    ? contents.join('\n')
    : read
        .filter(({ at }) => kept.has(at))
        .map(({ text }) => text)
        .join(' ');
}

/** The metadata field for a memory's name. */
const NAME = 'name';
const ANNOTATION = 'annotation';

interface Composition {
  readonly id: MemoryId;
  readonly at: Instant;
  readonly name: string | undefined;
  readonly strategy: MergeStrategy;
  readonly text: MergedText;
}

/** Adds evidence to a memory unless it already counts, as remembering it again does. */
export const withEvidence = (memory: Memory, evidence: Provenance): Memory =>
  isKnownEvidence(memory, evidence) ? memory : reinforce(memory, evidence);

/**
 * The memory that replaces several, in the position of the kept one, with all evidence, tags and remarks. A kept text
 * gains certainty from each that said the same; a combined text holds only if all parts do, so it is as certain as
 * its least certain part.
 */
export function mergedMemory(
  memories: readonly Memory[],
  { id, at, name, strategy, text }: Composition,
): Memory {
  const { content, kept, said } = text;
  const speakers = new Set(said.map(({ speaker }) => speaker));
  const speaker = speakers.size === 1 ? kept.speaker : null;
  const others = memories.filter((memory) => memory !== kept);
  const together = strategy === 'concatenate' || strategy === 'summarize';
  const reinforced = others.flatMap(({ provenance }) => provenance).reduce(withEvidence, kept);
  return {
    ...kept,
    ...occurrence(said),
    id,
    content,
    contentHash: contentHash(content, kept.kind, speaker),
    language: detectLanguage(content),
    speaker,
    recordedAt: at,
    retractedAt: null,
    retraction: null,
    confidence: together
      ? Math.min(...memories.map(({ confidence }) => confidence))
      : reinforced.confidence,
    importance: Math.max(...memories.map(({ importance }) => importance)),
    version: 1,
    supersededBy: null,
    tags: [
      ...withExpiry(
        [...new Set([kept, ...others].flatMap(({ tags }) => tags))].filter(
          (tag) => !tag.startsWith(RESERVED_TAGS) || isScopeTag(tag) || isAudienceTag(tag),
        ),
        lastExpiry(memories.map(({ tags }) => expiryOf(tags))),
      ),
    ],
    metadata: {
      ...Object.assign({}, ...others.map(({ metadata }) => metadata)),
      ...kept.metadata,
      ...remarks(memories),
      ...(name === undefined ? {} : { [NAME]: name }),
    } as Memory['metadata'],
    provenance: reinforced.provenance,
    dates: unique(said.flatMap(({ dates }) => dates).filter((date) => content.includes(date.text))),
    images: [
      ...new Map(
        [kept, ...others].flatMap(({ images }) => images).map((image) => [image.sha256, image]),
      ).values(),
    ],
  };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}

/** All remarks on any of them, one per line. */
function remarks(memories: readonly Memory[]): { readonly [ANNOTATION]?: string } {
  const lines = new Set(
    memories.flatMap(({ metadata }) =>
      metadata[ANNOTATION] === undefined ? [] : String(metadata[ANNOTATION]).split('\n'),
    ),
  );
  return lines.size === 0 ? {} : { [ANNOTATION]: [...lines].join('\n') };
}

/** The span from the first to the last of their times. */
function occurrence(
  said: readonly Memory[],
): Pick<Memory, 'occurredFrom' | 'occurredTo' | 'occurredPrecision'> {
  const named = said.filter(({ occurredFrom, saidAt }) => occurredFrom !== saidAt);
  const telling = named.length > 0 ? named : said.slice(-1);
  const first = telling[0] as Memory;
  const occurredFrom = Math.min(...telling.map((memory) => memory.occurredFrom));
  const occurredTo = Math.max(...telling.map((memory) => memory.occurredTo));
  const same = telling.every(
    (memory) =>
      memory.occurredFrom === first.occurredFrom && memory.occurredTo === first.occurredTo,
  );
  return {
    occurredFrom,
    occurredTo,
    occurredPrecision: same
      ? first.occurredPrecision
      : spanPrecision({ from: occurredFrom, to: occurredTo }),
  };
}

const SUPERSESSION_WEIGHT = 0.5;

/** The edge from a memory to the one it replaced, labelled with the verb. */
export const inPlaceOf = (by: MemoryId, old: MemoryId, verb: 'merge' | 'update'): Edge => ({
  from: by,
  to: old,
  role: 'supersedes',
  label: verb,
  weight: SUPERSESSION_WEIGHT,
  confidence: 1,
  status: 'resolved',
  evidence: by,
});

/** Above the number of links of any node. */
const ALL = 100_000;

/** Links between other nodes whose evidence these memories are. */
export async function statedOnlyBy(
  ids: readonly NodeId[],
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<readonly Edge[]> {
  const gone = new Set(ids);
  const ends = (await store.neighbours(bank, ids, EDGE_FAMILIES, ALL)).flatMap(({ from, to }) => [
    from,
    to,
  ]);
  const named = [...new Set(ends)].filter((id) => nodeKind(id) === 'entity');
  return (await store.neighbours(bank, named, EDGE_FAMILIES, ALL)).filter(
    ({ from, to, evidence }) =>
      evidence !== null && gone.has(evidence) && !gone.has(from) && !gone.has(to),
  );
}

/**
 * The links of several memories, moved to the one that replaces them: those from and to each, and links between
 * entities that they state. Links among themselves are dropped, and pending conflicts stay with the old memories, as
 * do the old links, hidden while these are retracted.
 */
export async function mergedEdges(
  target: Memory,
  memories: readonly Memory[],
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<Edge[]> {
  const old = new Set<NodeId>(memories.map(({ id }) => id));
  const own = (await store.neighbours(bank, [...old], EDGE_FAMILIES, ALL)).filter((edge) =>
    carries(edge, old, target),
  );
  const told = await statedOnlyBy([...old], bank, store);
  const moved = (id: NodeId): NodeId => (old.has(id) ? target.id : id);
  const edges = new Map<string, Edge>();
  for (const edge of [...own, ...told]) {
    const next = movedEdge(edge, moved);
    const key = [next.from, next.role, next.to, next.label].join('|');
    const known = edges.get(key);
    edges.set(
      key,
      known === undefined
        ? next
        : {
            ...known,
            weight: Math.max(known.weight, next.weight),
            confidence: Math.max(known.confidence, next.confidence),
          },
    );
  }
  const supersedes = memories.map(({ id }) => inPlaceOf(target.id, id, 'merge'));
  return [...edges.values(), ...supersedes];
}

function carries(
  { from, to, role, status }: Edge,
  old: ReadonlySet<NodeId>,
  target: Memory,
): boolean {
  if (status === 'pending' || (old.has(from) && old.has(to))) return false;
  // Not carried over: the new memory is current.
  if (role === 'supersedes' && old.has(to)) return false;
  return role !== 'belongs_to' || nodeKind(to) !== 'context' || to === target.context;
}

/** Repoints memories that one of these superseded to the new one. */
export function inItsPlace(target: MemoryId, superseded: readonly Memory[]): Memory[] {
  return superseded.map((memory) => ({
    ...memory,
    supersededBy: target,
    version: memory.version + 1,
  }));
}

const ROLES: ReadonlySet<Edge['role']> = new Set(['derived_from', 'supersedes', 'doubts']);

/**
 * The links of a note, moved to the one that replaces it: to its turns, to the notes it supersedes or doubts, and
 * from notes that do so to it.
 */
export async function noteLinksOf(
  old: MemoryId,
  by: MemoryId,
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<Edge[]> {
  return (await store.neighbours(bank, [old], EDGE_FAMILIES, ALL))
    .filter(({ role, label }) => ROLES.has(role) && label === '')
    .map((edge) => movedEdge(edge, (id) => (id === old ? by : id)));
}

/**
 * The note structure for new words: unchanged unless given. Throws `invalid_input` if the new words no longer contain
 * the note's value.
 */
export function structureFor(
  { id, content: before, note }: Memory,
  content: string,
  given: RememberInput['note'],
): Pick<RememberInput, 'note'> {
  if (given !== undefined) return { note: given };
  if (note === undefined) return {};
  const [was, is, value] = [before, content, note.value].map((text) => text.toLowerCase()) as [
    string,
    string,
    string,
  ];
  if (was.includes(value) && !is.includes(value))
    throw new MnemeError(
      'invalid_input',
      `${id} is a note of “${note.about}: ${note.aspect}: ${note.value}”, and its new words do not say that.`,
      {
        field: 'update.note',
        value: content,
        hint: 'Give its note, too, with the new value; or remember a note that replaces it.',
      },
    );
  return { note: { ...note, asks: [...note.asks], matters: [...note.matters] } };
}
