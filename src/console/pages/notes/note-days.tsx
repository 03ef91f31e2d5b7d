import type { Note } from '../../../domain/note.js';

/** The days of a note, as they were told; nothing where none were. */
export function NoteDays({ note: { from, until } }: { readonly note: Pick<Note, 'from' | 'until'> }) {
  if (from === null && until === null) return null;
  if (from === until) return <time>{from}</time>;
  return (
    <span>
      {from !== null && <time>{from}</time>} – {until !== null && <time>{until}</time>}
    </span>
  );
}
