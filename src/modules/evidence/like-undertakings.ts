import type { MemoryId } from '../../domain/ids.js';
import type { Recalled } from '../../domain/recollection.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { readOutcome, type Outcome } from '../../language/outcome.js';
import { hasCondition, restrains } from '../../language/prohibitions.js';
import type { Stemmer } from '../../language/stem.js';
import { storedTelling } from '../../remember/near-duplicate.js';
import { AskedUndertaking, readCase, worthOf, type ReadCase } from './likeness.js';
import { casesOf, type NoteOutcome } from './outcome-cases.js';
import type { AskedBank } from './told.js';

/** A case of something like what is asked: how it went, or a rule that forbids it. */
export interface LikeCase {
  readonly id: MemoryId;
  readonly went: Outcome;
  readonly forbids: boolean;
  /** Of a rule, whether it lets it under a condition. */
  readonly conditional: boolean;
  /** In logits: how much it bears on what is asked. */
  readonly worth: number;
}

const NO_RULE = { forbids: false, conditional: false } as const;

/** What an assistant says about an action is advice, not an observation. */
export const ADVISES = 'assistant';
/** As many notes at most are looked at closely. */
const CLOSE = 40;

/**
 * Like cases, the likest first: outcomes of notes, standing rules that forbid something, and of what nobody
 * has read the outcomes that its words tell.
 */
export async function likeCases(
  asked: string,
  found: readonly Recalled[],
  bank: AskedBank,
): Promise<readonly LikeCase[]> {
  const { state, recall: ports } = bank;
  const undertaking = await AskedUndertaking.of(asked, state, ports);
  const byWords = found.flatMap((each): LikeCase[] => {
    const went = outcomeByWords(each, bank);
    if (went === null) return [];
    const read = readCase(each.content, ports.stemmer);
    const likeness = undertaking.to(read, state.index.slot(each.id));
    return [{ id: each.id, went, ...NO_RULE, worth: worthOf(likeness) }];
  });
  return [...(await casesOfNotes(undertaking, bank)), ...byWords].sort((a, b) => b.worth - a.worth);
}

async function casesOfNotes(
  undertaking: AskedUndertaking,
  bank: AskedBank,
): Promise<readonly LikeCase[]> {
  const {
    state,
    recall: { stemmer, clock },
  } = bank;
  await state.notes.ready();
  const moment = presentAt(clock.now());
  const tried: LikeCase[] = [];
  const standing: KnownNote[] = [];
  for (const known of state.notes.all()) {
    const { id, slot, note } = known;
    if (note.outcome === null) standing.push(known);
    else if (validityOfNote(known, state.notes, moment).state !== 'superseded')
      for (const { went, read } of readCasesOf(note.outcome, stemmer))
        tried.push({
          ...{ id, went, ...NO_RULE },
          worth: worthOf(undertaking.to(read, slot)),
        });
  }
  return [...tried, ...(await rulesAmong(standing, undertaking, bank))];
}

/** One that begins on a day may forbid what is done before it. */
const STANDS: ReadonlySet<string> = new Set(['current', 'planned']);

/** Standing rules near to what is asked that forbid something. */
async function rulesAmong(
  notes: readonly KnownNote[],
  undertaking: AskedUndertaking,
  { state, recall: { clock } }: AskedBank,
): Promise<readonly LikeCase[]> {
  const moment = presentAt(clock.now());
  const nearest = notes
    .map((known) => {
      const terms = new Set(storedTelling(state.index, known.slot));
      return { known, worth: worthOf(undertaking.to({ terms, numbers: [] }, known.slot)) };
    })
    .sort((a, b) => b.worth - a.worth)
    .slice(0, CLOSE)
    .filter(({ known }) => STANDS.has(validityOfNote(known, state.notes, moment).state));
  const texts = new Map(
    (await state.memories.get(nearest.map(({ known }) => known.id))).map(({ id, content }) => [
      id,
      content,
    ]),
  );
  return nearest.flatMap(({ known: { id, note }, worth }): LikeCase[] => {
    const text = texts.get(id) ?? '';
    return restrains(text, note.type === 'instruction')
      ? [{ id, went: 'badly', forbids: true, conditional: hasCondition(text), worth }]
      : [];
  });
}

interface ReadOutcomeCase {
  readonly went: Outcome;
  readonly read: ReadCase;
}

/** Kept while the note is. */
const READ = new WeakMap<NoteOutcome, readonly ReadOutcomeCase[]>();

function readCasesOf(outcome: NoteOutcome, stemmer: Stemmer): readonly ReadOutcomeCase[] {
  let read = READ.get(outcome);
  if (read === undefined) {
    read = casesOf(outcome).map(({ went, text }) => ({ went, read: readCase(text, stemmer) }));
    READ.set(outcome, read);
  }
  return read;
}

function outcomeByWords(
  { note, speaker, id, content, excerpt }: Recalled,
  { state: { notes, index } }: AskedBank,
): Outcome | null {
  const isRead = note !== undefined || notes.notesOf(index.slot(id)).length > 0;
  return isRead || speaker === ADVISES ? null : readOutcome(excerpt?.text ?? content);
}
