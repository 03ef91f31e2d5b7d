import { MnemeError } from '@mneme/core/domain/errors.js';
import { expiryOf } from '@mneme/core/domain/memory-times.js';
import type { Memory, Metadata } from '@mneme/core/domain/memory.js';
import type { Recalled } from '@mneme/core/domain/recollection.js';
import { RESERVED_TAGS } from '@mneme/core/domain/ids.js';
import { splitBankName, isSpeltWell } from '@mneme/core/domain/user-bank.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { iso } from '../foreign-call.js';

/** The entities that may own a memory of mem0. */
export const ENTITIES = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;
export type EntityField = (typeof ENTITIES)[number];
export type Owners = Readonly<Record<EntityField, string | null>>;

/** A run is a session; the others are stored in the metadata, where an import of a mem0 export puts them, too. */
const IN_METADATA = ['user_id', 'agent_id', 'app_id'] as const;
/** Metadata of a memory whose text was changed: its first id, and when that was recorded. */
export const FIRST_ID = 'first_id';
export const FIRST_AT = 'first_at';
/** Prefix of the name of a metadata value that is not a scalar and is stored as JSON. */
const NESTED = 'json:';

const OWN_NAMES: readonly string[] = [...IN_METADATA, FIRST_ID, FIRST_AT];

/** The entities that a request names. Throws `invalid_input` for one that is not a string. */
export function ownersIn(given: Readonly<Record<string, unknown>>): Owners {
  const read = (field: EntityField): string | null => {
    const value = given[field];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && value.length <= 200) return value;
    throw new MnemeError('invalid_input', `${field}: expected a text of at most 200 characters.`, {
      field,
      value,
    });
  };
  return {
    user_id: read('user_id'),
    agent_id: read('agent_id'),
    app_id: read('app_id'),
    run_id: read('run_id'),
  };
}

/** The metadata to store for a memory of these owners. Throws `invalid_input` for a reserved name. */
export function storedMetadata(
  given: unknown,
  owners: Owners,
): Record<string, string | number | boolean> {
  const stored: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(asObject(given, 'metadata'))) {
    if (value === null || value === undefined) continue;
    if (OWN_NAMES.includes(name) || name.startsWith(NESTED))
      throw new MnemeError('invalid_input', `metadata.${name}: this name stands for the entity.`, {
        field: `metadata.${name}`,
        hint: 'Give the entity beside the metadata, or choose another name.',
      });
    if (typeof value === 'object') stored[`${NESTED}${name}`] = JSON.stringify(value);
    else stored[name] = value as string | number | boolean;
  }
  for (const field of IN_METADATA) {
    const owner = owners[field];
    if (owner !== null) stored[field] = owner;
  }
  return stored;
}

export function asObject(given: unknown, field: string): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {};
  if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>;
  throw new MnemeError('invalid_input', `${field}: expected an object.`, { field, value: given });
}

/** A memory's owners, and the metadata that it was given; null for none. */
export function givenMetadata({
  metadata,
  session,
}: {
  readonly metadata: Metadata;
  readonly session: string | null;
}): { readonly owners: Owners; readonly told: Record<string, unknown> | null } {
  const text = (name: string): string | null => {
    const value = metadata[name];
    return value === undefined ? null : String(value);
  };
  const told = Object.entries(metadata).flatMap(([name, value]): [string, unknown][] =>
    OWN_NAMES.includes(name) ? [] : [plain(name, value)],
  );
  return {
    owners: {
      user_id: text('user_id'),
      agent_id: text('agent_id'),
      app_id: text('app_id'),
      run_id: session,
    },
    told: told.length === 0 ? null : Object.fromEntries(told),
  };
}

function plain(name: string, value: unknown): [string, unknown] {
  if (!name.startsWith(NESTED) || typeof value !== 'string') return [name, value];
  return [name.slice(NESTED.length), JSON.parse(value)];
}

/** A bank with memories of mem0: the base bank, or that of one of its users. */
export interface UserBank {
  readonly memory: Mneme;
  /** The user of the bank; null for the base bank, which holds what was said for no user, and imports. */
  readonly user: string | null;
}

const USER_MARK = '@';

