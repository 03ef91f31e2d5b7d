import { z } from 'zod';
import { RESERVED_TAGS } from './reserved-tags.js';
import { MAX_ID } from './user-bank.js';

/** An id of the caller's own: a user's, an agent's, a run's. Any characters; what differs in one of them is somebody else. */
export const ScopeId = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_ID, `at most ${MAX_ID} characters`)
  .refine((id) => id.isWellFormed(), 'holds half of a character');

/** What stays with each memory and narrows a question: who of several agents took it in, and in which run. */
export const KeptScope = z.strictObject({
  agentId: ScopeId.optional().describe('The agent it is of.'),
  runId: ScopeId.optional().describe('The run, task or thread it is of.'),
});
export type KeptScope = z.input<typeof KeptScope>;

/** Whose memory is meant, and what of it. */
export const MemoryScope = z.strictObject({
  userId: ScopeId.optional().describe('The user: a memory of their own, apart from all others.'),
  ...KeptScope.shape,
});
export type MemoryScope = z.input<typeof MemoryScope>;

/** The user that a call is for, beside what the verb takes. */
export interface OfUser {
  readonly userId?: string;
}

const KEPT = [
  ['agentId', `${RESERVED_TAGS}agent:`],
  ['runId', `${RESERVED_TAGS}run:`],
] as const;

/** A scope as tags, by which memories keep it and questions are narrowed. */
export function scopeTags(scope: {
  readonly [Name in keyof KeptScope]: KeptScope[Name] | undefined;
}): string[] {
  return KEPT.flatMap(([name, tag]) => (scope[name] === undefined ? [] : [`${tag}${scope[name]}`]));
}

/** All tags that a question asks for, those of its scope among them; undefined for none. */
export function narrowedTags(
  asked: Parameters<typeof scopeTags>[0] & { readonly tags?: readonly string[] | undefined },
): readonly string[] | undefined {
  const scope = scopeTags(asked);
  return scope.length === 0 ? asked.tags : [...(asked.tags ?? []), ...scope];
}

/** The scope that tags tell; of a memory of several agents or runs, the first. */
export function scopeOf(tags: readonly string[]): KeptScope {
  return Object.fromEntries(
    KEPT.flatMap(([name, start]) => {
      const tag = tags.find((each) => each.startsWith(start));
      return tag === undefined ? [] : [[name, tag.slice(start.length)]];
    }),
  );
}

export const isScopeTag = (tag: string): boolean => KEPT.some(([, start]) => tag.startsWith(start));
