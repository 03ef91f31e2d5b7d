import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  entityStatement,
  type GraphStatement,
  observationStatement,
  relationStatement,
} from '@mneme/core/domain/graph.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import {
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  readTime,
  SessionClock,
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
  readJsonLines,
  recordsIn,
  shortText,
  tagsIn,
} from '../read-document.js';

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

const Name = z.string().trim().min(1, 'must not be empty');
const Entity = z.object({
  type: z.literal('entity'),
  name: Name,
  entityType: z.string(),
  observations: z.array(z.string()),
});
const Relation = z.object({
  type: z.literal('relation'),
  from: Name,
  to: Name,
  relationType: Name,
});
const GraphEntry = z.discriminatedUnion('type', [Entity, Relation]);
type GraphEntry = z.infer<typeof GraphEntry>;

/**
 * The file of the Model Context Protocol's reference memory server: a line for each entity with its observations, a
 * line for each relation, as {@link GraphStatement}s.
 */
export const mcpMemory: ImportReader = Object.freeze({
  name: 'mcp-memory',
  describes:
    'The file of the MCP reference memory server: a JSON object per line, entities with observations, and relations.',
  // Older versions call the same JSON-lines file memory.json.
  extensions: ['.jsonl', '.json'],

  looksLike(_path: string, head: string): boolean {
    const line =
      head
        .replace(/^\uFEFF/, '')
        .trimStart()
        .split('\n', 1)[0] ?? '';
    return (
      (/"type"\s*:\s*"entity"/.test(line) && /"(?:entityType|observations)"\s*:/.test(line)) ||
      (/"type"\s*:\s*"relation"/.test(line) && /"relationType"\s*:/.test(line))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const origin = shortOrigin(options.origin);
    const clock = new SessionClock(options.fallbackTime);
    return readJsonLines(chunks, (value, place) => {
      const parsed = GraphEntry.safeParse(value);
      if (!parsed.success) return [malformed(place, faultOf(parsed.error, 'entry', HINT, value))];
      return statementsOf(parsed.data).map((statement) =>
        statement === null
          ? skipped(place, 'no text')
          : toItem(place, {
              ...statement,
              kind: 'fact',
              source: 'agent',
              distinct: true,
              session: origin,
              origin,
              ...clock.next(origin, undefined),
            }),
      );
    });
  },
} satisfies ImportReader);

/** Null for an entity or observation without text. */
function statementsOf(entry: GraphEntry): readonly (GraphStatement | null)[] {
  if (entry.type === 'relation') return [relationStatement(entry)];
  const told = entry.observations.filter((text) => text.trim() !== '');
  return told.length === 0
    ? [entityStatement(entry)]
    : told.map((text) => observationStatement(entry, text));
}

const HINT =
  'A line is {"type": "entity", "name", "entityType", "observations"} or {"type": "relation", "from", "to", "relationType"}.';
