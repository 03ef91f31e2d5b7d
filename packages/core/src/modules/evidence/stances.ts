import type { MemoryId } from '../../domain/ids.js';
import type { NoteType } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { readOwner } from '../../indexes/owner-and-zone.js';
import { mayStateOpinion, statesPreference } from '../../language/judgements.js';
import { wordList } from '../../language/lexicon.js';
import { contentTerms } from '../../language/terms.js';
import { findSubject } from '../notes/index.js';
import { ADVISES } from './similar-cases.js';
import { foundOn, linesOfMemories, MAX_LINES, type AskedBank, type Told } from './told.js';

/** Likes, opinions, wishes and decisions. */
const IS_STANCE: ReadonlySet<NoteType> = new Set<NoteType>([
  'opinion',
  'preference',
  'decision',
  'instruction',
]);
/** Views of a person or on a thing; decisions count only by their wording. */
const IS_VIEW: ReadonlySet<NoteType> = new Set<NoteType>(['opinion', 'preference']);
/** Words of holding a view, in addition to those of liking and judging. */
const HOLDING = wordList(
  `think thinks thought believe believes believed find finds found feel feels felt hope hopes fear fears doubt doubts trust trusts mind minds
  regret regrets approve approves admire admires consider considers reckon reckons argue argues argued agree agrees agreed disagree disagrees
  mistrust mistrusts distrust distrusts wish wishes want wants wanted reject rejects opinion view scared worried happy proud fed`,
);
/** Minimum probability for an unread turn to count as a view. */
const MIN_UNREAD_PROBABILITY = 0.25;
const WORD = /\p{L}+/gu;
/** Maximum number of views from a subject's own notes. */
const MAX_VIEWS = 40;

/** Whether a text states what somebody likes, thinks or wants. Linear in its length. */
export function tellsStance(text: string): boolean {
  return (
    mayStateOpinion(text) ||
    statesPreference(text) ||
    (text.toLowerCase().match(WORD) ?? []).some((word) => HOLDING.has(word))
  );
}

/**
 * What people think of a matter, or what somebody thinks; without a matter, the latest views. Only statements of
 * views: that somebody is an uncle is no opinion of him, and an assistant's advice is nobody's view.
 */
export async function stancesOn(
  about: string | undefined,
  bank: AskedBank,
  limit = 2 * MAX_LINES,
): Promise<Told> {
  const views = await viewsOf(about, bank);
  if (about === undefined) {
    const all = views.map(({ id }) => id);
    const lines = await linesBy(all, [], bank);
    return { known: lines.length === 0 ? 'unknown' : 'known', lines: lines.slice(0, limit) };
  }
  const { known, found } = await foundOn(about, bank, 2 * limit);
  const telling = found.filter((each) => isStance(each, bank));
  const first = telling.filter(isView);
  const ids = new Set([...first, ...telling, ...views].map(({ id }) => id));
  const lines = await linesBy([...ids], found, bank);
  const sure = new Set(telling.map(({ id }) => id));
  const says = saying(about, bank);
  const own = lines.filter(({ id, text }) => sure.has(id) || says(text)).slice(0, limit);
  return { known: own.length > 0 && known === 'unknown' ? 'unsure' : known, lines: own };
}

const isView = ({ note, content, excerpt }: Recalled): boolean =>
  (note !== undefined && IS_VIEW.has(note.type)) || tellsStance(excerpt?.text ?? content);

/** Whether a text contains the whole name asked about: recall also finds notes through the subject's employer. */
function saying(about: string, { recall: { stemmer } }: AskedBank): (text: string) => boolean {
  const named = contentTerms(about, 'en', stemmer);
  return (text) => {
    const said = new Set(contentTerms(text, 'en', stemmer));
    return named.every((term) => said.has(term));
  };
}

/**
 * An unread turn that answers well counts, too: “we’ll be rich by Easter” is an opinion without a word that marks it.
 */
function isStance(told: Recalled, { state: { notes, index } }: AskedBank): boolean {
  const { id, note, probability } = told;
  if (isView(told)) return true;
  if (note !== undefined) return IS_STANCE.has(note.type);
  return notes.notesOf(index.slot(id)).length === 0 && (probability ?? 0) >= MIN_UNREAD_PROBABILITY;
}

/** Current views in notes by or on a subject, latest first; without a matter, all of them. */
async function viewsOf(about: string | undefined, bank: AskedBank): Promise<readonly KnownNote[]> {
  const {
    name,
    state,
    recall: { clock, store, stemmer },
  } = bank;
  await state.notes.ready();
  const { notes, index } = state;
  const among = about === undefined ? [...notes.all()] : await ofSubject(about);
  const moment = presentAt(clock.now());
  return among
    .filter(
      (known) =>
        IS_VIEW.has(known.note.type) && validityOfNote(known, notes, moment).state === 'current',
    )
    .sort((a, b) => b.saidAt - a.saidAt)
    .slice(0, MAX_VIEWS);

  async function ofSubject(asked: string): Promise<readonly KnownNote[]> {
    const owner = (await readOwner(name, store))?.name ?? null;
    const [named] = state.entities.named(asked);
    const names = named === undefined ? [] : [named.name, ...named.aliases];
    const subject = findSubject(asked, names, { notes, index, owner, stemmer });
    return subject === null ? [] : [...subject.own, ...subject.mentioning];
  }
}

/** As lines, without statements by an assistant. */
async function linesBy(
  ids: readonly MemoryId[],
  found: readonly Recalled[],
  bank: AskedBank,
): Promise<Told['lines']> {
  const lines = await linesOfMemories(ids, found, bank);
  return lines.filter(({ speaker, said }) => (said?.speaker ?? speaker) !== ADVISES);
}
