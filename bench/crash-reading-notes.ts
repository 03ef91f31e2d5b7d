import type { DraftNote } from '../packages/core/src/domain/note.js';

/** So many notes say what a turn told. */
export const NOTES_A_TURN = 2;

const TICKET = /crate (k\d+w\d+n\d+)/i;

export const turnOf = (ticket: string): string =>
  `The newest crate is crate ${ticket}, and its lid is blue.`;

/** The ticket that a turn, or a note, is of. */
export function ticketOf(text: string): string {
  return TICKET.exec(text)?.[1] ?? '';
}

/** A word of letters alone for each reader, so that a second reading of a turn shows by its notes. */
export function markOf(run: number, writer: number): string {
  const digits = `${run}${writer}`;
  return `mark${[...digits].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`;
}

/** A turn, or a note that was shown, by the name that an answer has for it. */
export interface Named {
  readonly name: string;
  readonly text: string;
}

/** The answer about some turns: of each what it says of its crate, and that no other is the newest any more. */
export function answerAbout(
  turns: readonly Named[],
  shown: readonly Named[],
  mark: string,
): DraftNote[] {
  const former = shown.filter(({ text }) => text.includes('newest')).map(({ name }) => name);
  return turns.flatMap(({ name, text }, at): DraftNote[] => {
    const ticket = ticketOf(text);
    const note = (id: string, about: string, aspect: string, says: string): DraftNote => ({
      id: `${id}${at}`,
      turns: [name],
      about,
      is: null,
      aspect,
      value: says,
      text: `${about} ${ticket} ${says}, said ${mark}.`,
      type: 'fact',
      status: 'holds',
      from: null,
      until: null,
      replaces: [],
      doubts: [],
      because: null,
      outcome: null,
      asks: [],
      matters: [],
      audience: null,
    });
    return [
      note('lid', 'Crate', 'lid', 'is blue'),
      {
        ...note('newest', 'Crate', 'order', 'is newest'),
        replaces: at === 0 ? former.slice(0, 20) : [`newest${at - 1}`],
      },
    ];
  });
}
