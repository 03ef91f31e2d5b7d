import { disagreementsOf, validityAmongNotes } from '../../indexes/note-disagreements.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { type Moment, validityByNotes, validityOfNote } from '../../indexes/note-validity.js';
import type { Ordered } from '../../kernel/module.js';
import { momentOf, timeAsked, wantedInstead } from './lineage.js';
import { acceptorOf } from '../../recall/rank-candidates.js';
import { broughtIn, constrained, type Ranked } from '../../recall/ranking/score.js';
import type { QuestionContext } from '../../recall/recall-context.js';

/** A counted note must be among this many best results. */
const COUNTED_WITH = 5;
/** Range of note counts for counting an aspect; more would be too generic. */
const MIN_COUNTED = 2;
const MAX_COUNTED = 12;

/**
 * For a question that asks for a count, sum or list, the notes on the same aspect of any subject, if one of them is
 * among the best results. Superseded values do not count.
 */
function countedWith(
  leading: readonly KnownNote[],
  { state: { notes }, understanding }: QuestionContext,
  moment: Moment,
): readonly KnownNote[] {
  if (!understanding.wanted.number && !understanding.wanted.list) return [];
  for (const known of leading.slice(0, COUNTED_WITH)) {
    const same = notes
      .ofAspect(known.note.aspect)
      .filter((each) => validityOfNote(each, notes, moment).state !== 'superseded');
    const subjects = new Set(same.map(({ note }) => note.about));
    if (subjects.size >= MIN_COUNTED && same.length <= MAX_COUNTED && same.includes(known))
      return same;
  }
  return [];
}

/** Number of best results whose chains of successors are followed. */
const LEADING = 10;

/**
 * Moves the value of the queried time to the front of each chain of values, even if no path found it, and sets the
 * results' validity from notes.
 */
export async function orderByNotes(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<Ordered<Ranked>> {
  const { notes, index, memories } = context.state;
  if (notes.size === 0) return { results };
  const moment = momentOf(context);
  const asked = timeAsked(context);
  const accepts = acceptorOf(context);
  const beside = { notes, moment, stemmer: context.ports.stemmer };
  // Of two that disagree the later comes first, but neither hides the other.
  const toldLater = (known: KnownNote): KnownNote | null =>
    asked === 'now'
      ? (disagreementsOf(known, beside).findLast(({ older }) => older === known)?.newer ?? null)
      : null;
  const found = new Map(results.map((result) => [result.slot, result]));
  const order: Ranked[] = [];
  const placed = new Set<number>();
  const place = (result: Ranked): void => {
    if (!placed.has(result.slot)) order.push(result);
    placed.add(result.slot);
  };
  const bring = async ({ slot, id }: KnownNote, beside: Ranked): Promise<void> => {
    if (placed.has(slot) || !accepts(slot)) return;
    const [memory] = found.has(slot) ? [] : await memories.get([id]);
    const brought =
      found.get(slot) ?? (memory === undefined ? null : broughtIn(memory, slot, beside, 'notes'));
    if (brought !== null)
      place({ ...brought, paths: brought.paths.length > 0 ? brought.paths : ['graph'] });
  };
  const leading = results.slice(0, LEADING).flatMap(({ slot }) => notes.of(slot) ?? []);
  const counted = asked === 'now' ? countedWith(leading, context, moment) : [];
  for (const [at, result] of results.entries()) {
    const known = notes.of(result.slot);
    const wanted =
      at < LEADING && known !== undefined
        ? (wantedInstead(known, asked, notes, moment) ?? toldLater(known))
        : null;
    if (wanted !== null) await bring(wanted, result);
    place(result);
    if (known !== undefined && counted.includes(known))
      for (const each of counted) await bring(each, result);
  }
  return {
    results: constrained(order, 'notes'),
    validity: (id) => {
      const slot = index.slot(id);
      const known = notes.of(slot);
      return known?.id === id
        ? validityAmongNotes(known, beside)
        : validityByNotes(id, slot, notes, moment);
    },
  };
}
