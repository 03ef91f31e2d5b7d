import { reflectedHash } from '../language/content-hash.js';
import type { AdmittedInput } from './admit.js';

/** Under which hashes an input would be an echo of what reflection wrote. What a person says is said, whoever wrote it before. */
export function echoHashes({
  content,
  provenance,
}: Pick<AdmittedInput, 'content' | 'provenance'>): string[] {
  return provenance.source === 'user' || content === '' ? [] : [reflectedHash(content)];
}
