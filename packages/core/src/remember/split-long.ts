import { SessionId } from '../domain/ids.js';
import { MAX_CONTENT } from '../domain/memory.js';
import type { Outcome, Receipt } from '../domain/receipt.js';
import { contentHash } from '../language/text-hash.js';
import { passagesOf } from '../language/passages.js';
import { ReadText } from '../language/read-text.js';
import type { PicturedInput } from './read-pictures.js';

/**
 * Splits an input that is too long for one memory into parts of one source, in order, in the session it names or in a
 * new one. They are cut between passages; other fields are copied to each part, pictures only to the first.
 */
export function splitLong(inputs: readonly PicturedInput[]): PicturedInput[][] {
  return inputs.map((input) =>
    input.content.length <= MAX_CONTENT ? [input] : partsOf(input, pieces(input.content)),
  );
}

function partsOf(input: PicturedInput, contents: readonly string[]): PicturedInput[] {
  const { kind, provenance, metadata, hash } = input;
  const session = provenance.session ?? SessionId.parse(`text-${hash}`);
  return contents.map((content, at): PicturedInput => {
    // Distinguishes the parts, and is the same when the text is submitted again.
    const apart = JSON.stringify([hash, at]);
    return {
      ...input,
      content,
      reading: new ReadText(content),
      apart,
      hash: contentHash(content, kind, provenance.speaker, apart),
      provenance: { ...provenance, session },
      metadata: { ...metadata, part: at + 1, parts: contents.length },
      ...(at === 0 ? {} : { images: [], pictures: [], redacted: {}, takenOut: '', stripped: [] }),
    };
  });
}

/** Joins passages into pieces up to the maximum size of a memory. */
function pieces(content: string): string[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of passagesOf(content)) {
    const last = ranges.at(-1);
    if (last === undefined || end - last.start > MAX_CONTENT) ranges.push({ start, end });
    else last.end = end;
  }
  return ranges.map(({ start, end }) => content.slice(start, end));
}

type Told = Omit<Receipt, 'sequence'>;

/** The outcome of a split input: the first in this list that any part had. */
const OUTCOME_PRIORITY: readonly Outcome[] = [
  'remembered',
  'reinforced',
  'quarantined',
  'known',
  'recalled',
];

/** One receipt for each input, from those of its parts in order. */
export function receiptsOf(split: readonly (readonly unknown[])[], told: readonly Told[]): Told[] {
  let at = 0;
  return split.map(({ length }) => {
    const own = told.slice(at, (at += length));
    const [first] = own as [Told];
    if (length === 1) return first;
    const outcomes = own.map(({ outcome }) => outcome);
    return {
      ...first,
      outcome: OUTCOME_PRIORITY.find((outcome) => outcomes.includes(outcome)) ?? first.outcome,
      entities: [...new Set(own.flatMap(({ entities }) => entities))],
      dates: [...new Set(own.flatMap(({ dates }) => dates))],
      edges: own.reduce((sum, { edges }) => sum + edges, 0),
      notes: [
        `too long for one memory: kept as ${length} in order`,
        ...new Set(own.flatMap(({ notes }) => notes)),
      ],
      parts: own.map(({ id }) => id),
    };
  });
}
