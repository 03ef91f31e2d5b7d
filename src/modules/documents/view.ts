import type { Document, DocumentReceipt } from '../../domain/document.js';
import { counted, dim, moment, type Screen } from '../../screen/style.js';

const nameOf = ({ namespace, key }: Document): string => [...namespace, key].join(' / ');

export function renderDocument(
  { document }: { readonly document: Document | null },
  screen: Pick<Screen, 'zone'> = {},
): string {
  if (document === null) return 'There is no such document.';
  const { value, version, changedAt, memories } = document;
  return [
    JSON.stringify(value, null, 2),
    dim(
      `version ${version}, ${moment(changedAt, screen)}${memories.length === 0 ? '' : `, found as ${memories.join(', ')}`}`,
    ),
  ].join('\n');
}

export function renderDocumentReceipt({ documents, removed, notes }: DocumentReceipt): string {
  return [
    ...documents.map((each) => `Kept ${nameOf(each)}, version ${each.version}.`),
    ...(removed > 0 ? [`Took away ${counted(removed, 'document')}.`] : []),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}
