import { z } from 'zod';
import { MAX_ID } from './user-bank.js';

/** Tags with this prefix are set by the engine alone; so are metadata fields. */
export const RESERVED_TAGS = 'mneme:';

/** The caller's own id of a user, agent or run. Any characters; compared exactly. */
const ScopeId = z
  .string()
  .min(1)
  .max(MAX_ID, `at most ${MAX_ID} characters`)
  .refine((id) => id.isWellFormed(), 'holds half of a character');

/** Stored with each memory and used to filter: which agent stored it, and in which run. */
export const KeptScope = z.strictObject({
  agentId: ScopeId.optional().describe('The agent it is of.'),
  runId: ScopeId.optional().describe('The run, task or thread it is of.'),
});
export type KeptScope = z.input<typeof KeptScope>;

/** The user whose memory is meant, and which part of it. */
export const MemoryScope = z.strictObject({
  userId: ScopeId.optional().describe('The user: a memory of their own, apart from all others.'),
  ...KeptScope.shape,
});
export type MemoryScope = z.input<typeof MemoryScope>;

/** The user that a call is for, in addition to the verb's own input. */
export interface OfUser {
  readonly userId?: string;
}

const KEPT = [
  ['agentId', `${RESERVED_TAGS}agent:`],
  ['runId', `${RESERVED_TAGS}run:`],
] as const;

/** A scope as tags, by which memories are stored and questions filtered. */
export function scopeTags(scope: {
  readonly [Name in keyof KeptScope]: KeptScope[Name] | undefined;
}): string[] {
  return KEPT.flatMap(([name, tag]) => (scope[name] === undefined ? [] : [`${tag}${scope[name]}`]));
}

/** All tags that a question requires, including those of its scope; undefined for none. */
export function narrowedTags(
  asked: Parameters<typeof scopeTags>[0] & { readonly tags?: readonly string[] | undefined },
): readonly string[] | undefined {
  const scope = scopeTags(asked);
  return scope.length === 0 ? asked.tags : [...(asked.tags ?? []), ...scope];
}

/** The scope in these tags; for a memory of several agents or runs, the first. */
export function scopeOf(tags: readonly string[]): KeptScope {
  return Object.fromEntries(
    KEPT.flatMap(([name, start]) => {
      const tag = tags.find((each) => each.startsWith(start));
      return tag === undefined ? [] : [[name, tag.slice(start.length)]];
    }),
  );
}

export const isScopeTag = (tag: string): boolean => KEPT.some(([, start]) => tag.startsWith(start));