/** The bank of a user, which need not exist yet; the base bank for null. */
export function userBankOf(memory: Mneme, user: string | null): UserBank {
  if (user !== null) return { memory: memory.scope({ userId: user }), user };
  return { memory, user: splitBankName(memory.bankName).userId };
}

/** The existing banks, of one user or of all: the base bank first. Creates none. */
export async function existingUserBanks(memory: Mneme, user?: string): Promise<UserBank[]> {
  const { bank, userId } = splitBankName(memory.bankName);
  if (userId !== null)
    return user === undefined || user === userId ? [userBankOf(memory, null)] : [];
  const names = (await memory.file.banks())
    .map(({ name }) => name)
    .filter((name) => splitBankName(name).bank === bank);
  return names.flatMap((name): UserBank[] => {
    const { userId: owner } = splitBankName(name);
    if (owner === null) return [{ memory, user: null }];
    return user === undefined || user === owner ? [userBankOf(memory, owner)] : [];
  });
}

/** The id that a client is given: with the user in whose bank the memory is. */
export const clientId = ({ memory, user }: UserBank, id: string): string =>
  user === null ? id : `${id}${memory.bankName.slice(memory.bankName.indexOf(USER_MARK))}`;

/** The bank of such an id, and the memory's id there. Throws `not_found` for an unknown user. */
export async function locate(
  memory: Mneme,
  told: string,
): Promise<{ readonly place: UserBank; readonly id: string }> {
  const at = told.indexOf(USER_MARK);
  if (at < 0) return { place: { memory, user: null }, id: told };
  const name = `${splitBankName(memory.bankName).bank}${told.slice(at)}`;
  const { userId } = splitBankName(name);
  const [place] =
    userId === null || !isSpeltWell(name)
      ? []
      : (await existingUserBanks(memory, userId)).filter(({ user }) => user === userId);
  if (place !== undefined) return { place, id: told.slice(0, at) };
  throw new MnemeError('not_found', `There is no memory ${told}.`, { field: 'id', value: told });
}

/** A memory in mem0's format. */
export interface Mem0View extends Readonly<Record<EntityField, string | null>> {
  readonly id: string;
  readonly memory: string;
  readonly hash: string | null;
  readonly actor_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly categories: readonly string[] | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The last day on which it is found. */
  readonly expiration_date: string | null;
  readonly score?: number;
}

type ViewFields = Pick<
  Memory,
  'id' | 'content' | 'metadata' | 'session' | 'speaker' | 'tags' | 'saidAt'
>;

/** Shows a memory under its first id, however often its text was changed. */
function viewOf(memory: ViewFields, place: UserBank, hash: string | null = null): Mem0View {
  const { owners, told } = givenMetadata(memory);
  const { [FIRST_ID]: first, [FIRST_AT]: at } = memory.metadata;
  const categories = memory.tags.filter((tag) => !tag.startsWith(RESERVED_TAGS));
  const saidAt = iso(memory.saidAt);
  const end = expiryOf(memory.tags);
  return {
    id: clientId(place, first === undefined ? memory.id : String(first)),
    memory: memory.content,
    hash,
    ...owners,
    user_id: place.user ?? owners.user_id,
    actor_id: memory.speaker,
    metadata: told,
    categories: categories.length === 0 ? null : categories,
    created_at: at === undefined ? saidAt : String(at),
    updated_at: saidAt,
    expiration_date: end === null ? null : iso(end - 1).slice(0, 10),
  };
}

export const viewOfMemory = (memory: Memory, place: UserBank): Mem0View =>
  viewOf(memory, place, memory.contentHash);

/** The fields of a recalled memory that {@link viewOfRecalled} takes. */
export const RECALLED = [
  'id',
  'content',
  'metadata',
  'session',
  'speaker',
  'tags',
  'saidAt',
  'probability',
  'why',
] as const;

/** With its score: the probability that it answers, comparable between questions, where known. */
export function viewOfRecalled(
  found: Pick<Recalled, (typeof RECALLED)[number]>,
  place: UserBank,
): Mem0View & { readonly score: number } {
  return { ...viewOf(found, place), score: found.probability ?? found.why.score };
}
