import type { MemoryId, SessionId } from '../../domain/ids.js';
import type { Recalled } from '../../domain/recollection.js';
import type { OpenBank } from '../../bank/core.js';
import { recall } from '../../recall/recall.js';

export type Found = Pick<
  Recalled,
  | 'id'
  | 'content'
  | 'excerpt'
  | 'kind'
  | 'speaker'
  | 'session'
  | 'saidAt'
  | 'validity'
  | 'validityDetail'
  | 'trust'
  | 'probability'
>;

/** How many candidates are considered for each part. */
const LIMIT = 30;
const FIELDS = [
  'id',
  'content',
  'excerpt',
  'kind',
  'speaker',
  'session',
  'saidAt',
  'validity',
  'trust',
  'probability',
];

/** What recall finds that still holds; of two that disagree the one told later, or at once and ranked first, is enough. */
export async function askForBrief(
  query: string,
  { more, exceptSession }: { readonly more: object; readonly exceptSession: SessionId | undefined },
  { name, state, recall: ports }: OpenBank,
): Promise<readonly Found[]> {
  const profile = { query, limit: LIMIT, expand: false, reflections: 0, fields: FIELDS, ...more };
  const found = (await recall(profile, name, state, ports)).results as readonly Found[];
  const saidAt = new Map(found.map((each) => [each.id, each.saidAt]));
  const leading = new Set<string>();
  return found.filter((each) => {
    const { id, validity, validityDetail, session } = each;
    const by = validityDetail?.by as MemoryId;
    const later = (saidAt.get(by) ?? -Infinity) > each.saidAt;
    if (validity === 'disputed' && (later || leading.has(by))) return false;
    leading.add(id);
    return validity !== 'superseded' && (exceptSession === undefined || session !== exceptSession);
  });
}
