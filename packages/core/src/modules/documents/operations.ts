import {
  DocumentChanges,
  DocumentFilter,
  DocumentName,
  DocumentPage,
  DocumentReceipt,
} from '../../domain/document.js';
import { reversible } from '../../domain/reversal.js';
import { renderDocumentReceipt } from './view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';

export const documentsChangeOperation = defineOperation({
  name: 'documents_change',
  words: ['documents', 'change'],
  summary: 'Put objects under names, word for word, or take them away.',
  description:
    'All or none, in one change. The text of each becomes a memory that recall finds, and that goes and changes with it.',
  input: DocumentChanges,
  output: reversible(DocumentReceipt),
  positional: [],
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: false,
  examples: [
    {
      command:
        'mneme documents change --put \'[{"namespace":["users","ann"],"key":"prefs","value":{"theme":"dark"},"text":"Ann wants the dark theme."}]\'',
      shows: 'the document with its version and its memory',
    },
  ],
  served: { pace: 'quick' },
  verb: ['documents.change'],
  places: [{ method: 'POST', path: '/documents' }],
  asLines: renderDocumentReceipt,
  run: (memory, input) => memory.documents.change(input),
});

export const documentsOperation = defineOperation({
  name: 'documents',
  summary: 'Give the objects that are kept in a namespace, and within it, or the one of a name.',
  description: 'Word for word as they were put, by namespace and key.',
  input: DocumentFilter,
  output: DocumentPage,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme documents --namespace users', shows: 'documents with their versions' },
    { command: 'mneme documents --namespace users,ann --key prefs', shows: 'the document' },
  ],
  served: { pace: 'quick' },
  verb: ['documents.list'],
  places: [{ method: 'GET', path: '/documents' }],
  run: (memory, input) => memory.documents.list(input),
});

// Deprecated aliases of `documents`: the names these verbs had in the previous version.

export const documentsGetOperation = deprecatedVerb(documentsOperation, {
  name: 'documents_get',
  words: ['documents', 'get'],
  positional: [],
  places: [{ method: 'GET', path: '/documents/one' }],
  input: DocumentName,
  as: (given) => given,
});

export const documentsListOperation = deprecatedVerb(documentsOperation, {
  name: 'documents_list',
  words: ['documents', 'list'],
  positional: [],
  input: DocumentFilter.omit({ key: true }),
  as: (given) => given,
});
