import { z } from 'zod';
import {
  entityStatement,
  observationStatement,
  relationStatement,
  type GraphStatement,
} from '@mneme/core/domain/graph-statement.js';
import {
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import { readJsonLines } from '../read-json.js';
import { SessionClock } from '../read-time.js';

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
const Entry = z.discriminatedUnion('type', [Entity, Relation]);
type Entry = z.infer<typeof Entry>;

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
      const parsed = Entry.safeParse(value);
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
function statementsOf(entry: Entry): readonly (GraphStatement | null)[] {
  if (entry.type === 'relation') return [relationStatement(entry)];
  const told = entry.observations.filter((text) => text.trim() !== '');
  return told.length === 0
    ? [entityStatement(entry)]
    : told.map((text) => observationStatement(entry, text));
}

const HINT =
  'A line is {"type": "entity", "name", "entityType", "observations"} or {"type": "relation", "from", "to", "relationType"}.';
