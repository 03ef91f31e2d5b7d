import type { ParsedNoteInput } from '../domain/note.js';

/** What a note says in words, beside its sentence. */
export type NoteWords = Pick<
  ParsedNoteInput,
  'about' | 'is' | 'aspect' | 'value' | 'because' | 'outcome' | 'asks' | 'matters' | 'reader'
>;

export function wordsOf(note: ParsedNoteInput): NoteWords {
  const { about, is, aspect, value, because, outcome, asks, matters, reader } = note;
  return { about, is, aspect, value, because, outcome, asks, matters, reader };
}

export function textsIn(words: NoteWords | null): readonly string[] {
  if (words === null) return [];
  const { outcome, asks, matters, ...others } = words;
  return [...Object.values(others), ...asks, ...matters, outcome?.of, outcome?.under].filter(
    (text) => typeof text === 'string',
  );
}
