import type { Memory } from '../../../domain/memory.js';

const LONGEST = 60;

/**
 * What a conversation is called: by its title or file where it came with one, else by its first words among what is shown,
 * newest first. An id says nothing to people.
 */
export function sessionTitle(
  { metadata, session, content }: Memory,
  shown: readonly Memory[],
): string {
  const named = [metadata['title'], metadata['file']].find(
    (title) => typeof title === 'string' && title.trim() !== '',
  );
  if (typeof named === 'string') return named;
  const first = shown.findLast((memory) => memory.session === session)?.content ?? content;
  const [line = ''] = first.trim().split('\n');
  if (line.length <= LONGEST) return `“${line}”`;
  const cut = line.lastIndexOf(' ', LONGEST);
  return `“${line.slice(0, cut > 0 ? cut : LONGEST)} …”`;
}
