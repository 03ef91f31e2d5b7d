import { defineModule } from '../module.js';
import { Documents } from './capability.js';
import { DocumentIndex } from './document-index.js';
import { DOCUMENT, DOCUMENTS } from './record.js';
import { documentsChangeOperation, documentsOperation } from './operations/documents.js';
import { documentsGetOperation, documentsListOperation } from './operations/former.js';

/** Objects that are kept word for word under a name, with memories that recall finds them by. */
export const documents = defineModule({
  name: DOCUMENTS,
  facade: { documents: Documents },
  operations: {
    documents: documentsOperation,
    documents_change: documentsChangeOperation,
  },
  former: {
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
