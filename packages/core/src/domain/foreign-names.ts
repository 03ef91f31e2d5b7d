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
