/**
 * FNV-1a over a text or its first `length` units, finished by Murmur3's mixer so that similar texts have
 * unrelated hashes.
 */
export function hashText(text: string, seed: number, length = text.length): number {
  let hash = seed;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
