import { MnemeError } from '../domain/errors.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { noteTest } from '../domain/note.js';
import { type ParsedProfile, PATHS } from '../domain/profile.js';
import { isSaying, readTurnKey } from '../domain/reading.js';
import type { ReferenceReport } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';
import type { WorkingMemory } from '../domain/working-memory.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import type { NoteIndex } from '../indexes/note-index.js';
import type { ContextLine } from '../language/antecedents.js';
import { resolveReferences } from '../language/references.js';
import { isFrameWord } from '../language/segmentation.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import type { Store } from '../ports/store.js';
import type { Ranked } from './ranking/score.js';
import type { RecallContext, RecallModule, RecallPorts } from './recall-context.js';

/** The parts of a recall that determine where memories are read from, and as of when. */
interface MemorySource {
  readonly bank: BankName;
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: { readonly memories: Pick<RecallContext['state']['memories'], 'get'> };
  readonly ports: Pick<RecallContext['ports'], 'store'>;
}

/** Memories in their present state, or as of the moment asked about; those retracted by then are marked. */
export function readMemories(
  ids: readonly MemoryId[],
  { profile: { asOf }, bank, state, ports }: MemorySource,
): Promise<readonly Memory[]> {
  return asOf === undefined ? state.memories.get(ids) : ports.store.get(bank, ids, asOf);
}

/** Those of the memories that were current at the moment asked about. */
export async function currentMemories(
  ids: readonly MemoryId[],
  reading: MemorySource,
): Promise<readonly Memory[]> {
  return (await readMemories(ids, reading)).filter(({ retractedAt }) => retractedAt === null);
}

/** The source turns of the notes among the results, by the slots of the notes. */
export async function sourceTurnsOf(
  results: readonly Ranked[],
  context: RecallContext,
): Promise<ReadonlyMap<number, readonly Memory[]>> {
  const { notes, index } = context.state;
  const slots = results.map(({ slot }) => slot).filter((slot) => notes.of(slot) !== undefined);
  if (slots.length === 0) return new Map();
  const turns = new Map(slots.map((slot) => [slot, notes.turnsOf(slot)]));
  const ids = [...new Set([...turns.values()].flat())].map((slot) => index.id(slot));
  const loaded = new Map(
    (await currentMemories(ids, context)).map((memory) => [index.slot(memory.id), memory]),
  );
  return new Map(
    [...turns].map(([slot, own]) => [slot, own.flatMap((turn) => loaded.get(turn) ?? [])]),
  );
}

type Moment = Pick<RecallContext, 'state' | 'profile'>;

/** When a memory was said, if it existed at the moment asked about (default: now); else null. */
export function saidAtUnlessRetracted(
  id: MemoryId,
  { state: { index }, profile: { asOf } }: Moment,
): Instant | null {
  const known = index.succeeded(id);
  if (known === null || !isRecorded(id, index, asOf)) return null;
  return known.retractedAt !== null && (asOf === undefined || known.retractedAt <= asOf)
    ? null
    : known.saidAt;
}

/** The same for a memory that was not superseded by then; else null. */
export function saidAtIfCurrent(id: MemoryId, moment: Moment): Instant | null {
  const {
    state: { index },
    profile: { asOf },
  } = moment;
  const by = index.succeeded(id)?.supersededBy ?? null;
  return by !== null && isRecorded(by, index, asOf) ? null : saidAtUnlessRetracted(id, moment);
}

function isRecorded(id: MemoryId, index: BankIndex, asOf: Instant | undefined): boolean {
  const slot = index.slot(id);
  return asOf === undefined || (slot >= 0 && index.recordedAt.get(slot) <= asOf);
}

/** Where the records of which turns were read are found. */
interface ReadRecords {
  readonly bank: RecallContext['bank'];
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: {
    readonly index: { slot(id: MemoryId): number };
    readonly notes: Pick<NoteIndex, 'notesOf' | 'size'>;
  };
  readonly ports: { readonly store: Pick<RecallContext['ports']['store'], 'learned'> };
}

/**
 * The given memories that no reader has processed: no note was derived from them, and no reader recorded them as
 * without content. Their validity is not checked.
 */
export async function unreadAmong(
  memories: readonly Memory[],
  { bank, profile: { asOf }, state: { index, notes }, ports: { store } }: ReadRecords,
): Promise<ReadonlySet<MemoryId>> {
  const open = memories
    .filter(
      (memory) =>
        isSaying(memory) &&
        !notes
          .notesOf(index.slot(memory.id))
          .some(({ recordedAt }) => asOf === undefined || recordedAt <= asOf),
    )
    .map(({ id }) => id);
  // Without any notes, no reader has run: the store need not be queried.
  if (open.length === 0 || notes.size === 0) return new Set(open);
  const records = await store.learned(bank, {
    kinds: ['module'],
    keys: open.map(readTurnKey),
    ...(asOf === undefined ? {} : { asOf }),
  });
  const read = new Set(
    records.flatMap(({ body, retractedAt }) => (retractedAt === null ? body.evidence : [])),
  );
  return new Set(open.filter((id) => !read.has(id)));
}

/** The profile as understood within its conversation. */
interface InContext {
  readonly profile: ParsedProfile;
  readonly references: readonly ReferenceReport[];
  readonly notices: readonly string[];
}

