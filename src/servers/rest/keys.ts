import { KeyInput } from '../../domain/access.js';
import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/parse-input.js';
import type { ListedKey } from '../../bank/access/key-ring.js';
import type { Mneme } from '../../mneme.js';
import { assertAdministersFile } from '../auth/admission.js';
import type { BodyLimits } from '../auth/limited-body.js';
import type { DoorApp } from './door-app.js';
import { parseObjectBody, readText } from './read-body.js';

export type { ListedKey, MadeKey } from '../../bank/access/key-ring.js';

export const KEYS = '/v1/keys';

/**
 * Keys, over HTTP, for whoever administers the whole file (docs/decisions/0205). They are no operations: what agents are offered as tools
 * must not hand out keys, and an answer with a secret in it is kept nowhere.
 */
export function addKeys(
  app: DoorApp,
  { memory, limits }: { readonly memory: Mneme; readonly limits: BodyLimits },
): void {
  const { keys } = memory.file;
  app.get(KEYS, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    return asked.json(await keys.list());
  });
  app.post(KEYS, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const input = parseInput(
      KeyInput,
      parseObjectBody(await readText(asked.env.incoming, limits)),
      'key',
    );
    if (!administers(input) && !(await keys.list()).some(holdsAndAdministers))
      throw new MnemeError('invalid_input', 'The first key must administer all banks.', {
        field: 'key.scopes',
        value: input.scopes.join(', '),
        hint: 'From the first key on this server asks for one: make one with the scope admin and without banks first.',
      });
    return asked.json(await keys.create(input), 201, { 'cache-control': 'no-store' });
  });
  app.delete(`${KEYS}/:key`, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const wanted = asked.req.param('key');
    const left = (await keys.list()).filter(
      (key) => holdsAndAdministers(key) && key.id !== wanted && key.name !== wanted,
    );
    if (left.length === 0)
      throw new MnemeError('conflict', 'This is the last key that administers this file.', {
        field: 'key',
        value: wanted,
        hint: 'Make another one first. On the machine itself, `mneme keys revoke` ends it all the same.',
      });
    return asked.json(await keys.revoke(wanted));
  });
}

const administers = ({ banks, scopes }: Pick<ListedKey, 'banks' | 'scopes'>): boolean =>
  banks === null && scopes.includes('admin');

const holdsAndAdministers = (key: ListedKey): boolean => key.revokedAt === null && administers(key);
