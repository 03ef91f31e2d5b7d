import { z } from 'zod';
import {
  Document,
  DocumentChanges,
  DocumentFilter,
  DocumentName,
  DocumentPage,
  DocumentReceipt,
} from '../../domain/document.js';
import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { renderDocumentReceipt, renderDocument } from './view.js';

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

export const documentsGetOperation = defineOperation({
  name: 'documents_get',
  words: ['documents', 'get'],
  summary: 'Give an object that is kept under a name.',
  description: 'Word for word as it was put; null where there is none.',
  input: DocumentName,
  output: z.strictObject({ document: Document.nullable() }),
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme documents get --namespace users,ann --key prefs', shows: 'the document' },
  ],
  served: { pace: 'quick' },
  verb: ['documents.get'],
  places: [{ method: 'GET', path: '/documents/one' }],
  asLines: renderDocument,
  run: (memory, input) => memory.documents.get(input),
});

export const documentsListOperation = defineOperation({
  name: 'documents_list',
  words: ['documents', 'list'],
  summary: 'List the objects that are kept in a namespace, and within it.',
  description: 'By namespace and key.',
  input: DocumentFilter,
  output: DocumentPage,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme documents list --namespace users', shows: 'documents with their versions' },
  ],
  served: { pace: 'quick' },
  verb: ['documents.list'],
  places: [{ method: 'GET', path: '/documents' }],
  run: (memory, input) => memory.documents.list(input),
});
