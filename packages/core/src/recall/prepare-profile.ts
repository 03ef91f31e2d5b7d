import { MnemeError } from '../domain/errors.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import { noteTest } from '../domain/note.js';
import { type ParsedProfile, PATHS } from '../domain/profile.js';
import type { ReferenceReport } from '../domain/recollection.js';
import type { WorkingMemory } from '../domain/working-memory.js';
import type { BankState } from '../indexes/bank-state.js';
import type { ContextLine } from '../language/antecedents.js';
import { resolveReferences } from '../language/references.js';
import type { Stemmer } from '../language/stem.js';
import { isFrameWord } from '../language/stop-words.js';
import { contentTerms } from '../language/terms.js';
import type { Store } from '../ports/store.js';
import type { RecallModule, RecallPorts } from './recall-context.js';

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
export async function withMeant(
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
