/** A source of whole numbers from 0 to 2³² − 1. */
export interface Draws {
  uint32(): number;
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const LETTER = /\p{L}/u;

/** The keys beside each letter's on the commonest keyboard. */
const NEIGHBOURS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row, at) =>
    [...row].map((key, place): [string, string] => {
      const above = ROWS[at - 1] ?? '';
      const below = ROWS[at + 1] ?? '';
      return [
        key,
        [
          row[place - 1],
          row[place + 1],
          above[place],
          above[place + 1],
          below[place - 1],
          below[place],
        ].join(''),
      ];
    }),
  ),
);

/**
 * A text with so many typing errors, anywhere in its letters and one after the other: a letter inserted, left out,
 * exchanged for a neighbouring key's or any other, or transposed with the next. Every error changes the text.
 */
export function withTypingErrors(text: string, errors: number, random: Draws): string {
  let typed = text;
  for (let error = 0; error < errors; error++) typed = withOneError(typed, random);
  return typed;
}

const KINDS = ['insert', 'delete', 'substitute', 'transpose'] as const;

function withOneError(text: string, random: Draws): string {
  const places =
    [...text].length === text.length
      ? Array.from(text, (_, at) => at).filter((at) => LETTER.test(text[at] ?? ''))
      : [];
  if (places.length === 0) return text;
  for (;;) {
    const at = places[random.uint32() % places.length] ?? 0;
    const kind = KINDS[random.uint32() % KINDS.length] ?? 'insert';
    const letter = text[at] ?? '';
    const next = text[at + 1] ?? '';
    const other = mistakenFor(letter, random);
    const changed = {
      insert: text.slice(0, at) + other + text.slice(at),
      delete: text.slice(0, at) + text.slice(at + 1),
      substitute:
        text.slice(0, at) +
        (letter === letter.toLowerCase() ? other : other.toUpperCase()) +
        text.slice(at + 1),
      transpose: LETTER.test(next) ? text.slice(0, at) + next + letter + text.slice(at + 2) : text,
    }[kind];
    if (changed.toLowerCase() !== text.toLowerCase()) return changed;
  }
}

/** Half the time a neighbouring key, else any letter. */
function mistakenFor(letter: string, random: Draws): string {
  const near = NEIGHBOURS.get(letter.toLowerCase());
  const from = near !== undefined && random.uint32() % 2 === 0 ? near : ALPHABET;
  return from[random.uint32() % from.length] ?? 'e';
}
