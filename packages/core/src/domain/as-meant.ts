import type { z } from 'zod';

/**
 * Field names in the requests of other memory systems, without dashes and in lower case, and our names for them: the
 * first that the request's schema has.
 */
const OURS: Readonly<Record<string, readonly string[]>> = {
  breadth: ['limit'],
  facts: ['reading'],
  runid: ['session'],
  timezone: ['zone'],
  tz: ['zone'],
  topk: ['topK', 'limit', 'top_k'],
  k: ['limit', 'topK', 'top_k'],
  n: ['limit'],
  count: ['limit'],
  size: ['limit'],
  pagesize: ['limit'],
  nresults: ['limit'],
  numresults: ['limit'],
  maxresults: ['limit'],
  maxfacts: ['limit'],
  page: ['cursor', 'after', 'before'],
  cursor: ['after', 'before'],
  after: ['cursor'],
  offset: ['cursor', 'after'],
  next: ['cursor', 'after', 'before'],
  nextcursor: ['cursor', 'after', 'before'],
  pagetoken: ['cursor', 'after', 'before'],
  nextpagetoken: ['cursor', 'after', 'before'],
  startingafter: ['cursor', 'after'],
  filter: ['metadata'],
  filters: ['metadata'],
  where: ['metadata'],
  metadatafilter: ['metadata'],
  metadatafilters: ['metadata'],
  maxtokens: ['maxTokens', 'tokenBudget', 'max_tokens'],
  tokens: ['maxTokens', 'tokenBudget', 'max_tokens'],
  tokenlimit: ['maxTokens', 'tokenBudget', 'max_tokens'],
  budget: ['maxTokens', 'tokenBudget'],
  text: ['content', 'query'],
  memory: ['content', 'id'],
  memoryid: ['id', 'ids'],
  nodeid: ['id', 'ids'],
  data: ['content'],
  input: ['content', 'query'],
  document: ['content'],
  message: ['content'],
  question: ['query'],
  q: ['query'],
  prompt: ['query'],
  search: ['query', 'match'],
  role: ['speaker'],
  author: ['speaker'],
  user: ['speaker'],
  name: ['speaker'],
  sessionid: ['session', 'session_id'],
  threadid: ['session', 'session_id'],
  conversationid: ['session', 'session_id'],
  groupid: ['session'],
  namespace: ['namespace', 'session'],
  tag: ['tags'],
  labels: ['tags'],
  expirationdate: ['expiresAt'],
  expires: ['expiresAt'],
  expiry: ['expiresAt'],
  expireat: ['expiresAt'],
  expireson: ['expiresAt'],
  validuntil: ['expiresAt', 'occurredTo'],
  expiresin: ['ttl'],
  timetolive: ['ttl'],
  ttlseconds: ['ttl'],
  maxage: ['ttl'],
  categories: ['tags'],
  category: ['tags'],
  types: ['kinds', 'kind'],
  type: ['kinds', 'kind'],
  facttype: ['kinds', 'kind'],
  timestamp: ['saidAt', 'said_at'],
  createdat: ['saidAt', 'said_at'],
  eventdate: ['occurredFrom', 'saidAt'],
  querytimestamp: ['now'],
  minscore: ['threshold', 'minProbability'],
  scorethreshold: ['threshold', 'minProbability'],
  startdate: ['from'],
  enddate: ['to'],
  since: ['from'],
  until: ['to'],
  rerank: ['strategy'],
  bankid: ['bank'],
  dryrun: ['dryRun', 'preview'],
};

/** Names that fields had in earlier versions; existing callers and files keep working. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['breadth', 'limit'],
  ['standing', 'validity'],
  ['facts', 'reading'],
]);

/** Fields of a result that have moved within it. */
const FORMER_FIELDS: ReadonlyMap<string, string> = new Map([
  ['standing', 'validity'],
  ['score', 'why'],
  ['confidence', 'why'],
  ['scores', 'why'],
  ['certainty', 'why'],
]);

const plainName = (name: string): string =>
  name.replaceAll('_', '').replaceAll('-', '').toLowerCase();

/** Our name for a field of another memory system's requests, among the given fields; undefined if it is not known. */
export function ownNameOf(foreign: string, fields: readonly string[]): string | undefined {
  const plain = plainName(foreign);
  const respelt = fields.find((field) => field.replaceAll('_', '').toLowerCase() === plain);
  const known = Object.hasOwn(OURS, plain) ? (OURS[plain] ?? []) : [];
  return respelt ?? known.find((each) => fields.includes(each));
}

/**
 * Names that mean the same in every memory system, so a request may use them. Any other may mean something else
 * there.
 */
const ADOPTED: ReadonlySet<string> = new Set([
  'limit',
  'topk',
  'k',
  'numresults',
  'maxresults',
  'maxtokens',
  'sessionid',
  'threadid',
  'conversationid',
  'question',
  'expires',
  'expirationdate',
  'expiresin',
  'ttlseconds',
]);

/** The current name of a field of a request that an earlier version called so; undefined for any other. */
export const nameOfNow = (former: string): string | undefined => FORMER.get(former);

/** The current place of a field of a result that an earlier version called so; undefined for any other. */
export const fieldOfNow = (former: string): string | undefined => FORMER_FIELDS.get(former);

/**
 * Our name for one that means the same in every memory system, or that an earlier version used; undefined for any
 * other.
 */
export function adoptedName(name: string, fields: readonly string[]): string | undefined {
  return FORMER.has(name) || ADOPTED.has(plainName(name)) ? ownNameOf(name, fields) : undefined;
}

