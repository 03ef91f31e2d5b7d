import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  assertFields,
  type ForeignCall,
  neededText,
  textIn,
  textsIn,
  type Given,
} from '../foreign-call.js';
import { CONTEXT } from './view.js';

export const DOCUMENTS = ['hindsight', 'documents'];
const READ_HERE = 'Texts are read by the rules of this memory. Leave it out.';
const WITHOUT = {
  entities: READ_HERE,
  resolve_entities: READ_HERE,
  observation_scopes: READ_HERE,
  strategy: READ_HERE,
};

/**
 * Stores texts verbatim before the request is answered; those of a document replace its former text. Throws
 * `invalid_input`.
 */
export async function retain({ memory, body }: ForeignCall): Promise<object> {
  assertFields(body, ['items', 'async', 'document_tags', 'operation_id']);
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0 || !items.every(isRecord))
    throw new MnemeError('invalid_input', 'items: expected a list of items.', {
      field: 'items',
      hint: 'An item is {"content": "…"}.',
    });
  const shared = textsIn(body, 'document_tags') ?? [];
  const read = items.map((item) => ({ input: inputOf(item, shared), ...documentOf(item) }));
  const alone = read.filter(({ document }) => document === undefined);
  if (alone.length > 0) await memory.rememberAll(alone.map(({ input }) => input));
  const documents = new Map<string, typeof read>();
  for (const each of read)
    if (each.document !== undefined)
      documents.set(each.document, [...(documents.get(each.document) ?? []), each]);
  for (const [key, parts] of documents) await keepDocument(memory, key, parts);
  return {
    success: true,
    bank_id: memory.bankName,
    items_count: items.length,
    async: false,
    operation_id: null,
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  };
}

function documentOf(item: Given): { readonly document?: string; readonly append: boolean } {
  const document = textIn(item, 'document_id');
  const mode = textIn(item, 'update_mode') ?? 'replace';
  if (mode !== 'replace' && mode !== 'append')
    throw new MnemeError('invalid_input', 'update_mode: expected replace or append.', {
      field: 'update_mode',
      value: mode,
    });
  return { append: mode === 'append', ...(document === undefined ? {} : { document }) };
}

function inputOf(item: Given, shared: readonly string[]): RememberInput {
  assertFields(
    item,
    ['content', 'timestamp', 'context', 'metadata', 'document_id', 'tags', 'update_mode'],
    WITHOUT,
  );
  const { metadata } = item;
  const context = textIn(item, 'context');
  const saidAt = textIn(item, 'timestamp');
  const tags = [...new Set([...shared, ...(textsIn(item, 'tags') ?? [])])];
  const told = {
    ...((metadata ?? {}) as Record<string, string>),
    ...(context === undefined ? {} : { [CONTEXT]: context }),
  };
  return {
    content: neededText(item, 'content'),
    ...(saidAt === undefined || saidAt === 'unset' ? {} : { saidAt }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(told).length === 0 ? {} : { metadata: told }),
  };
}

/** All items that one request has for a document become one text. */
async function keepDocument(
  memory: Mneme,
  key: string,
  parts: readonly { readonly input: RememberInput; readonly append: boolean }[],
): Promise<void> {
  const [document = null] = (await memory.documents.list({ namespace: DOCUMENTS, key })).documents;
  const before =
    parts[0]?.append === true && document !== null ? [String(document.value['text'])] : [];
  const content = [...before, ...parts.map(({ input }) => input.content)].join('\n');
  const { content: _, ...about } = parts[0]?.input ?? { content };
  const value = { text: content, tags: about.tags ?? [], metadata: about.metadata ?? {} };
  const text = { ...about, content };
  await memory.documents.change({
    put: [{ namespace: DOCUMENTS, key, value, text, ifVersion: document?.version ?? 0 }],
  });
}
