import type { Document, DocumentPage, DocumentReceipt } from '../../domain/document.js';
import { counted, dim, moment, table, type Screen } from '../../screen/style.js';

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

export function renderDocuments({ documents, total }: DocumentPage, screen: Screen): string {
  if (total === 0) return 'No document is kept here.';
  const rows = documents.map((each) => [
    nameOf(each),
    String(each.version),
    moment(each.changedAt, screen),
    JSON.stringify(each.value).slice(0, 60),
  ]);
  const more = total - documents.length;
  return [
    table(['document', 'version', 'changed', 'value'], rows, screen).trimEnd(),
    ...(more > 0 ? [dim(`${total} in all`)] : []),
  ].join('\n');
}

export function renderDocumentReceipt({ documents, removed, notes }: DocumentReceipt): string {
  return [
    ...documents.map((each) => `Kept ${nameOf(each)}, version ${each.version}.`),
    ...(removed > 0 ? [`Took away ${counted(removed, 'document')}.`] : []),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}