interface ContextPorts {
  readonly store: Pick<Store, 'workingMemory'>;
  readonly stemmer: Stemmer;
}

/** With this few speakers, names are recognised by lookup; with more, by their letters. */
const FEW_SPEAKERS = 40;

/**
 * Replaces words that refer back to the conversation by names; a question without content words is about the current
 * task.
 */
export async function readContext(
  profile: ParsedProfile,
  bank: BankName,
  { index }: BankState,
  { store, stemmer }: ContextPorts,
): Promise<InContext> {
  const { context, query } = profile;
  if (context === undefined || query === undefined) return { profile, references: [], notices: [] };
  const working =
    context.session === undefined ? null : await store.workingMemory(bank, context.session);
  const { text, readings, open } = resolveReferences(
    query,
    linesOf(working, context.recent ?? []),
    index.speakers.all().slice(0, FEW_SPEAKERS),
  );
  const read = withTask(text, working);
  const task = working?.task ?? null;
  const along = read === null && task !== null && saysNothing(text, stemmer) ? task : null;
  const references = [
    ...readings.map(({ said, as }) => ({ said, as })),
    ...(read === null ? [] : [{ said: read.said, as: read.task }]),
    ...(along === null ? [] : [{ said: query, as: `${query} ${along}` }]),
  ];
  return {
    profile: { ...profile, query: along === null ? (read?.text ?? text) : `${text} ${along}` },
    references,
    notices: [
      ...references.map(({ said, as }) => `Read “${said}” as “${as}”.`),
      ...readings.flatMap(({ said, others }) =>
        others.length === 0 ? [] : [`“${said}” could also be ${others.join(' or ')}.`],
      ),
      ...open.map(
        ({ said, among }) => `“${said}” may be ${among.join(' or ')}; it was left as it is.`,
      ),
      ...(context.session !== undefined && working === null
        ? [`Nothing is noted of the session ${context.session}.`]
        : []),
    ],
  };
}

const GOING_ON: ReadonlySet<string> = new Set(['now', 'then']);

/** "And now what?", "What next?": only words without content. */
function saysNothing(text: string, stemmer: Stemmer): boolean {
  return contentTerms(text, 'en', stemmer).every((term) => isFrameWord(term) || GOING_ON.has(term));
}

/** Turns and events in order, then the lines the caller passes. "Name: text" states who said it. */
function linesOf(working: WorkingMemory | null, recent: readonly string[]): ContextLine[] {
  const noted =
    working === null
      ? []
      : [
          ...working.turns,
          ...working.events.map(({ text, at }) => ({ speaker: null, text, at })),
        ].sort((a, b) => a.at - b.at);
  const given = recent.map((line): ContextLine => {
    const said = /^(\p{L}[\p{L}\p{M} .'’-]{0,60}):\s+(.+)$/su.exec(line);
    return said === null
      ? { speaker: null, text: line }
      : { speaker: said[1] ?? null, text: said[2] ?? '' };
  });
  return [...noted, ...given];
}

const TASK = /\b(?:the|this|that|my|our) (?:current )?task\b/iu;

/** Replaces "the task" by the task that the session works on. */
function withTask(
  text: string,
  working: WorkingMemory | null,
): { readonly text: string; readonly said: string; readonly task: string } | null {
  const said = TASK.exec(text)?.[0];
  const task = working?.task ?? null;
  return said === undefined || task === null
    ? null
    : { text: text.replace(said, () => task), said, task };
}

/** The available paths depend on the loaded modules. Throws `invalid_input` for an unknown path. */
export function assertPathsKnown(
  { paths = [] }: Pick<ParsedProfile, 'paths'>,
  modules: readonly RecallModule[],
): void {
  if (paths.length === 0) return;
  const known = new Set<string>([
    ...PATHS,
    ...modules.flatMap(({ candidates = [] }) => candidates.map(({ name }) => name)),
  ]);
  const at = paths.findIndex((path) => !known.has(path));
  if (at < 0) return;
  throw new MnemeError(
    'invalid_input',
    `profile.paths.${at}: expected one of ${[...known].join(', ')}.`,
    {
      field: `profile.paths.${at}`,
      value: paths[at],
      hint: 'A path that a module brings is there only while that module is loaded.',
    },
  );
}

/**
 * The profile with the set of memories that match its filters by metadata, read from the store because the index has
 * none, and by the fields of notes.
 */
export async function withMatchingMemories(
  profile: ParsedProfile,
  bank: BankName,
  { sequence, notes }: Pick<BankState, 'sequence' | 'notes'>,
  { store, among: kept }: Pick<RecallPorts, 'store' | 'among'>,
): Promise<ParsedProfile> {
  const { metadata } = profile;
  const isMeant = noteTest(profile);
  if (metadata === undefined && isMeant === null) return profile;
  const among = metadata === undefined ? undefined : await kept.of(metadata, bank, sequence, store);
  if (isMeant === null) return { ...profile, ...(among === undefined ? {} : { among }) };
  await notes.ready();
  const meant = new Set<MemoryId>();
  for (const { id, note } of notes.all())
    if (isMeant(note) && among?.has(id) !== false) meant.add(id);
  return { ...profile, among: meant };
}
