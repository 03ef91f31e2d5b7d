import type { ImportItem, Place } from './item.js';
import { MAX_LINE, readLines, type Line } from './lines.js';
import { parseJson } from '../../language/json/parse-json.js';
import { malformed } from './to-item.js';

/** The items that a line completes; none where it only serves what follows, which then answers for its bytes. */
type ReadValue = (value: unknown, place: Place) => readonly ImportItem[];

/** Reads one JSON value a line, holding one line at a time; a line that cannot be read becomes an item that says why. */
export async function* readJsonLines(
  chunks: AsyncIterable<string>,
  read: ReadValue,
): AsyncGenerator<ImportItem, void, undefined> {
  let passedOver = 0;
  for await (const line of readLines(chunks)) {
    const place = { line: line.number, bytes: line.bytes + passedOver };
    const items = line.text.trim() === '' && !line.tooLong ? [] : readLine(line, place, read);
    passedOver = items.length === 0 ? place.bytes : 0;
    for (const [index, item] of items.entries())
      yield { ...item, bytes: index === 0 ? place.bytes : 0 };
  }
}

function readLine(line: Line, place: Place, read: ReadValue): readonly ImportItem[] {
  if (line.tooLong)
    return [
      malformed(place, {
        problem: `the line is longer than ${MAX_LINE} characters`,
        hint: 'Split the message; one memory holds 65,536 characters.',
        value: line.text,
      }),
    ];
  const json = parseJson(line.text);
  if (json.ok) return read(json.value, place);
  const hint = 'Mend the line, or take it out; every line has to hold one whole JSON object.';
  return [
    malformed(place, {
      problem: `no valid JSON at column ${json.column}: ${json.reason}`,
      hint,
      value: line.text,
    }),
  ];
}
