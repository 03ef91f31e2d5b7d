import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  badTimeAt,
  type Entry,
  flatMetadata,
  heldBetween,
  type Json,
  named,
  readJsonDocument,
  recordsIn,
  shortText,
  tagsIn,
} from '../read-json.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  toItem,
} from '../item.js';
import { readTime } from '../read-time.js';

const KINDS: Readonly<Record<string, 'fact' | 'experience' | 'observation'>> = {
  world: 'fact',
  experience: 'experience',
  bank: 'experience',
  observation: 'observation',
};

/** Hindsight: extracted facts and observations, as returned by its memory list and recall. */
export const hindsight: ImportReader = Object.freeze({
  name: 'hindsight',
  describes:
    'Hindsight memories as JSON: what memories/list or recall gives, with "items" or "results".',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      /"text"\s*:\s*"/.test(head) &&
      /"(?:fact_type|mentioned_at|chunk_id|occurred_start)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const found = Array.isArray(json)
        ? json
        : isRecord(json)
          ? (json.items ?? json.results)
          : null;
      if (Array.isArray(found)) return recordsIn(found).map((raw, at) => entryOf(raw, at, options));
      throw new MnemeError('malformed_import', 'The file holds no list of memories.', {
        field: 'items',
        hint: 'It is an array, or an object with "items" or "results".',
      });
    });
  },
} satisfies ImportReader);

const TIMES = ['mentioned_at', 'date', 'occurred_start', 'occurred_end', 'created_at'];

function entryOf(raw: Json, at: number, { origin, fallbackTime }: ReadOptions): Entry {
  return (place) => {
    const here = named(place, `Memory ${at + 1}`);
    const fault = badTimeAt(here, raw, TIMES);
    if (fault !== null) return fault;
    if (typeof raw.text !== 'string')
      return malformed(here, {
        problem: 'the memory has no text',
        hint: 'A memory has its text in "text".',
        field: 'text',
        value: raw,
      });
    const context = shortText(raw.context);
    const metadata = {
      ...flatMetadata(isRecord(raw.metadata) ? raw.metadata : {}),
      ...(context === undefined ? {} : { context }),
    };
    const tags = tagsIn(raw.tags);
    return toItem(here, {
      content: raw.text,
      kind: KINDS[String(raw.fact_type ?? raw.type)] ?? 'fact',
      source: 'agent',
      session: shortText(raw.document_id),
      turn: shortText(raw.id),
      saidAt: readTime(raw.mentioned_at ?? raw.date ?? raw.created_at) ?? fallbackTime,
      origin: shortOrigin(origin),
      ...heldBetween(raw.occurred_start, raw.occurred_end),
      ...(tags.length === 0 ? {} : { tags }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    });
  };
}
