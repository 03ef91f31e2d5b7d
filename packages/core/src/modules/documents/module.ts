import { defineModule } from '../module.js';
import { Documents } from './capability.js';
import { DOCUMENT, DocumentIndex, DOCUMENTS } from './documents.js';
import {
  documentsChangeOperation,
  documentsGetOperation,
  documentsListOperation,
  documentsOperation,
} from './operations.js';

/** Objects stored verbatim under a name, with memories that make them searchable. */
export const documents = defineModule({
  name: DOCUMENTS,
  facade: { documents: Documents },
  operations: { documents: documentsOperation },
  former: {
    documents_change: documentsChangeOperation,
    documents_get: documentsGetOperation,
    documents_list: documentsListOperation,
  },
  records: [DOCUMENT],
  openBank: ({ bank, store }) => new DocumentIndex(bank, store),
  onErase: ({ memories, names }, records) =>
    records
      .filter(
        ({ body }) =>
          body.evidence.some((id) => memories.has(id)) || names(JSON.stringify(body.value)),
      )
      .map(({ id }) => id),
});
