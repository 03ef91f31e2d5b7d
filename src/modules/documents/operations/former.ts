// Verbs that `documents` has taken in, under the names that they had in the version before.
import { DocumentFilter, DocumentName } from '../../../domain/document.js';
import { formerly } from '../../../operations/formerly.js';
import { documentsOperation } from './documents.js';

export const documentsGetOperation = formerly(documentsOperation, {
  name: 'documents_get',
  words: ['documents', 'get'],
  positional: [],
  places: [{ method: 'GET', path: '/documents/one' }],
  input: DocumentName,
  as: (given) => given,
});

export const documentsListOperation = formerly(documentsOperation, {
  name: 'documents_list',
  words: ['documents', 'list'],
  positional: [],
  input: DocumentFilter.omit({ key: true }),
  as: (given) => given,
});
