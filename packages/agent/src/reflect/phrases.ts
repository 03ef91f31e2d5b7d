import type { Predicate } from '@mneme/core/language/relations.js';

interface Phrase {
  /** After the subject: `lives in` Porto. */
  readonly now: string;
  /** The same for a past state. */
  readonly then: string;
  /** For the object, followed by the subjects: Porto – `home of` Tom. Null if that would say nothing about it. */
  readonly reversed: string | null;
}

/** The wording of each relation in a summary. */
export const PHRASES: Readonly<Record<Predicate, Phrase>> = {
  named: { now: 'is named', then: 'was named', reversed: null },
  is_a: { now: 'is a', then: 'was a', reversed: 'Of this kind' },
  part_of: { now: 'is part of', then: 'was part of', reversed: 'Parts of it' },
  located_in: { now: 'is in', then: 'was in', reversed: 'In it' },
  born_on: { now: 'was born on', then: 'was born on', reversed: null },
  born_in: { now: 'was born in', then: 'was born in', reversed: 'Born there' },
  comes_from: { now: 'comes from', then: 'came from', reversed: 'From there' },
  lives_in: { now: 'lives in', then: 'lived in', reversed: 'Living there' },
  moved_to: { now: 'moved to', then: 'moved to', reversed: 'Moved there' },
  moved_from: { now: 'moved from', then: 'moved from', reversed: 'Moved away' },
  works_at: { now: 'works at', then: 'worked at', reversed: 'Working there' },
  works_as: { now: 'works as a', then: 'worked as a', reversed: null },
  studies: { now: 'studies', then: 'studied', reversed: 'Studied by' },
  married_to: { now: 'is married to', then: 'was married to', reversed: null },
  partner_of: { now: 'is the partner of', then: 'was the partner of', reversed: null },
  parent_of: { now: 'is a parent of', then: 'is a parent of', reversed: null },
  child_of: { now: 'is a child of', then: 'is a child of', reversed: null },
  sibling_of: { now: 'is a sibling of', then: 'is a sibling of', reversed: null },
  relative_of: { now: 'is a relative of', then: 'is a relative of', reversed: null },
  friend_of: { now: 'is a friend of', then: 'was a friend of', reversed: null },
  colleague_of: { now: 'works with', then: 'worked with', reversed: null },
  manages: { now: 'manages', then: 'managed', reversed: null },
  reports_to: { now: 'reports to', then: 'reported to', reversed: null },
  depends_on: { now: 'depends on', then: 'depended on', reversed: 'Depending on it' },
  runs_on: { now: 'runs on', then: 'ran on', reversed: 'Running on it' },
  founded: { now: 'founded', then: 'founded', reversed: 'Founded by' },
  vendor_of: { now: 'is a vendor of', then: 'was a vendor of', reversed: 'Vendors' },
  owns: { now: 'has:', then: 'had:', reversed: 'Belongs to' },
  likes: { now: 'likes', then: 'liked', reversed: 'Liked by' },
  dislikes: { now: 'dislikes', then: 'disliked', reversed: 'Disliked by' },
};

/** "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The text on one line, cut at a word to at most this many characters. */
export function clipped(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}
