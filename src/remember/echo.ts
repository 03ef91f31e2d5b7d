import { reflectedHash } from '../language/content-hash.js';
import type { AdmittedInput } from './admit.js';

/**
 * The hashes under which an input would be an echo of a reflection. What a person says counts as said,
 * whoever wrote it before.
 */
export function echoHashes({
  content,
  provenance,
}: Pick<AdmittedInput, 'content' | 'provenance'>): string[] {
  return provenance.source === 'user' || content === '' ? [] : [reflectedHash(content)];
}
