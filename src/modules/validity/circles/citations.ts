import { citedPrefix, RECALLED } from '../../../domain/citation.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import { matchAll } from '../../../language/match-all.js';
import type { Rest } from './support-circles.js';

const TAG = /\[?\bm_[0-9a-z]{3,13}\b\]?/g;
const ADDRESS = /https?:\/\/[^\s"'<>()[\]{}]{3,300}/gi;
const MAX_CITED = 50;
/** Maximum number of memories that an address stands for: a long page has many, and each of them may name it. */
const MAX_OF_ONE = 50;

/**
 * Which of these memories name one another: by id or short id, by the address that one came from, or as
 * what it was written after.
 */
export function citationsAmong(memories: readonly Memory[]): Rest[] {
  const citing = memories.filter(isCiting);
  if (citing.length === 0) return [];
  const byAddress = new Map<string, MemoryId[]>();
  for (const { id, provenance } of memories) {
    for (const { origin } of provenance) {
      if (origin === null || !/^https?:/i.test(origin)) continue;
      const there = byAddress.get(plain(origin));
      if (there === undefined) byAddress.set(plain(origin), [id]);
      else if (there.length < MAX_OF_ONE) there.push(id);
    }
  }
  const ids = memories.map(({ id }) => id).sort();
  return citing.flatMap(({ id, content, metadata }) => {
    const tags = matchAll(content, TAG)
      .slice(0, MAX_CITED)
      .flatMap(([tag]) => startingWith(citedPrefix(tag), ids));
    const addresses = matchAll(content, ADDRESS)
      .slice(0, MAX_CITED)
      .flatMap(([address]) => byAddress.get(plain(address)) ?? []);
    const recalled = String(metadata[RECALLED] ?? '')
      .split(' ')
      .filter((each) => each !== '')
      .flatMap((each) => startingWith(each, ids));
    return [
      ...[...new Set([...tags, ...addresses])].map((on): Rest => ({ memory: id, on, by: 'cites' })),
      ...[...new Set(recalled)].map((on): Rest => ({ memory: id, on, by: 'recalled' })),
    ].filter(({ on }) => on !== id);
  });
}

/** Whether a memory may name another. */
export function isCiting({ content, metadata }: Pick<Memory, 'content' | 'metadata'>): boolean {
  return /https?:|m_[0-9a-z]{3}/i.test(content) || metadata[RECALLED] !== undefined;
}

/** The only id with that prefix; none if it is ambiguous. */
function startingWith(prefix: string | null, ids: readonly MemoryId[]): readonly MemoryId[] {
  if (prefix === null) return [];
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  const first = ids[low];
  return first?.startsWith(prefix) === true && ids[low + 1]?.startsWith(prefix) !== true
    ? [first]
    : [];
}

/** An address without the parts that do not change the page. */
function plain(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[#?].*$/s, '')
    .replace(/(?<![/.,;:!])[/.,;:!]+$/, '');
}
