import { MnemeError } from '../../../domain/errors.js';
import type { Mneme } from '../../../mneme.js';
import type { ForeignCall } from '../route.js';
import { forgetAll } from './change.js';
import { ENTITIES } from './entities.js';
import { matching, pageOf, type Mem0Page } from './find.js';
import { viewOfMemory } from './view.js';

interface ListedOwner {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly owner: null;
  total_memories: number;
  created_at: string;
  updated_at: string;
}

/** Users, agents, apps and runs that memories belong to, in order of their first. */
export async function listOwners({ memory, query, url }: ForeignCall): Promise<Mem0Page> {
  const found = new Map<string, ListedOwner>();
  const all = (await matching(memory, {})).map((each) => viewOfMemory(each.memory, each.place));
  for (const view of all) {
    for (const field of ENTITIES) {
      const name = view[field];
      if (name === null) continue;
      const type = field.replace(/_id$/, '');
      const id = `${type}:${name}`;
      const at = view.updated_at;
      const listed = found.get(id) ?? {
        ...{ id, name, type, owner: null, total_memories: 0 },
        ...{ created_at: view.created_at, updated_at: at },
      };
      listed.total_memories += 1;
      if (at > listed.updated_at) listed.updated_at = at;
      found.set(id, listed);
    }
  }
  return pageOf([...found.values()], url, Object.fromEntries(query));
}

/** Takes back all that belongs to one of them. Throws `invalid_input` for another type, `not_found` for a name that owns nothing. */
export async function deleteOwner(memory: Mneme, type: string, name: string): Promise<object> {
  const field = ENTITIES.find((each) => each === `${type}_id`);
  if (field === undefined)
    throw new MnemeError('invalid_input', `There is no type of entity ${type}.`, {
      field: 'entity_type',
      value: type,
      hint: 'There are user, agent, app, run.',
    });
  await forgetAll(await matching(memory, { [field]: { eq: name } }));
  return { message: 'Entity deleted successfully!' };
}
