/** The largest input that an operation's schema allows, as somebody sends it who wants a server to compute. */
import type { JsonSchema } from '../packages/server/src/json-schema.js';
import type { Endpoint } from '../packages/server/src/rest/routes.js';

export interface LargestOptions {
  /** Characters that all of it may take: what a body holds. */
  readonly characters: number;
  /** Memories that are there. */
  readonly ids: readonly string[];
  /** Words that are in the bank, so that they are looked for. */
  readonly words: readonly string[];
}

export interface LargestRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** A request to an endpoint of a bank, with the largest input that it takes. */
export function largestRequest(
  endpoint: Endpoint,
  bank: string,
  options: LargestOptions,
): LargestRequest {
  const { method, inQuery, inBody } = endpoint;
  const input = largestInput(endpoint.input, options);
  const given = (fields: readonly string[]): string[] =>
    fields.filter((field) => input[field] !== undefined);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String([input[field]].flat()[0] ?? 'x').slice(0, 200)),
  );
  const query = given(inQuery).map(
    (field) => `${field}=${encodeURIComponent(textOf(input[field]).slice(0, 500))}`,
  );
  const body = Object.fromEntries(given(inBody).map((field) => [field, input[field]]));
  return {
    method,
    path: `/v1/banks/${bank}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** So many elements where a schema gives no limit. */
const UNBOUNDED = 1_000;

/** Fills what a schema allows, every optional field too, within the given number of characters. */
function largestInput(schema: JsonSchema, options: LargestOptions): Record<string, unknown> {
  return new Filler(options).object(schema, options.characters);
}

class Filler {
  #next = 0;

  constructor(private readonly options: LargestOptions) {}

  object(schema: JsonSchema, room: number): Record<string, unknown> {
    const { properties = {} } = schema as { properties?: Record<string, JsonSchema> };
    const names = Object.keys(properties).filter((name) => !LEFT_OUT.has(name));
    const share = room / Math.max(1, names.length);
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.#value(properties[name] ?? {}, share, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  #value(schema: JsonSchema, room: number, name: string): unknown {
    const { anyOf, oneOf, type } = schema as {
      anyOf?: JsonSchema[];
      oneOf?: JsonSchema[];
      type?: string;
    };
    const kinds = anyOf ?? oneOf;
    if (kinds !== undefined) return this.#value(kinds[0] ?? {}, room, name);
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum'])) return schema['enum'].at(-1) as unknown;
    if (type === 'string') return this.#text(schema, room, name);
    if (type === 'array') return this.#list(schema, room, name);
    if (type === 'object') return this.object(schema, room);
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return schema['maximum'] as unknown;
    return undefined;
  }

  #list(schema: JsonSchema, room: number, name: string): unknown[] | undefined {
    const item = (schema['items'] ?? {}) as JsonSchema;
    const one = JSON.stringify(this.#value(item, 200, name) ?? '').length + 1;
    const most = Math.min(Number(schema['maxItems'] ?? UNBOUNDED), Math.floor(room / one));
    const values = Array.from({ length: Math.max(1, most) }, () =>
      this.#value(item, Math.max(200, room / Math.max(1, most)), name),
    ).filter((value) => value !== undefined);
    const each = [...new Set(values.map((value) => JSON.stringify(value)))];
    return each.length === 0 ? undefined : each.map((text) => JSON.parse(text) as unknown);
  }

  #text({ maxLength, pattern }: JsonSchema, room: number, name: string): string | undefined {
    const { ids, words } = this.options;
    if (/^(ids?|memory|memories|a|b)$/.test(name) || String(pattern ?? '').startsWith('^m_'))
      return ids[this.#next++ % ids.length];
    if (pattern !== undefined) return undefined;
    const length = Math.min(Number(maxLength ?? 4_000), Math.floor(room));
    let text = '';
    while (text.length < length) text += `${words[(this.#next += 7) % words.length] ?? 'a'} `;
    return text.slice(0, length).trim() || 'a';
  }
}

/** What only narrows what is computed, or is refused together with another field. */
const LEFT_OUT = new Set(
  'asOf from to since until now cursor after before at image images preview agentId runId session speaker speakers exceptSession exceptSince kinds tags metadata namespace threshold within exclude zone url expiresAt ttl occurredFrom occurredTo saidAt minProbability strategy'.split(
    ' ',
  ),
);
