import { z } from 'zod';
import { isSpeltWell, MAX_ID } from './user-bank.js';

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

/** Ids are branded strings: parsed once at the boundary, never mixed up inside. */
const idOf = <Brand extends string>(prefixes: string, name: string, example = prefixes) =>
  z
    .string()
    .regex(
      new RegExp(`^[${prefixes}]_[0-9a-z]{13}$`),
      `expected ${name} such as ${example}_01h5k0c2x9w7a`,
    )
    .brand<Brand>();

export const MemoryId = idOf<'MemoryId'>('m', 'a memory id');
export type MemoryId = z.infer<typeof MemoryId>;

export const EntityId = idOf<'EntityId'>('e', 'an entity id');
export type EntityId = z.infer<typeof EntityId>;

export const ContextId = idOf<'ContextId'>('c', 'a context id');
export type ContextId = z.infer<typeof ContextId>;

export const GoalId = idOf<'GoalId'>('g', 'a goal id');
export type GoalId = z.infer<typeof GoalId>;

export const ConflictId = idOf<'ConflictId'>('k', 'a conflict id');
export type ConflictId = z.infer<typeof ConflictId>;

export const LearnedId = idOf<'LearnedId'>('tswpqhlx', 'an id', 's');
export type LearnedId = z.infer<typeof LearnedId>;

/** The id of a module's own record, such as a webhook or a dialogue turn. */
export const ModuleRecordId = idOf<'LearnedId'>('x', 'an id');

/** The caller's own name for a session: any short text. */
export const SessionId = z.string().min(1).max(200).brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

/** The name of an isolated memory within one file, optionally followed by "+" and a branch, and by "@" and a user. */
export const BankName = z
  .string()
  .max(2_500)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}(?:\+[\p{L}\p{N}][\p{L}\p{N}._-]{0,99})?(?:@(?:[A-Za-z0-9._-]|=[0-9A-F]{2})+)?$/u,
    'a bank name is 1 to 100 letters, digits, ".", "_" or "-", starting with a letter or digit',
  )
  .refine(isSpeltWell, 'spells its user otherwise than this memory does: name the user by userId')
  .brand<'BankName'>();
export type BankName = z.infer<typeof BankName>;
/** The bank that is used if none is named. */
export const DEFAULT_BANK = 'default' as BankName;

export type IdPrefix =
  'm' | 'e' | 'c' | 'g' | 'k' | 'r' | 't' | 's' | 'w' | 'p' | 'q' | 'h' | 'l' | 'x';

const LETTERS = '0123456789abcdefghijklmnopqrstuv';
const LENGTH = 13;

/** A new id of 65 random bits: `m_` and 13 letters of base 32. `uint32` returns 32 random bits per call. */
export function makeId(prefix: IdPrefix, uint32: () => number): string {
  let id = `${prefix}_`;
  let bits = 0;
  let left = 0;
  for (let letter = 0; letter < LENGTH; letter++) {
    if (left < 5) {
      bits = uint32();
      left = 32;
    }
    id += LETTERS[bits & 31] ?? '0';
    bits >>>= 5;
    left -= 5;
  }
  return id;
}

/**
 * The metadata field with the ids of memories whose recalled text an input contained; its prefix is reserved, so that
 * no caller's field has this name.
 */
export const RECALLED = `${RESERVED_TAGS}recalled`;

/** Size of an id's alphabet. */
const BASE = 32;
/** Letters in addition to those that number the bank: about one tag in a thousand then fits two memories. */
const SPARE = 2;
/** Length of the prefix `m_`. */
const PREFIX = 2;
const TAG = /^\[?(?:(?:mem|node|memory)[:_])?(?:m_)?([0-9a-z]{3,13})\]?$/;

/** A short name of a memory for a model to cite, as in `[m_7wa4]`: the first letters of its id, as many as a bank of that size needs. */
export function citationOf(id: MemoryId, memories: number): string {
  const letters = Math.max(2, Math.ceil(Math.log(Math.max(memories, 1)) / Math.log(BASE))) + SPARE;
  return `[${id.slice(0, PREFIX + letters)}]`;
}

/**
 * The beginning of the id that a citation names, in any form: `[m_7wa4]`, `m_7wa4`, `[mem:7wa4]`. Null if it is no
 * citation.
 */
export function citedPrefix(tag: string): string | null {
  const letters = TAG.exec(tag.trim())?.[1];
  return letters === undefined ? null : `m_${letters}`;
}
