/**
 * What other memories call the fields of their requests, by the name without its dashes and in lower case, and what ours are called: the
 * first that the request has is told.
 */
const OURS: Readonly<Record<string, readonly string[]>> = {
  limit: ['limit', 'breadth'],
  runid: ['session'],
  timezone: ['zone'],
  tz: ['zone'],
  topk: ['topK', 'limit', 'top_k', 'breadth'],
  k: ['limit', 'topK', 'top_k', 'breadth'],
  n: ['limit', 'breadth'],
  count: ['limit', 'breadth'],
  size: ['limit', 'breadth'],
  pagesize: ['limit', 'breadth'],
  nresults: ['limit', 'breadth'],
  numresults: ['limit', 'breadth'],
  maxresults: ['limit', 'breadth'],
  maxfacts: ['limit', 'breadth'],
  page: ['after'],
  cursor: ['after'],
  offset: ['after'],
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

const plainName = (name: string): string =>
  name.replaceAll('_', '').replaceAll('-', '').toLowerCase();

/** What a name of another memory's requests is called here, among the fields there are; undefined for a name that is none of theirs. */
export function ownNameOf(foreign: string, fields: readonly string[]): string | undefined {
  const plain = plainName(foreign);
  const respelt = fields.find((field) => field.replaceAll('_', '').toLowerCase() === plain);
  const known = Object.hasOwn(OURS, plain) ? (OURS[plain] ?? []) : [];
  return respelt ?? known.find((each) => fields.includes(each));
}

/** Names that say the same in every memory: a request that has one means ours. All else may mean something else there. */
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

/** What a name that says the same in every memory is called here; undefined for any other. */
export function adoptedName(name: string, fields: readonly string[]): string | undefined {
  return ADOPTED.has(plainName(name)) ? ownNameOf(name, fields) : undefined;
}

/**
 * A request with such names as ours, where ours is a field and is not given itself. All else of it is left as it is, for the schema to
 * judge.
 */
export function withOwnNames<Request>(request: Request, fields: readonly string[]): Request {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(request));
  for (const name of Object.keys(request)) {
    if (fields.includes(name)) continue;
    const own = adoptedName(name, fields);
    // Of two that would mean one field neither is guessed at.
    if (own === undefined || taken.has(own)) continue;
    taken.add(own);
    names.set(name, own);
  }
  if (names.size === 0) return request;
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [names.get(name) ?? name, value]),
  ) as Request;
}
