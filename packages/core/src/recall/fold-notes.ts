import type { NoteIndex } from '../indexes/note-index.js';
import type { Ranked } from './ranking/ranked.js';

/**
 * A note and the turn it was read off are one result, at the place of the better one: the note's sentence,
 * with the turn's words below it. Another note of the same turn says something else and stays.
 */
export function foldNotes(ranked: readonly Ranked[], notes: NoteIndex): readonly Ranked[] {
  if (notes.size === 0) return ranked;
  const byTurn = new Map<number, Ranked>();
  for (const result of ranked) {
    const [turn] = notes.turnsOf(result.slot);
    if (notes.of(result.slot) !== undefined && turn !== undefined && !byTurn.has(turn))
      byTurn.set(turn, result);
  }
  const placed = new Set<number>();
  return ranked.flatMap((result): Ranked[] => {
    const note = notes.of(result.slot) === undefined ? byTurn.get(result.slot) : undefined;
    const shown = note === undefined ? result : standingAt(note, result);
    if (placed.has(shown.slot)) return [];
    placed.add(shown.slot);
    return [shown];
  });
}

/** The note at the place that its turn was given. */
function standingAt(note: Ranked, turn: Ranked): Ranked {
  return {
    ...note,
    score: turn.score,
    logit: turn.logit,
    terms: turn.terms,
    paths: [...new Set([...note.paths, ...turn.paths])],
  };
}
