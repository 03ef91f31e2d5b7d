import { EMPTY_CHANGE, type Change } from '../../domain/change.js';
import type { StoredClaim } from '../../domain/conflict.js';
import {
  ERASED,
  NameMatcher,
  type EraseReport,
  type ParsedEraseInput,
} from '../../domain/erasure.js';
import { MnemeError } from '../../domain/errors.js';
import type { BankName, EntityId, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { REFLECTED_TAG } from '../../domain/reflection.js';
import { contentHash, reflectedHash } from '../../language/content-hash.js';
import { detectLanguage } from '../../language/detect-language.js';
import { normaliseName } from '../../language/entity-names.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts } from '../core.js';
import { derive } from '../derive.js';
import { nameSubject, type NamedSubject } from './name-subject.js';

const PAGE = 500;
/** So many pieces of erased texts are looked for in the file's bytes. */
const MOST_PROBES = 50;
const PROBE = 32;
const SHORTEST_PROBE = 12;
const TOKEN = /\[[a-z_]{2,20}_\d{1,7}\]/g;

/** What an erasure would do, and how it is seen that it did. */
export interface ErasurePlan {
  readonly change: Change;
  readonly report: Pick<
    EraseReport,
    'names' | 'alike' | 'memories' | 'redacted' | 'entities' | 'sealed'
  >;
  /** Pieces of erased texts that no text has that stays. */
  readonly probes: readonly string[];
  readonly names: NamedSubject['names'];
}

interface Sorted {
  readonly said: Memory[];
  readonly about: Memory[];
  readonly naming: Memory[];
  readonly rewritten: Memory[];
  /** Memories that another took the place of, with which one. */
  readonly succeeded: (readonly [MemoryId, MemoryId])[];
}

/** Reads the whole bank and sorts its memories by what they have to do with the person. Writes nothing. */
export async function planErasure(
  input: ParsedEraseInput,
  bank: BankName,
  parts: EngineParts,
): Promise<ErasurePlan> {
  const { store, clock, actor, stemmer } = parts;
  const subject = await nameSubject(input, bank, parts);
  await assertThere(input.memories ?? [], bank, parts);
  const names = input.subject === undefined ? [] : subject.names;
  const matcher = new NameMatcher(names);
  const sorted = await sortMemories(input, bank, subject, matcher, parts);
  const dropped = new Map(
    [...sorted.said, ...sorted.about, ...sorted.naming].map((memory) => [memory.id, memory]),
  );
  const derived = await derivedFrom(bank, dropped, parts);
  const gone = new Set([...dropped.keys(), ...derived.map(({ id }) => id)]);
  const rewritten = sorted.rewritten
    .filter(({ id }) => !gone.has(id))
    .map((memory) => rewrite(memory, matcher));
  const freed = (await freedByLoss(bank, gone, sorted.succeeded, parts)).map(
    (memory) => rewritten.find(({ id }) => id === memory.id) ?? memory,
  );
  const row = await store.bank(bank);
  const entities = [
    ...new Set([
      ...subject.entities.map(({ id }) => id),
      ...(await namedOnlyIn(gone, bank, parts)),
    ]),
  ];
  const { embeddings, readings } = await derive(
    rewritten.filter(({ quarantine }) => quarantine === null),
    row?.encoder ?? '',
    parts,
  );
  const tokens = [
    ...new Set([...subject.tokens, ...(await onlyIn([...dropped.values()], gone, bank, parts))]),
  ];
  const erasure = {
    memories: [...gone],
    rewritten: rewritten.map(({ id }) => id),
    entities,
    names,
    tokens,
    stems: [...new Set(names.flatMap(({ text }) => contentTerms(text, 'en', stemmer)))],
  };
  return {
    change: {
      ...EMPTY_CHANGE,
      bank,
      at: clock.now(),
      verb: 'erase',
      actor,
      reason: `${gone.size} memories ${input.memories === undefined ? 'of one person ' : ''}erased, ${rewritten.length} redacted`,
      memories: [
        ...rewritten,
        ...freed.filter(({ id }) => !rewritten.some((each) => each.id === id)),
      ],
      claims: (await store.claimsOf(bank, erasure.rewritten)).filter(
        (claim) => !namesIn(claim, matcher),
      ),
      embeddings,
      readings,
      erasure,
      // What was written of them is gone: the next reflection reads everything again.
      settings: derived.length === 0 ? null : { reflectedUpTo: 0 },
    },
    report: {
      names: subject.names.map(({ text }) => text),
      alike: subject.alike,
      redacted: rewritten.length,
      entities: entities.length,
      sealed: tokens.length,
      memories: {
        said: sorted.said.length,
        about: sorted.about.length,
        naming: sorted.naming.length,
        derived: derived.length,
      },
    },
    probes: await probesOf([...dropped.values(), ...derived], gone, bank, parts),
    names,
  };
}

/** A mistyped id must not look like something erased. */
async function assertThere(
  ids: readonly MemoryId[],
  bank: BankName,
  { store }: EngineParts,
): Promise<void> {
  const there = new Set((await store.get(bank, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !there.has(id));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no memory ${missing}.`, {
      field: 'erase.memories',
      value: missing,
      hint: 'List the ids with `mneme list` or `mneme tombstones`; nothing was changed.',
    });
}

async function sortMemories(
  { subject, mentions, memories: chosen }: ParsedEraseInput,
  bank: BankName,
  { keys }: NamedSubject,
  matcher: NameMatcher,
  parts: EngineParts,
): Promise<Sorted> {
  const sorted: Sorted = { said: [], about: [], naming: [], rewritten: [], succeeded: [] };
  const ids = new Set<MemoryId>(chosen);
  for await (const page of pages(bank, parts)) {
    const naming: Memory[] = [];
    for (const memory of page) {
      if (memory.supersededBy !== null) sorted.succeeded.push([memory.id, memory.supersededBy]);
      if (ids.has(memory.id)) sorted.said.push(memory);
      else if (memory.speaker !== null && keys.has(normaliseName(memory.speaker)))
        sorted.said.push(memory);
      else if (subject !== undefined && names(memory, matcher)) naming.push(memory);
    }
    const about = await whoseClaims(bank, naming, keys, parts);
    for (const memory of naming) {
      if (about.has(memory.id)) sorted.about.push(memory);
      else if (mentions === 'erase') sorted.naming.push(memory);
      else sorted.rewritten.push(memory);
    }
  }
  return sorted;
}

async function* pages(
  bank: BankName,
  { store }: EngineParts,
): AsyncGenerator<readonly Memory[], void, undefined> {
  for (let after: string | undefined; ;) {
    const page = await store.find(bank, { includeRetracted: true }, PAGE, after);
    yield page.items;
    if (page.next === null) return;
    after = page.next;
  }
}

/** In what it says, shows or is filed under. Where it came from is no matter of its own: that is redacted with all else. */
function names(
  { content, speaker, tags, metadata, images }: Memory,
  matcher: NameMatcher,
): boolean {
  const told = [
    content,
    speaker ?? '',
    ...tags,
    ...Object.entries(metadata).flat().map(String),
    ...images.flatMap(({ alt, source }) => [alt ?? '', source ?? '']),
  ];
  return told.some((text) => matcher.test(text));
}

/** Those that claim something of the person, or of what is theirs. */
async function whoseClaims(
  bank: BankName,
  memories: readonly Memory[],
  keys: ReadonlySet<string>,
  { store }: EngineParts,
): Promise<ReadonlySet<MemoryId>> {
  const claims =
    memories.length === 0
      ? []
      : await store.claimsOf(
          bank,
          memories.map(({ id }) => id),
        );
  const theirs = ({ key }: StoredClaim): boolean => {
    const subject = key.slice(0, Math.max(0, key.lastIndexOf('|')));
    return [...keys].some(
      (name) => subject === name || subject.startsWith(`${name}'s `) || key.startsWith(`${name}|`),
    );
  };
  return new Set(claims.filter(theirs).map(({ memory }) => memory));
}

/** What reflection wrote from what goes, and from that. */
async function derivedFrom(
  bank: BankName,
  dropped: ReadonlyMap<MemoryId, Memory>,
  { store }: EngineParts,
): Promise<Memory[]> {
  const madeFrom = new Map<string, Set<string>>();
  for await (const page of store.edges(bank)) {
    for (const { from, role, to } of page)
      if (role === 'derived_from') madeFrom.set(to, (madeFrom.get(to) ?? new Set()).add(from));
  }
  const found = new Set<MemoryId>();
  const waiting: string[] = [...dropped.keys()];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const made of madeFrom.get(id) ?? []) {
      if (found.has(made as MemoryId) || dropped.has(made as MemoryId)) continue;
      found.add(made as MemoryId);
      waiting.push(made);
    }
  }
  return [...(await store.get(bank, [...found]))];
}

