import {
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { markQuoted } from '@mneme/core/domain/recalled-text.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { fenceOutput } from './fence-output.js';
import { GraphRow } from '@mneme/core/domain/layers.js';

interface Source {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Importance for a client that fills a context by itself, 0 to 1. */
  readonly priority: number;
  /** Set where it is not for a model alone. */
  readonly audience?: readonly ('user' | 'assistant')[];
  /** Markdown is returned as it is; all else as JSON. */
  readonly mimeType?: typeof MARKDOWN | typeof JSON_TYPE;
  /** Schema by which remembered texts are fenced. */
  readonly output: z.ZodType;
  /** Undefined means that the resource does not exist. */
  read(memory: Mneme, parts: readonly string[]): Promise<unknown>;
}

const JSON_TYPE = 'application/json';
const MARKDOWN = 'text/markdown';
const RECENT = 20;

const FIXED: readonly Source[] = [
  {
    uri: 'context://recent',
    name: 'recent',
    title: 'Recent memories',
    description: `The ${RECENT} memories that were remembered last, the newest first.`,
    priority: 0.8,
    output: OPERATIONS.list.output,
    read: (memory) => memory.list({ order: 'newest', limit: RECENT }),
  },
  {
    uri: 'admin://manifest',
    name: 'manifest.md',
    title: 'The bank as a file to edit',
    description:
      'What the bank holds and what is in conflict, as markdown for a person to edit; `mneme manifest`, or the tool reload_manifest where it is offered, does what the edits ask for.',
    priority: 0.1,
    audience: ['user', 'assistant'],
    mimeType: MARKDOWN,
    output: OPERATIONS.manifest.output,
    read: (memory) => memory.curation.manifest(),
  },
  {
    uri: 'context://statistics',
    name: 'statistics',
    title: 'What the bank holds',
    description:
      'Counts of memories, entities, contexts, sessions and links, and the size of the file.',
    priority: 0.2,
    output: OPERATIONS.stats.output,
    read: (memory) => memory.care.stats(),
  },
];

/** Each has one variable, at the end of its URI. */
const TEMPLATES: readonly Source[] = [
  {
    uri: 'graph://memory/{id}',
    name: 'memory',
    title: 'One memory',
    description: 'A memory with its evidence, dates and links.',
    priority: 0.6,
    output: OPERATIONS.show.output,
    read: (memory, [id = '']) => memory.show(id),
  },
  {
    uri: 'graph://entity/{name}',
    name: 'entity',
    title: 'A person, place or thing',
    description: 'What an entity is linked to, with the memories that told it.',
    priority: 0.6,
    output: z.strictObject({ entities: z.array(GraphRow) }),
    read: async (memory, [name = '']) => {
      const { layers } = await memory.recall({ query: name, layers: ['graph'] });
      const rows = layers?.graph?.rows ?? [];
      if (rows.length === 0)
        throw new MnemeError('not_found', `No memory names ${name}.`, {
          field: 'name',
          value: name,
        });
      return { entities: rows };
    },
  },
];

const described = ({
  name,
  title,
  description,
  priority,
  mimeType = JSON_TYPE,
  audience = ['assistant'],
}: Source) => ({
  name,
  title,
  description,
  mimeType,
  annotations: { audience: [...audience], priority },
});

export function listResources(): Resource[] {
  return FIXED.map((source) => ({ uri: source.uri, ...described(source) }));
}

export function listTemplates(): ResourceTemplateType[] {
  return TEMPLATES.map((source) => ({ uriTemplate: source.uri, ...described(source) }));
}

/** A resource as JSON or markdown, with remembered texts fenced. Throws the protocol's error for an unknown URI. */
export async function readResource(uri: string, memory: Mneme): Promise<ReadResourceResult> {
  const found = find(uri);
  if (found === null) throw new ResourceNotFoundError(uri);
  try {
    const { source, parts } = found;
    const read = fenceOutput(source.output, await source.read(memory, parts));
    return {
      contents: [
        {
          uri,
          mimeType: source.mimeType ?? JSON_TYPE,
          text:
            source.mimeType === MARKDOWN
              ? (read as { readonly markdown: string }).markdown
              : JSON.stringify(read),
        },
      ],
    };
  } catch (error) {
    if (MnemeError.is(error) && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw new ResourceNotFoundError(uri, markQuoted(`${uri}: ${error.message}`, error.quoted));
    throw error;
  }
}

function find(uri: string): { readonly source: Source; readonly parts: readonly string[] } | null {
  const fixed = FIXED.find((source) => source.uri === uri);
  if (fixed !== undefined) return { source: fixed, parts: [] };
  for (const source of TEMPLATES) {
    const stem = source.uri.slice(0, source.uri.indexOf('{'));
    if (!uri.startsWith(stem) || uri.length === stem.length) continue;
    try {
      return { source, parts: [decodeURIComponent(uri.slice(stem.length))] };
    } catch {
      return null;
    }
  }
  return null;
}
