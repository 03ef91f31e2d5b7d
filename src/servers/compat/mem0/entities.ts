import { MnemeError } from '../../../domain/errors.js';
import type { Metadata } from '../../../domain/memory.js';

/** Whose a memory of mem0 is. */
export const ENTITIES = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;
export type EntityField = (typeof ENTITIES)[number];
export type Owners = Readonly<Record<EntityField, string | null>>;

/** A run is a session; the others stand in the metadata, where an import of a mem0 export puts them, too. */
const IN_METADATA = ['user_id', 'agent_id', 'app_id'] as const;
/** What stands in the metadata of a memory whose text was changed: the id it was known by from the first, and when it came. */
export const FIRST_ID = 'first_id';
export const FIRST_AT = 'first_at';
/** Before the name of a value that is no plain one, and is kept as JSON. */
const NESTED = 'json:';

const OWN_NAMES: readonly string[] = [...IN_METADATA, FIRST_ID, FIRST_AT];

/** The entities that a request names. Throws `invalid_input` for one that is no text. */
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

/** The metadata of a memory that these own. Throws `invalid_input` for a name that stands for something else. */
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

/** Whose a memory is, and the metadata that was given with it; null for none. */
export function toldMetadata({
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
