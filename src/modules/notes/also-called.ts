import type { Note } from '../../domain/note.js';
import { foldAccents } from '../../language/names/normalise-name.js';

const ALSO_CALLED = /^(?:also (?:called|known as)|alias|nickname|other name)$/;

/** Another name of its subject, where a note tells one. */
export function aliasIn({ aspect, value }: Pick<Note, 'aspect' | 'value'>): string | null {
  return ALSO_CALLED.test(foldAccents(aspect)) ? value : null;
}
