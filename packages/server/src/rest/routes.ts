import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { ownNameOf, withOwnNames } from '@mneme/core/domain/as-meant.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import {
  allOperations,
  jsonList,
  OPERATIONS,
  type Property,
  textValue,
} from '@mneme/mneme/operations/table.js';
import type { Admission } from '../auth/admission.js';
import { type JsonSchema, renderSchema } from '../json-schema.js';
import { askedBank, type HttpApp } from './http.js';
import { type HttpRoute, placesOf } from './places.js';
import type { ChangeFeeds, Follower, StreamSlots } from '../running/change-feeds.js';
import type { Runner } from '../running/runner.js';

/** An operation at a path, with its fields sorted by location. */
export interface Endpoint extends HttpRoute {
  readonly operation: Operation;
  /** The input schema as JSON: without bytes, dates and the fields that the path fixes. */
  readonly input: JsonSchema & {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
  /** Answered with work that continues. */
  readonly long: boolean;
  /** The body is the text of a file, and the fields are in the query. */
  readonly upload: boolean;
}

/** All endpoints of a bank, in the order of the table. */
export function endpoints(
  operations: Readonly<Record<string, Operation>> = allOperations(),
): Endpoint[] {
  return Object.values(operations).flatMap((operation) =>
    placesOf(operation).map((place) => endpointOf(operation, place)),
  );
}

function endpointOf(operation: Operation, place: HttpRoute): Endpoint {
  const {
    properties = {},
    required = [],
    ...schema
  } = renderSchema(operation.input, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const { long = false, upload = false, files = [] } = operation.served ?? {};
  const settled = [
    ...Object.keys(place.fixed ?? {}),
    ...(place.without ?? []),
    ...(upload ? [] : files),
  ];
  const fields = Object.keys(properties).filter((field) => !settled.includes(field));
  const inPath = [...place.path.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => field ?? []);
  const others = fields.filter((field) => !inPath.includes(field));
  const addressed = upload || place.method === 'GET' || place.method === 'DELETE';
  return {
    ...place,
    operation,
    input: {
      ...schema,
      properties: Object.fromEntries(fields.map((field) => [field, properties[field] ?? {}])),
      required: required.filter((field) => fields.includes(field)),
    },
    inPath,
    inQuery: addressed ? others : [],
    inBody: addressed ? [] : others,
    long,
    upload,
  };
}

/**
 * An operation's input, collected from path, query and body. A field in the wrong location is refused, not ignored.
 * Throws `invalid_input` naming it.
 */
export function readInput(
  { operation, input, inPath, inQuery, inBody, fixed }: Endpoint,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const valueOf = (field: string, text: string): unknown => {
    const name = `${operation.name}.${field}`;
    return input.properties[field]?.type === 'array' && text.startsWith('[')
      ? jsonList(text, name)
      : textValue(text, input.properties[field] as Property, name);
  };
  for (const field of inPath) read[field] = valueOf(field, path[field] ?? '');
  for (const [field, given] of Object.entries(withOwnNames(textsOf(query), inQuery))) {
    if (!inQuery.includes(field)) throw misplaced(operation.name, field, 'address', inQuery);
    const isList = input.properties[field]?.type === 'array';
    const texts = typeof given === 'string' ? [given] : given;
    // A parameter with an empty value counts as absent.
    if (texts.join('') === '' && !input.required?.includes(field)) continue;
    if (texts.length > 1 && !isList)
      throw new MnemeError(
        'invalid_input',
        `${operation.name}.${field}: is given ${texts.length} times.`,
        { field: `${operation.name}.${field}`, value: texts.join(', '), hint: 'Give it once.' },
      );
    // A list may be one text with commas, a repeated parameter, or JSON.
    read[field] = texts.length > 1 ? texts : valueOf(field, texts[0] ?? '');
  }
  for (const [field, value] of Object.entries(withOwnNames(body, inBody))) {
    if (!inBody.includes(field)) throw misplaced(operation.name, field, 'body', inBody);
    read[field] = value;
  }
  return { ...read, ...fixed };
}

/** Query parameters by name: a text, or several for a repeated one. */
function textsOf(query: URLSearchParams): Readonly<Record<string, string | string[]>> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const texts = query.getAll(name);
      return [name, texts.length === 1 ? (texts[0] ?? '') : texts];
    }),
  );
}

function misplaced(
  operation: string,
  field: string,
  where: string,
  there: readonly string[],
): MnemeError {
  const meant = ownNameOf(field, there);
  return new MnemeError('invalid_input', `${operation}.${field}: is no field of this ${where}.`, {
    field: `${operation}.${field}`,
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}GET /v1/openapi.json tells what there is.`,
  });
}

/** The only operation that can also be streamed. */
const CHANGES = OPERATIONS.log as unknown as Operation;

export interface ChangeStreamParts {
  readonly runner: Runner;
  readonly admission: Admission;
  readonly feeds: ChangeFeeds;
  readonly streams: StreamSlots;
  /** Aborts when the server shuts down. */
  readonly stopping: AbortSignal;
  /** Receives internal failures. */
  readonly fault: (error: unknown) => void;
}

/** Changes as server-sent events, at the path of the operation that lists them. */
export function addChangeStream(
  app: HttpApp,
  place: string,
  { runner, admission, feeds, streams, stopping, fault }: ChangeStreamParts,
): void {
  app.on('GET', [`${place}/log`, `${place}/changes`], async (asked, next) => {
    if (asked.req.header('accept')?.includes('text/event-stream') !== true) {
      await next();
      return undefined;
    }
    const caller = asked.get('caller');
    const { bank } = askedBank(asked.req.param('bank') ?? '', asked.req.url);
    await runner.admitted({ caller, bank, operation: CHANGES, input: {} });
    const after = await startOf(
      runner.bankFor(caller, bank),
      asked.req.header('last-event-id'),
      asked.req.query('after'),
    );
    const leave = streams.take(caller.id);
    const gone = new AbortController();
    asked.env.outgoing.once('close', () => {
      gone.abort();
      leave();
    });
    const follower: Follower = {
      after,
      recipient: caller.recipient,
      signal: AbortSignal.any([gone.signal, stopping]),
      assertMayBeTold: () => admission.assertInForce(caller),
      inTurn: (work) => runner.inTurn(caller, bank, work),
    };
    return streamSSE(
      asked,
      (stream) => streamChanges(stream, feeds.follow(bank, follower)),
      async (error) => fault(error),
    );
  });
}

/** The sequence number to continue after: the client's last event, or the bank's last change for a new stream. */
async function startOf(
  memory: Mneme,
  lastEvent: string | undefined,
  after: string | undefined,
): Promise<number> {
  const given = lastEvent ?? after;
  if (given === undefined) return (await memory.care.info())?.sequence ?? 0;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new MnemeError('invalid_input', 'Last-Event-ID: expected the number of a change.', {
    field: 'Last-Event-ID',
    value: given,
  });
}

/** Sends each page of changes; comments in between keep proxies from closing an idle connection. */
async function streamChanges(
  stream: SSEStreamingApi,
  pages: ReturnType<ChangeFeeds['follow']>,
): Promise<void> {
  await stream.write(': following\n\n');
  try {
    for await (const changes of pages) {
      for (const change of changes)
        await stream.writeSSE({
          id: String(change.sequence),
          event: 'change',
          data: JSON.stringify(change),
        });
      if (changes.length === 0) await stream.write(': still here\n\n');
    }
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    await stream.writeSSE({ event: 'refused', data: JSON.stringify(error) });
  }
}
