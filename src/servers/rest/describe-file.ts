import { z } from 'zod';
import { KeyInput } from '../../domain/access.js';
import { renderSchema, type JsonSchema } from '../json-schema.js';
import { BackupInput } from './backups.js';

type Described = Readonly<Record<string, unknown>>;

const ListedKey = z.object({
  id: z.string(),
  name: z.string(),
  banks: z.array(z.string()).nullable(),
  scopes: z.array(z.string()),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});
const MadeKey = ListedKey.extend({ key: z.string() });

const body = (schema: z.ZodType): Described => ({
  required: true,
  content: { 'application/json': { schema: bare(renderSchema(schema, 'input')) } },
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

/** What belongs to the whole file: its keys, its backups. */
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
  const key = bare(renderSchema(ListedKey, 'output'));
  return {
    '/v1/keys': {
      get: place('keys', 'List the keys, revoked ones too.', {
        responses: json(200, { type: 'array', items: key }),
      }),
      post: place('key_create', 'Make a key; its secret is told this once.', {
        requestBody: body(KeyInput),
        responses: json(201, bare(renderSchema(MadeKey, 'output'))),
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

function bare({ $schema: _schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
