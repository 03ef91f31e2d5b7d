import type { Document, DocumentReceipt } from '../../domain/document.js';
import { counted, dim } from '../../format/style.js';

const nameOf = ({ namespace, key }: Document): string => [...namespace, key].join(' / ');

export function renderDocumentReceipt({ documents, removed, notes }: DocumentReceipt): string {
  return [
    ...documents.map((each) => `Kept ${nameOf(each)}, version ${each.version}.`),
    ...(removed > 0 ? [`Took away ${counted(removed, 'document')}.`] : []),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}
