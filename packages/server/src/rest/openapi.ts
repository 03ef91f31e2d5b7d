import { z } from 'zod';
import { ERROR_CODES } from '@mneme/core/domain/errors.js';
import { scopeOf } from '../auth/admission.js';
import { renderBare } from '../json-schema.js';
import { WorkOutput } from '../running/jobs.js';
import { describeFile } from './file-administration.js';
import type { Endpoint } from './routes.js';
import { Bank } from '@mneme/core/domain/bank.js';

const ProblemOutput = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  field: z.string().optional(),
  value: z.unknown().optional(),
  hint: z.string().optional(),
});

type Described = Readonly<Record<string, unknown>>;

const bank = {
  name: 'bank',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The bank.',
};
const user = {
  name: 'userId',
  in: 'query',
  required: false,
  schema: { type: 'string', maxLength: 256 },
  description:
    'The user whose memory in the bank is meant, apart from all others. A JSON body may name it, too.',
};
const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The operation, as in o_0123456789abcdef.',
};
const ONE_WORK = [bank, user, id];
const reference = (name: string): Described => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown, description: string): Described => ({
  description,
  content: { 'application/json': { schema } },
});
const problem: Described = {
  description: 'A refusal.',
  content: { 'application/problem+json': { schema: reference('Problem') } },
};
const simple = (
  operationId: string,
  summary: string,
  answer: unknown,
  parameters: readonly unknown[] = [bank, user],
): Described => ({
  operationId,
  summary,
  parameters,
  responses: { 200: json(answer, 'The answer.'), default: problem },
});

/** Endpoints that require no key. */
const unkeyed = (operationId: string, summary: string): Record<string, Described> => ({
  get: { ...simple(operationId, summary, { type: 'object' }, []), security: [] },
});

/** The whole API as OpenAPI 3.1, from the schemas that validate requests. */
export function describeApi(endpoints: readonly Endpoint[], version: string): Described {
  const paths: Record<string, Record<string, Described>> = {
    '/v1/banks': {
      get: simple(
        'bank_names',
        'List the banks that the key opens.',
        { type: 'array', items: reference('Bank') },
        [],
      ),
    },
    '/v1/banks/{bank}': {
      get: simple('bank', 'Tell of one bank.', reference('Bank')),
      put: simple('bank_create', 'Found a bank, or tell of the one there.', reference('Bank')),
    },
    '/v1/banks/{bank}/operations': {
      get: simple(
        'operations',
        'List long operations of this server on the bank, the latest first.',
        { type: 'array', items: reference('Work') },
      ),
    },
    '/v1/banks/{bank}/operations/{id}': {
      get: simple('operation', 'Tell how far a long operation is.', reference('Work'), ONE_WORK),
      delete: simple(
        'operation_cancel',
        'Stop a long operation between two commits. What it committed stays.',
        reference('Work'),
        ONE_WORK,
      ),
    },
    ...describeFile(problem),
    '/metrics': {
      get: {
        ...simple(
          'metrics',
          'Tell the figures of the whole server. It takes a key for all banks.',
          { type: 'string' },
          [],
        ),
        responses: {
          200: {
            description: 'Prometheus’ text format',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
          default: problem,
        },
      },
    },
    '/health/live': unkeyed('live', 'Tell that the process runs.'),
    '/health/ready': unkeyed('ready', 'Tell that requests are served.'),
  };
  for (const endpoint of endpoints)
    (paths[`/v1/banks/{bank}${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] =
      describe(endpoint);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mneme',
      version,
      description:
        'A long-term memory for AI agents. Refusals are application/problem+json with a code of a closed list.',
    },
    servers: [{ url: '/' }],
    security: [{}, { key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that `mneme keys create` made. A server on the loopback of a file without keys asks for none.',
        },
      },
      schemas: {
        Bank: renderBare(Bank, 'output'),
        Work: renderBare(WorkOutput, 'output'),
        Problem: renderBare(ProblemOutput, 'output'),
      },
    },
  };
}

/** What a key must allow: by the fields of the path, and by those that may be given. */
function scopesOf({ operation, fixed, inPath, inQuery, inBody }: Endpoint): string {
  const always = Object.fromEntries(inPath.map((field) => [field, '']));
  const scope = scopeOf(operation, { ...always, ...fixed });
  const writing =
    scope === 'read' && operation.effect !== 'read'
      ? (operation.writesWith ?? []).filter((field) => [...inQuery, ...inBody].includes(field))
      : [];
  return `Needs the scope ${scope}${writing.length === 0 ? '' : `, with ${writing.join(', ')} write`}.`;
}

function describe(endpoint: Endpoint): Described {
  const { operation, input, inPath, inQuery, inBody, long, upload, method, called } = endpoint;
  const { name, summary, description, effect, former } = operation;
  const { positional = operation.positional } = endpoint;
  const parameter = (field: string, place: 'path' | 'query'): Described => {
    const { description: words, ...schema } = input.properties[field] ?? {};
    return {
      name: field,
      in: place,
      required: place === 'path' || input.required.includes(field),
      schema,
      ...(words === undefined ? {} : { description: words }),
      ...(place === 'query' ? { explode: false } : {}),
    };
  };
  const keyed = effect !== 'read' && method !== 'GET' && !upload;
  const fields = Object.fromEntries(inBody.map((field) => [field, input.properties[field]]));
  const body = upload
    ? {
        required: true,
        content: {
          'application/octet-stream': {
            schema: { type: 'string', description: 'The file’s text, UTF-8.' },
          },
        },
      }
    : {
        required: input.required.some((field) => inBody.includes(field)),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: fields,
              required: input.required.filter((field) => inBody.includes(field)),
              additionalProperties: false,
            },
          },
        },
      };
  return {
    operationId: called ?? name,
    ...(former === undefined ? {} : { deprecated: true }),
    summary,
    description: `${description} ${scopesOf(endpoint)}`,
    // For client generators: positional arguments in order, as on the command line.
    ...(positional.length === 0 ? {} : { 'x-positional': positional }),
    parameters: [
      bank,
      user,
      ...inPath.map((field) => parameter(field, 'path')),
      ...inQuery.map((field) => parameter(field, 'query')),
      ...(keyed
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 200 },
              description:
                'Sent again with the same key, the request is not done again; answers are kept for 24 hours.',
            },
          ]
        : []),
    ],
    ...(upload || inBody.length > 0 ? { requestBody: body } : {}),
    responses: long
      ? {
          202: json(reference('Work'), `The work, which goes on; its result: ${name}.`),
          default: problem,
        }
      : {
          200: json(renderBare(operation.output, 'output'), 'The answer.'),
          default: problem,
        },
  };
}
