import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListedKey } from '@mneme/core/bank/access.js';
import { KeyInput } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { assertAdministersFile } from '../auth/admission.js';
import type { BodyLimits } from '../auth/request.js';
import { renderBare } from '../json-schema.js';
import { type HttpApp, parseObjectBody, readText } from './http.js';
import type { LongWork } from '../running/jobs.js';
import type { BackupDownloads } from '../running/spooled-files.js';
import { flag } from '@mneme/core/domain/schema.js';

export type { ListedKey, MadeKey } from '@mneme/core/bank/access.js';

export const KEYS = '/v1/keys';

/**
 * Management of keys for administrators of the whole file (docs/decisions/0205). These are not operations: agents
 * must not be offered tools that hand out keys, and an answer with a secret is never stored.
 */
export function addKeys(
  app: HttpApp,
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

export const BACKUPS = '/v1/backups';
/** Owner of work on the whole file. */
const NO_BANK = '';

const BackupInput = z.strictObject({
  encrypt: flag('Seals it under the passphrase that the server was configured with.'),
});

interface BackupParts {
  readonly backups: BackupDownloads;
  readonly work: LongWork;
  readonly limits: BodyLimits;
}

/**
 * Full backups of the file, made while it is in use and downloaded over HTTP: no request names a path of this
 * machine.
 */
export function addBackups(app: HttpApp, { backups, work, limits }: BackupParts): void {
  app.get(BACKUPS, (asked) => {
    assertAdministersFile(asked.get('caller'));
    return asked.json(work.list(asked.get('caller'), NO_BANK));
  });
  app.post(BACKUPS, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const { encrypt } = parseInput(
      BackupInput,
      parseObjectBody(await readText(asked.env.incoming, limits)),
      'backup',
    );
    const name = `mneme-${new Date().toISOString().slice(0, 10)}-${randomBytes(6).toString('hex')}.backup`;
    const started = work.start(
      { caller: asked.get('caller'), bank: NO_BANK, operation: 'backup' },
      async (context) => JSON.stringify(await backups.make(name, encrypt, context)),
    );
    return asked.json(started, 202, { location: `${BACKUPS}/operations/${started.id}` });
  });
  app.get(`${BACKUPS}/operations/:id`, (asked) => {
    assertAdministersFile(asked.get('caller'));
    return asked.json(work.get(asked.get('caller'), NO_BANK, asked.req.param('id')));
  });
  app.get(`${BACKUPS}/:name`, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const name = asked.req.param('name');
    const path = backups.pathOf(name);
    if (path === null)
      throw new MnemeError('not_found', 'There is no such backup any more.', {
        field: 'name',
        value: name,
        hint: 'It is kept for a quarter of an hour: POST /v1/backups makes another.',
      });
    const { size } = await stat(path);
    return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    });
  });
  app.delete(`${BACKUPS}/:name`, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    await backups.remove(asked.req.param('name'));
    return new Response(null, { status: 204 });
  });
}

type Described = Readonly<Record<string, unknown>>;

const KeyOutput = z.object({
  id: z.string(),
  name: z.string(),
  banks: z.array(z.string()).nullable(),
  scopes: z.array(z.string()),
  recipient: z.string().nullable(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});
const MadeKeyOutput = KeyOutput.extend({ key: z.string() });

const body = (schema: z.ZodType): Described => ({
  required: true,
  content: { 'application/json': { schema: renderBare(schema, 'input') } },
});
const json = (status: number, schema: unknown): Described => ({
  [status]: { description: 'The answer.', content: { 'application/json': { schema } } },
});
const inPath = (name: string, description: string): Described => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description,
});
const work = { $ref: '#/components/schemas/Work' };
const NEEDS = 'It takes a key for all banks with the scope admin.';

/** Describes the endpoints of the whole file: keys, backups. */
export function describeFile(problem: Described): Record<string, Record<string, Described>> {
  const place = (
    operationId: string,
    summary: string,
    { responses, ...more }: { readonly responses: Described } & Described,
  ): Described => ({
    operationId,
    summary: `${summary} ${NEEDS}`,
    parameters: [],
    ...more,
    responses: { ...responses, default: problem },
  });
  const key = renderBare(KeyOutput, 'output');
  return {
    '/v1/keys': {
      get: place('keys', 'List the keys, revoked ones too.', {
        responses: json(200, { type: 'array', items: key }),
      }),
      post: place('key_create', 'Make a key; its secret is told this once.', {
        requestBody: body(KeyInput),
        responses: json(201, renderBare(MadeKeyOutput, 'output')),
      }),
    },
    '/v1/keys/{key}': {
      delete: place('key_revoke', 'End a key, at once.', {
        parameters: [inPath('key', 'Its name or its id.')],
        responses: json(200, key),
      }),
    },
    '/v1/backups': {
      get: place('backups', 'List the backups that were asked for, the latest first.', {
        responses: json(200, { type: 'array', items: work }),
      }),
      post: place('backup_make', 'Make a whole copy of the file, to be fetched.', {
        requestBody: body(BackupInput),
        responses: json(202, work),
      }),
    },
    '/v1/backups/operations/{id}': {
      get: place('backup_operation', 'Tell how far a backup is; its result names it.', {
        parameters: [inPath('id', 'The operation, as in o_0123456789abcdef.')],
        responses: json(200, work),
      }),
    },
    '/v1/backups/{name}': {
      get: place('backup_fetch', 'Fetch a backup: it is kept for a quarter of an hour.', {
        parameters: [inPath('name', 'As the result of its operation names it.')],
        responses: {
          200: {
            description: 'The file.',
            content: { 'application/octet-stream': { schema: { type: 'string' } } },
          },
        },
      }),
      delete: place('backup_remove', 'Throw a backup away that was fetched.', {
        parameters: [inPath('name', 'As the result of its operation names it.')],
        responses: { 204: { description: 'It is gone.' } },
      }),
    },
  };
}