/** Who and what is known from these memories alone: their names stood in those texts. */
async function namedOnlyIn(
  gone: ReadonlySet<MemoryId>,
  bank: BankName,
  { store }: EngineParts,
): Promise<EntityId[]> {
  const staying = new Set<string>();
  const named = new Set<EntityId>();
  for await (const page of store.edges(bank)) {
    for (const { from, to } of page) {
      if (!to.startsWith('e_')) continue;
      if (gone.has(from as MemoryId)) named.add(to as EntityId);
      else if (from.startsWith('m_')) staying.add(to);
    }
  }
  return [...named].filter((id) => !staying.has(id));
}

/** The memory with the name taken out; it gets words, vectors and a hash of its new text. */
function rewrite(memory: Memory, matcher: NameMatcher): Memory {
  const redacted = matcher.redactAll(memory);
  const { content, kind, speaker } = redacted;
  const reflected = memory.tags.includes(REFLECTED_TAG);
  return {
    ...redacted,
    id: memory.id,
    language:
      content.replaceAll(ERASED, '').trim() === '' ? memory.language : detectLanguage(content),
    contentHash: reflected ? reflectedHash(content) : contentHash(content, kind, speaker),
    version: memory.version + 1,
  };
}

function namesIn({ key, claim }: StoredClaim, matcher: NameMatcher): boolean {
  return (
    matcher.test(key.replaceAll('|', ' | ')) ||
    matcher.test(claim) ||
    JSON.stringify(matcher.redactAll(JSON.parse(claim))) !== claim
  );
}

