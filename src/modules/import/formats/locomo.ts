import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { chooseSamples, named, readJsonDocument, type Entry } from '../json-document.js';
import { locomoInput, parseLocomo, type LocomoSession } from './locomo-format.js';
import { malformed, shortOrigin, toItem } from '../to-item.js';

/**
 * The LoCoMo data set (Maharana et al. 2024): long conversations of two people. A session is named `session_3` when
 * one sample is read, `conv-26/session_3` when there are several. Only what was said is read.
 */
export const locomo: ImportReader = Object.freeze({
  name: 'locomo',
  describes: 'The LoCoMo data set: a JSON file of long two-person conversations in dated sessions.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    if (!/^\uFEFF?\s*[[{]/.test(head)) return false;
    // The questions may come first and fill the whole head.
    return (
      /"(?:dia_id|speaker_a|session_\d+(?:_date_time)?)"\s*:/.test(head) ||
      (/"qa"\s*:/.test(head) && /"evidence"\s*:/.test(head))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const samples = parseLocomo(json).map(({ sampleId, sessions }) => ({
        id: sampleId,
        content: sessions,
      }));
      return chooseSamples(samples, options.sample).flatMap(({ content, prefix }) =>
        content.flatMap((session) => sessionEntries(session, prefix, options)),
      );
    });
  },
} satisfies ImportReader);

function sessionEntries(session: LocomoSession, prefix: string, options: ReadOptions): Entry[] {
  const origin = shortOrigin(options.origin);
  const faults = session.faults.map(
    (fault): Entry =>
      (place) =>
        malformed(named(place, `${prefix}${fault.place}`), fault),
  );
  const turns = session.turns.map((turn): Entry => (place) => {
    const input = locomoInput(session, turn, options.fallbackTime);
    return toItem(named(place, `${prefix}${session.name}, turn ${turn.id}`), {
      ...input,
      session: `${prefix}${session.name}`,
      origin,
    });
  });
  return [...faults, ...turns];
}
