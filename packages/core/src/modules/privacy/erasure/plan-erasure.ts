import { EMPTY_CHANGE, type Change } from '../../../domain/change.js';
import type { StoredClaim } from '../../../domain/validity.js';
import {
  ERASED,
  type EraseReport,
  type Erasure,
  type ParsedEraseInput,
} from '../../../domain/forgetting-and-merging.js';
import { noMemory } from '../../../domain/errors.js';
import type { BankName, ContextId, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import { NameMatcher } from '../../../domain/name-matcher.js';
import { isReflected } from '../../../domain/reflection.js';
import { contentHash, reflectedHash } from '../../../language/text-hash.js';
import { detectLanguage } from '../../../language/detect-language.js';
import { contentTerms } from '../../../language/terms.js';
import type { EngineParts } from '../../../bank/core.js';
import { derive } from '../../../bank/derive.js';
import { withParts } from '../../../bank/parts-of-text.js';
import { freedByLoss, knownFrom, learnedFrom, madeFrom } from './derived-from.js';
import { nameSubject, type NamedSubject } from './name-subject.js';
import { everyPage } from '../../../domain/schema.js';

const PAGE = 500;
/** Maximum number of text pieces searched for in the file's bytes. */
const MAX_PROBES = 50;
const PROBE = 32;
const SHORTEST_PROBE = 12;
const TOKEN = /\[[a-z_]{2,20}_\d{1,7}\]/g;

/** What an erasure would change, and how that is verified. */
export interface ErasurePlan {
  readonly change: Change;
  readonly report: Pick<
    EraseReport,
    'names' | 'alike' | 'shared' | 'memories' | 'redacted' | 'entities' | 'learned' | 'sealed'
  >;
  /** Pieces of erased texts that no remaining text contains. */
  readonly probes: readonly string[];
  readonly names: NamedSubject['names'];
}

interface Sorted {
  readonly said: Memory[];
  readonly about: Memory[];
  readonly naming: Memory[];
  readonly rewritten: Memory[];
  /** Pairs of a superseded memory and its successor. */
  readonly succeeded: (readonly [MemoryId, MemoryId])[];
  /** The memories of each context, in order of recording. */
  readonly members: Map<ContextId, MemoryId[]>;
}

/** Reads the whole bank and classifies its memories by their relation to the person. Writes nothing. */
export async function planErasure(
  asked: ParsedEraseInput,
  bank: BankName,
  parts: EngineParts,
): Promise<ErasurePlan> {
  const { clock, actor, stemmer } = parts;
  const input = await ofWholeTexts(asked, bank, parts);
  const subject = await nameSubject(input, bank, parts);
  const names = input.subject === undefined ? [] : subject.names;
  const matcher = new NameMatcher(names);
  const sorted = await sortMemories(input, bank, subject, matcher, parts);
  const dropped = [...sorted.said, ...sorted.about, ...sorted.naming];
  const derived = await madeFrom(bank, new Set(dropped.map(({ id }) => id)), parts);
  const lost = [...dropped, ...derived];
  const gone = new Set(lost.map(({ id }) => id));
  const rewritten = new Map(
    sorted.rewritten
      .filter(({ id }) => !gone.has(id))
      .map((memory) => [memory.id, rewrite(memory, matcher)]),
  );
  const freed = (await freedByLoss(bank, gone, sorted.succeeded, parts)).filter(
    ({ id }) => !rewritten.has(id),
  );
  const absent = (texts: readonly string[]): Promise<ReadonlySet<string>> =>
    absentWithout(gone, texts, bank, parts);
  const { entities, edges, renamed, contexts } = await knownFrom(
    bank,
    {
      dropped: lost,
      gone,
      subject: new Set(subject.entities.map(({ id }) => id)),
      members: sorted.members,
      rewritten,
      absent,
    },
    parts,
  );
  const learned = await learnedFrom(bank, gone, subject.field, parts);
  const sealed = dropped.flatMap(({ content }) => content.match(TOKEN) ?? []);
  const erasure = {
    memories: [...gone],
    rewritten: [...rewritten.keys()],
    entities,
    renamed: renamed.map(({ id }) => id),
    contexts,
    learned,
    names,
    tokens: [...new Set([...subject.tokens, ...(await absent(sealed))])],
    stems: [...new Set(names.flatMap(({ text }) => contentTerms(text, 'en', stemmer)))],
  };
  return {
    change: {
      ...EMPTY_CHANGE,
      bank,
      at: clock.now(),
      verb: 'erase',
      actor,
      reason: `${gone.size} memories ${input.memories === undefined ? 'of one person ' : ''}erased, ${rewritten.size} redacted`,
      memories: [...rewritten.values(), ...freed],
      entities: renamed,
      edges,
      ...(await readAnew([...rewritten.values()], matcher, bank, parts)),
      erasure,
      settings: await settingsWithout(matcher, derived, bank, parts),
    },
    report: reportOf(subject, sorted, derived, erasure),
    probes: [...(await absent(piecesOf(lost)))],
    names,
  };
}

/** Clears the owner if erased, and restarts reflection from the beginning if derived reflections are removed. */
async function settingsWithout(
  matcher: NameMatcher,
  derived: readonly Memory[],
  bank: BankName,
  { store }: EngineParts,
): Promise<Change['settings']> {
  const owner = (await store.bank(bank))?.settings.owner ?? '';
  const settings = {
    ...(derived.length === 0 ? {} : { reflectedUpTo: 0 }),
    ...(matcher.test(owner) ? { owner: null } : {}),
  };
  return Object.keys(settings).length === 0 ? null : settings;
}

/** Claims, vectors and readings of memories with a changed text. */
async function readAnew(
  rewritten: readonly Memory[],
  matcher: NameMatcher,
  bank: BankName,
  parts: EngineParts,
): Promise<Pick<Change, 'claims' | 'embeddings' | 'readings'>> {
  const { store } = parts;
  const claims = await store.claimsOf(
    bank,
    rewritten.map(({ id }) => id),
  );
  return {
    claims: claims.filter((claim) => !namesIn(claim, matcher)),
    ...(await derive(
      rewritten.filter(({ quarantine }) => quarantine === null),
      (await store.bank(bank))?.encoder ?? '',
      parts,
    )),
  };
}

function reportOf(
  { names, alike, shared }: NamedSubject,
  { said, about, naming }: Sorted,
  derived: readonly Memory[],
  { rewritten, entities, learned, tokens }: Erasure,
): ErasurePlan['report'] {
  return {
    names: names.map(({ text }) => text),
    alike,
    shared,
    redacted: rewritten.length,
    entities: entities.length,
    learned: learned.length,
    sealed: tokens.length,
    memories: {
      said: said.length,
      about: about.length,
      naming: naming.length,
      derived: derived.length,
    },
  };
}

/** Adds all parts of the texts that are named. Throws `not_found`: a mistyped id must not look erased. */
async function ofWholeTexts(
  asked: ParsedEraseInput,
  bank: BankName,
  parts: EngineParts,
): Promise<ParsedEraseInput> {
  if (asked.memories === undefined) return asked;
  await assertThere(asked.memories, bank, parts);
  return { ...asked, memories: [...(await withParts(asked.memories, bank, parts.store))] };
}

async function assertThere(
  ids: readonly MemoryId[],
  bank: BankName,
  { store }: EngineParts,
): Promise<void> {
  const there = new Set((await store.get(bank, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !there.has(id));
  if (missing !== undefined)
    throw noMemory(
      missing,
      'erase.memories',
      'List the ids with `mneme list --forgotten`; nothing was changed.',
    );
}

async function sortMemories(
  { subject, mentions, memories: chosen }: ParsedEraseInput,
  bank: BankName,
  { field }: NamedSubject,
  matcher: NameMatcher,
  parts: EngineParts,
): Promise<Sorted> {
  const sorted: Sorted = {
    said: [],
    about: [],
    naming: [],
    rewritten: [],
    succeeded: [],
    members: new Map(),
  };
  const ids = new Set<MemoryId>(chosen);
  for await (const page of pages(bank, parts)) {
    const naming: Memory[] = [];
    for (const memory of page) {
      const { context, supersededBy } = memory;
      if (supersededBy !== null) sorted.succeeded.push([memory.id, supersededBy]);
      if (context !== null)
        sorted.members.set(context, [...(sorted.members.get(context) ?? []), memory.id]);
      if (ids.has(memory.id)) sorted.said.push(memory);
      else if (memory.speaker !== null && field.is(memory.speaker)) sorted.said.push(memory);
      else if (subject !== undefined && toldIn(memory).some((text) => matcher.test(text)))
        naming.push(memory);
    }
    const about = await whoseClaims(bank, naming, field, parts);
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
  for await (const items of everyPage((after) =>
    store.find(bank, { includeRetracted: true }, PAGE, after),
  )) {
    yield items;
  }
}

/** The texts of a memory that may name a person. Its origin does not count: it is redacted with everything else. */
function toldIn({ content, speaker, tags, metadata, images }: Memory): string[] {
  return [
    content,
    speaker ?? '',
    ...tags,
    ...Object.entries(metadata).flat().map(String),
    ...images.flatMap(({ alt, source }) => [alt ?? '', source ?? '']),
  ];
}

/** Memories with a claim about the person, or about something of theirs. */
async function whoseClaims(
  bank: BankName,
  memories: readonly Memory[],
  field: NameMatcher,
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
    const owner = /^.*?'s(?= )/u.exec(subject)?.[0] ?? subject;
    return [subject, owner, key.slice(0, Math.max(0, key.indexOf('|')))].some((of) => field.is(of));
  };
  return new Set(claims.filter(theirs).map(({ memory }) => memory));
}

/** The memory with the names redacted, and the language and hash of its new text. */
function rewrite(memory: Memory, matcher: NameMatcher): Memory {
  const redacted = matcher.redactAll(memory);
  const { content, kind, speaker } = redacted;
  return {
    ...redacted,
    id: memory.id,
    language:
      content.replaceAll(ERASED, '').trim() === '' ? memory.language : detectLanguage(content),
    contentHash: isReflected(memory) ? reflectedHash(content) : contentHash(content, kind, speaker),
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

/** Which of these texts occur in no remaining memory, ignoring case. */
async function absentWithout(
  gone: ReadonlySet<MemoryId>,
  texts: readonly string[],
  bank: BankName,
  parts: EngineParts,
): Promise<ReadonlySet<string>> {
  const missing = new Map([...new Set(texts)].map((text) => [text, text.toLowerCase()] as const));
  if (missing.size === 0) return new Set();
  for await (const page of pages(bank, parts)) {
    for (const memory of page) {
      if (gone.has(memory.id)) continue;
      const told = toldIn(memory).join('\n').toLowerCase();
      for (const [text, lower] of missing) if (told.includes(lower)) missing.delete(text);
    }
  }
  return new Set(missing.keys());
}

/** Pieces of texts to search for in the file's bytes. */
function piecesOf(lost: readonly Memory[]): string[] {
  const pieces = lost.flatMap(({ content }) =>
    content
      .split(/["\\\p{Cc}]+/u)
      .map((part) => part.slice(0, PROBE).trim())
      .filter((part) => part.length >= SHORTEST_PROBE)
      .slice(0, 1),
  );
  return pieces.slice(0, MAX_PROBES);
}
