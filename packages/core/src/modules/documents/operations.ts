import { z } from 'zod';
import { reversible } from '../../domain/change.js';
import {
  type Document,
  DocumentChanges,
  DocumentFilter,
  DocumentName,
  DocumentPage,
  DocumentReceipt,
} from '../../domain/document.js';
import { counted, dim } from '../../format/style.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
} from '../../operations/operation.js';

const nameOf = ({ namespace, key }: Document): string => [...namespace, key].join(' / ');

function renderDocumentReceipt({ documents, removed, notes }: DocumentReceipt): string {
  return [
    ...documents.map((each) => `Kept ${nameOf(each)}, version ${each.version}.`),
    ...(removed > 0 ? [`Took away ${counted(removed, 'document')}.`] : []),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}

const DocumentsInput = z.strictObject({
  ...optionalFields(DocumentFilter),
  ...optionalFields(DocumentChanges),
});

export const documentsOperation = defineOperation({
  name: 'documents',
  summary:
    'Give the objects that are kept in a namespace, put some under names, or take them away.',
  description:
    'Word for word as they were put, by namespace and key. Changes are all made or none, in one change. The text of each becomes a memory that recall finds, and that goes and changes with it.',
  input: DocumentsInput,
  output: z.union([DocumentPage, reversible(DocumentReceipt)]),
  positional: [],
  effect: 'write',
  writesWith: ['put', 'remove'],
  forOperators: true,
  founds: 'put',
  idempotent: false,
  examples: [
    { command: 'mneme documents --namespace users', shows: 'documents with their versions' },
    { command: 'mneme documents --namespace users,ann --key prefs', shows: 'the document' },
    {
      command:
        'mneme documents --put \'[{"namespace":["users","ann"],"key":"prefs","value":{"theme":"dark"},"text":"Ann wants the dark theme."}]\'',
      shows: 'the document with its version and its memory',
    },
  ],
  served: { pace: 'quick' },
  verb: ['documents.list'],
  also: [{ verb: ['documents.change'] }],
  places: [
    { method: 'GET', path: '/documents', without: ['put', 'remove'] },
    {
      method: 'POST',
      path: '/documents',
      without: fieldsBut(DocumentsInput, DocumentChanges),
      called: 'documents_change',
    },
  ],
  asLines: (answer) => ('total' in answer ? null : renderDocumentReceipt(answer)),
  run: async (memory, given) =>
    given.put === undefined && given.remove === undefined
      ? memory.documents.list(inputOf(DocumentFilter, given, 'documents'))
      : memory.documents.change(inputOf(DocumentChanges, given, 'documents')),
});

// Deprecated aliases of `documents`: the names these verbs had in the previous version.

export const documentsGetOperation = deprecatedVerb(documentsOperation, {
  name: 'documents_get',
  words: ['documents', 'get'],
  positional: [],
  effect: 'read',
  places: [{ method: 'GET', path: '/documents/one' }],
  input: DocumentName,
  as: (given) => given,
});

export const documentsListOperation = deprecatedVerb(documentsOperation, {
  name: 'documents_list',
  words: ['documents', 'list'],
  positional: [],
  effect: 'read',
  input: DocumentFilter.omit({ key: true }),
  as: (given) => given,
});

export const documentsChangeOperation = deprecatedVerb(documentsOperation, {
  name: 'documents_change',
  words: ['documents', 'change'],
  positional: [],
  founds: true,
  input: DocumentChanges,
  as: (changes) => changes,
});
