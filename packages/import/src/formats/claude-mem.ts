import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import {
  type ImportItem,
  type ImportReader,
  type ReadOptions,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import {
  badTimeAt,
  type Entry,
  type Json,
  named,
  readJsonDocument,
  recordsIn,
  shortText,
  tagsIn,
} from '../read-json.js';
import { readTime } from '../read-time.js';

/** Fields of a session's summary with their labels, in order. */
const PARTS = [
  ['request', 'Asked for'],
  ['investigated', 'Looked into'],
  ['learned', 'Learned'],
  ['completed', 'Done'],
  ['next_steps', 'Next'],
  ['notes', 'Notes'],
] as const;

/** claude-mem: observations of a coding agent with their facts, session summaries, and prompts. */
export const claudeMem: ImportReader = Object.freeze({
  name: 'claude-mem',
  describes: 'An export of claude-mem as JSON: "observations", "summaries" and "prompts".',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*\{/.test(head) &&
      /"(?:observations|summaries|prompts|totalObservations)"\s*:/.test(head) &&
      /"(?:memory_session_id|sdk_session_id|content_session_id|totalObservations)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      if (
        !isRecord(json) ||
        !['observations', 'summaries', 'prompts'].some((name) => Array.isArray(json[name]))
      )
        throw new MnemeError('malformed_import', 'The file holds no observations.', {
          field: 'observations',
          hint: 'An export of claude-mem has "observations", "summaries" and "prompts".',
        });
      return [
        ...recordsIn(json.prompts).map((raw, at) => promptEntry(raw, at, options)),
        ...recordsIn(json.observations).flatMap((raw, at) => observationEntries(raw, at, options)),
        ...recordsIn(json.summaries).map((raw, at) => summaryEntry(raw, at, options)),
      ];
    });
  },
} satisfies ImportReader);

const sessionOf = (raw: Json): string | undefined =>
  shortText(raw.memory_session_id ?? raw.sdk_session_id ?? raw.content_session_id);

/** ISO text, or an epoch in seconds or milliseconds. */
const timeOf = (raw: Json, { fallbackTime }: ReadOptions): number =>
  readTime(raw.created_at) ?? readTime(raw.created_at_epoch) ?? fallbackTime;

function about(raw: Json, more: Json = {}): { metadata?: Json } {
  const project = shortText(raw.project);
  const metadata = { ...(project === undefined ? {} : { project }), ...more };
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}

function promptEntry(raw: Json, at: number, options: ReadOptions): Entry {
  return (place) => {
    const here = named(place, `Prompt ${at + 1}`);
    const text = raw.prompt_text ?? raw.prompt;
    return (
      badTimeAt(here, raw, ['created_at']) ??
      toItem(here, {
        content: text,
        kind: 'experience',
        source: 'user',
        speaker: 'user',
        session: sessionOf(raw),
        turn: shortText(raw.prompt_number),
        saidAt: timeOf(raw, options),
        origin: shortOrigin(options.origin),
        ...about(raw),
      })
    );
  };
}

/** Each fact of an observation becomes a memory, and so does its narrative: a query asks for one of them. */
function observationEntries(raw: Json, at: number, options: ReadOptions): Entry[] {
  const name = `Observation ${at + 1}`;
  const title = shortText(raw.title);
  const told = [raw.narrative, raw.text].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  const facts = listIn(raw.facts);
  const tags = [...new Set([...tagsIn([raw.type]), ...tagsIn(listIn(raw.concepts))])];
  const files = [...listIn(raw.files_modified), ...listIn(raw.files_read)]
    .join(', ')
    .slice(0, 2_000);
  const texts = [
    ...(told === undefined ? [] : [title === undefined ? told : `${title}. ${String(told)}`]),
    ...facts,
    ...(told === undefined && facts.length === 0 && title !== undefined ? [title] : []),
  ];
  if (texts.length === 0) return [(place) => skipped(place, 'no text')];
  return texts.map((content, part): Entry => (place) => {
    const here = named(place, part === 0 ? name : `${name}, part ${part + 1}`);
    return (
      badTimeAt(here, raw, ['created_at']) ??
      toItem(here, {
        content,
        kind: 'fact',
        source: 'agent',
        session: sessionOf(raw),
        turn: `o${shortText(raw.id) ?? at + 1}.${part}`,
        saidAt: timeOf(raw, options),
        origin: shortOrigin(options.origin),
        ...(tags.length === 0 ? {} : { tags }),
        ...about(raw, {
          ...(title === undefined ? {} : { title }),
          ...(files === '' ? {} : { files }),
        }),
      })
    );
  });
}

function summaryEntry(raw: Json, at: number, options: ReadOptions): Entry {
  return (place) => {
    const here = named(place, `Summary ${at + 1}`);
    const content = PARTS.flatMap(([field, label]) => {
      const text = raw[field];
      return typeof text === 'string' && text.trim() !== '' ? [`${label}: ${text.trim()}`] : [];
    }).join('\n');
    return (
      badTimeAt(here, raw, ['created_at']) ??
      toItem(here, {
        content,
        kind: 'fact',
        source: 'agent',
        session: sessionOf(raw),
        turn: `s${shortText(raw.id) ?? at + 1}`,
        saidAt: timeOf(raw, options),
        origin: shortOrigin(options.origin),
        tags: ['summary'],
        ...about(raw),
      })
    );
  };
}

/** A list, or its JSON text as stored in the database. */
function listIn(value: unknown): string[] {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  const listed = parsed?.ok === true ? parsed.value : value;
  if (!Array.isArray(listed)) return [];
  return listed.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}