/**
 * Replaces such names in a request by ours, where ours is a field and absent; a former name in addition to ours is
 * dropped if both have the same value. Everything else is left for the schema to judge.
 */
export function withOwnNames<Request>(request: Request, fields: readonly string[]): Request {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const given = request as Readonly<Record<string, unknown>>;
  const names = new Map<string, string | null>();
  const taken = new Set(Object.keys(given));
  for (const name of Object.keys(given)) {
    if (fields.includes(name)) continue;
    const own = adoptedName(name, fields);
    if (own === undefined) continue;
    // If two names would map to one field, neither is guessed.
    if (!taken.has(own)) names.set(name, own);
    else if (FORMER.has(name) && given[own] === given[name]) names.set(name, null);
    taken.add(own);
  }
  if (names.size === 0) return request;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const own = names.get(name);
      return own === null ? [] : [[own ?? name, value]];
    }),
  ) as Request;
}

/** Replaces former names in a request's list of `fields` by their current ones. */
export function withFieldsOfNow<Request>(request: Request): Request {
  const named: unknown = (request as { readonly fields?: unknown } | null | undefined)?.fields;
  if (!Array.isArray(named)) return request;
  const fields: readonly unknown[] = named;
  const now = new Set(fields.map((each) => FORMER_FIELDS.get(each as string) ?? each));
  return fields.every((each) => now.has(each)) ? request : { ...request, fields: [...now] };
}

/** Minimum share of letters that a mistyped name has in common with the intended one. */
const ALIKE = 0.7;

/** The name most likely meant; undefined if none is similar. */
function nearestName(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, likeness: likeness(name, given) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= ALIKE ? best.name : undefined;
}

function likeness(name: string, other: string): number {
  const [own, others] = [new Set(name.toLowerCase()), new Set(other.toLowerCase())];
  return [...own].filter((letter) => others.has(letter)).length / new Set([...own, ...others]).size;
}

const MAX_KEYS = 12;

/** A hint at the keys that exist in place of an unknown one; '' if the schema has no fixed keys, e.g. a union. */
export function knownKeys(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  unknown: string,
): string {
  const keys = Object.keys(shapeOf(path.reduce(inside, schema)) ?? {});
  if (keys.length === 0) return '';
  const meant = ownNameOf(unknown, keys) ?? nearestName(unknown, keys);
  return meant === undefined
    ? ` There are ${keys.slice(0, MAX_KEYS).join(', ')}${keys.length > MAX_KEYS ? ' and others' : ''}.`
    : ` Did you mean ${meant}?`;
}

/** The fields of a request's schema; none if the schema does not determine them. */
export const fieldsOf = (schema: z.ZodType): readonly string[] =>
  Object.keys(shapeOf(schema) ?? {});

function inside(schema: unknown, step: PropertyKey): unknown {
  return shapeOf(schema)?.[step] ?? elementOf(schema);
}

/** The schemas of an object's fields; undefined if the schema does not determine them. */
const shapeOf = (schema: unknown): Readonly<Record<PropertyKey, z.ZodType>> | undefined =>
  (unwrapped(schema) as { shape?: Readonly<Record<PropertyKey, z.ZodType>> }).shape;

/** The schema of a list's items; undefined if it is not a list. */
const elementOf = (schema: unknown): z.ZodType | undefined =>
  (unwrapped(schema) as { element?: z.ZodType }).element;

/** The schema inside optional, nullable and default wrappers. */
function unwrapped(schema: unknown): object {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? ((schema ?? {}) as object) : unwrapped(def.innerType);
}

/** Values by which clients mean "absent", where the schema does not accept them. */
const NOTHING: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined']);
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** Longer texts are not parsed as lists. */
const LONGEST_LIST = 4_096;

/**
 * Coerces a value that its schema rejects into what the client probably meant: an absent optional field, a number or
 * a list written as text, one item for a list of one; fields and items one by one. What cannot be coerced stays as it
 * is, so that the error reports it. Accepted values are never changed.
 */
export function coerceInput(schema: z.ZodType, value: unknown): unknown {
  if (accepts(schema, value)) return value;
  const readings = readingsOf(value).map((reading) => partsAsMeant(schema, reading));
  for (const reading of readings) if (accepts(schema, reading)) return reading;
  return partsAsMeant(schema, value);
}

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Possible interpretations of a value, the likeliest first. */
function readingsOf(value: unknown): readonly unknown[] {
  if (isNothing(value)) return [undefined];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value), [value]];
  if (typeof value !== 'string') return Array.isArray(value) ? [] : [[value]];
  const text = value.trim();
  return [
    ...(NUMBER.test(text) ? [Number(text)] : []),
    ...(/^(?:true|false)$/i.test(text) ? [text.toLowerCase() === 'true'] : []),
    ...jsonIn(text),
    ...(text.length <= LONGEST_LIST && text.includes(',') ? [listIn(text)] : []),
    [text],
  ];
}

const isNothing = (value: unknown): boolean =>
  NOTHING.has(typeof value === 'string' ? value.trim() : value) ||
  (Array.isArray(value) && value.every(isNothing)) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function jsonIn(text: string): unknown[] {
  if (text.length > LONGEST_LIST || !/^[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function partsAsMeant(schema: z.ZodType, value: unknown): unknown {
  const element = elementOf(schema);
  if (Array.isArray(value))
    return element === undefined
      ? value
      : value
          .filter((each) => !isNothing(each) || accepts(element, each))
          .map((each) => coerceInput(element, each));
  const shape = shapeOf(schema);
  if (shape === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const own = shape[field];
      const meant = own === undefined ? part : coerceInput(own, part);
      return meant === undefined ? [] : [[field, meant]];
    }),
  );
}