/** Memories that stay and had given way, or confidence, to what goes: as if it had never been said. */
async function freedByLoss(
  bank: BankName,
  gone: ReadonlySet<MemoryId>,
  succeeded: Sorted['succeeded'],
  { store }: EngineParts,
): Promise<Memory[]> {
  const given = new Map<MemoryId, number>();
  for (let after: string | undefined; gone.size > 0;) {
    const page = await store.conflicts(bank, { memories: [...gone] }, PAGE, after);
    for (const { older, newer, lowered } of page.items) {
      if (!gone.has(older)) given.set(older, (given.get(older) ?? 0) + lowered.older);
      if (!gone.has(newer)) given.set(newer, (given.get(newer) ?? 0) + lowered.newer);
    }
    if (page.next === null) break;
    after = page.next;
  }
  const current = new Set(
    succeeded.filter(([id, by]) => gone.has(by) && !gone.has(id)).map(([id]) => id),
  );
  const memories = await store.get(bank, [...new Set([...given.keys(), ...current])]);
  return memories.map((memory) => ({
    ...memory,
    confidence: Math.min(1, memory.confidence + (given.get(memory.id) ?? 0)),
    supersededBy: current.has(memory.id) ? null : memory.supersededBy,
    version: memory.version + 1,
  }));
}

/** Tokens of sealed values that stand in these memories alone. */
async function onlyIn(
  dropped: readonly Memory[],
  gone: ReadonlySet<MemoryId>,
  bank: BankName,
  parts: EngineParts,
): Promise<string[]> {
  const tokens = new Set(dropped.flatMap(({ content }) => content.match(TOKEN) ?? []));
  if (tokens.size === 0) return [];
  for await (const page of pages(bank, parts)) {
    for (const { id, content } of page)
      if (!gone.has(id)) for (const token of content.match(TOKEN) ?? []) tokens.delete(token);
  }
  return [...tokens];
}

/** Pieces of texts that go, which no text has that stays. */
async function probesOf(
  dropped: readonly Memory[],
  gone: ReadonlySet<MemoryId>,
  bank: BankName,
  parts: EngineParts,
): Promise<string[]> {
  const pieces = new Set(
    dropped
      .flatMap(({ content }) =>
        content
          .split(/["\\\p{Cc}]+/u)
          .map((part) => part.slice(0, PROBE).trim())
          .filter((part) => part.length >= SHORTEST_PROBE)
          .slice(0, 1),
      )
      .slice(0, MOST_PROBES),
  );
  if (pieces.size === 0) return [];
  for await (const page of pages(bank, parts)) {
    for (const { id, content } of page)
      if (!gone.has(id))
        for (const piece of pieces) if (content.includes(piece)) pieces.delete(piece);
  }
  return [...pieces];
}
