import { MnemeError } from '../../../domain/errors.js';
import { heldBy, isSpeltWell } from '../../../domain/user-bank.js';
import type { Mneme } from '../../../mneme.js';

/** Where memories of mem0 lie: the bank itself, or that of one of its users. */
export interface Place {
  readonly memory: Mneme;
  /** Whose it is alone; null for the bank itself, which holds what was said for no user, and what an import left there. */
  readonly user: string | null;
}

const USER_MARK = '@';

/** The place of a user, whom a memory may be the first of; the bank itself for nobody. */
export function placeOf(memory: Mneme, user: string | null): Place {
  if (user !== null) return { memory: memory.scope({ userId: user }), user };
  return { memory, user: heldBy(memory.bankName).userId };
}

/** The places that are there, of one user or of all: the bank itself first. Founds none. */
export async function placesThere(memory: Mneme, user?: string): Promise<Place[]> {
  const { bank, userId } = heldBy(memory.bankName);
  if (userId !== null) return user === undefined || user === userId ? [placeOf(memory, null)] : [];
  const names = (await memory.file.banks())
    .map(({ name }) => name)
    .filter((name) => heldBy(name).bank === bank);
  return names.flatMap((name): Place[] => {
    const { userId: owner } = heldBy(name);
    if (owner === null) return [{ memory, user: null }];
    return user === undefined || user === owner ? [placeOf(memory, owner)] : [];
  });
}

/** The id under which a client knows a memory: with the user in whose bank it lies. */
export const toldId = ({ memory, user }: Place, id: string): string =>
  user === null ? id : `${id}${memory.bankName.slice(memory.bankName.indexOf(USER_MARK))}`;

/** Where the memory of such an id lies, and its id there. Throws `not_found` for a user of whom nothing is known. */
export async function locate(
  memory: Mneme,
  told: string,
): Promise<{ readonly place: Place; readonly id: string }> {
  const at = told.indexOf(USER_MARK);
  if (at < 0) return { place: { memory, user: null }, id: told };
  const name = `${heldBy(memory.bankName).bank}${told.slice(at)}`;
  const { userId } = heldBy(name);
  const [place] =
    userId === null || !isSpeltWell(name)
      ? []
      : (await placesThere(memory, userId)).filter(({ user }) => user === userId);
  if (place !== undefined) return { place, id: told.slice(0, at) };
  throw new MnemeError('not_found', `There is no memory ${told}.`, { field: 'id', value: told });
}
