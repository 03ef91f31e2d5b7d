import { z } from 'zod';
import { NoteStatus, NoteType, type Note } from './note.js';

const word = (longest: number) =>
  z.string().trim().min(1, 'must not be empty').max(longest, `at most ${longest} characters`);

/** Fields of filters that only notes meet; each that is given must hold. */
export const NOTE_FILTER = {
  about: word(200).optional().describe('Only notes about this subject, by its name.'),
  aspect: word(100).optional().describe('Only notes on this aspect of their subject: home, dose.'),
  type: NoteType.optional().describe('Only notes of this type.'),
  status: NoteStatus.optional().describe('Only notes that say so: planned, ended, denied …'),
  reader: word(200).optional().describe('Only notes that this reader wrote: agent, a program.'),
};
const NoteFilter = z.object(NOTE_FILTER);
export type NoteFilter = z.output<typeof NoteFilter>;

/** Whether a note meets what of a filter concerns notes, names without regard to case; null where nothing does. */
export function noteTest(filter: NoteFilter): ((note: Note | undefined) => boolean) | null {
  const wanted = Object.keys(NOTE_FILTER).flatMap((name) => {
    const field = name as keyof NoteFilter;
    const value = filter[field];
    return value === undefined ? [] : [[field, plain(value)] as const];
  });
  if (wanted.length === 0) return null;
  return (note) =>
    note !== undefined && wanted.every(([field, value]) => plain(note[field]) === value);
}

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
