import type { Operation } from '../../operations/operation.js';
import { OPERATIONS, type OperationName } from '../../operations/table.js';
import { traitOf } from '../door/admission.js';
import { renderSchema, type JsonSchema } from '../json-schema.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where an operation is found. */
interface Place {
  readonly method: Method;
  /** Below /v1/banks/{bank}. A name in braces is a field of the input. */
  readonly path: string;
  /** Fields that the place itself settles. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that cannot be given here. */
  readonly without?: readonly string[];
}

const at = (method: Method, path: string, more: Omit<Place, 'method' | 'path'> = {}): Place => ({ method, path, ...more });

/** Every operation’s places; a new operation does not compile until it has one. What is asked in words goes into a body: addresses end up in logs. */
const PLACES: Readonly<Record<OperationName, readonly Place[]>> = {
  import: [at('POST', '/import')],
  remember: [at('POST', '/memories')],
  recall: [at('POST', '/recall')],
  context: [at('POST', '/context')],
  feedback: [at('POST', '/feedback')],
  metamemory: [at('GET', '/metamemory')],
  why: [at('POST', '/recall/why')],
  whynot: [at('POST', '/recall/why-not')],
  route: [at('POST', '/route')],
  show: [at('GET', '/memories/{id}')],
  list: [at('GET', '/memories')],
  recent: [at('GET', '/recent')],
  changes: [at('GET', '/changes')],
  explain: [at('GET', '/memories/{id}/explanation')],
  compare: [at('GET', '/memories/{a}/likeness/{b}')],
  search_space: [at('POST', '/spaces/search')],
  is_a: [at('POST', '/hierarchy/is-a')],
  hierarchy: [at('POST', '/hierarchy')],
  conflicts: [at('GET', '/conflicts', { without: ['scan'] }), at('POST', '/conflicts/scan', { fixed: { scan: true } })],
  resolve: [at('POST', '/conflicts/{id}/settlement')],
  unresolve: [at('DELETE', '/conflicts/{id}/settlement')],
  forget: [at('POST', '/memories/forget'), at('DELETE', '/memories/{ids}')],
  restore: [at('POST', '/memories/restore')],
  goal_set: [at('POST', '/goals')],
  goal_list: [at('GET', '/goals')],
  goal_remove: [at('DELETE', '/goals/{id}')],
  purpose: [at('GET', '/purpose')],
  purpose_search: [at('POST', '/purpose/search')],
  reflect: [at('POST', '/reflect')],
  opinion_list: [at('GET', '/opinions')],
  opinion_find: [at('POST', '/opinions/find')],
  opinion_reinforce: [at('POST', '/opinions/{id}/reinforce')],
  opinion_weaken: [at('POST', '/opinions/{id}/weaken')],
  opinion_contradict: [at('POST', '/opinions/{id}/contradict')],
  knows: [at('POST', '/knowledge')],
  resolve_entity: [at('POST', '/entities/resolve')],
  bank_configure: [at('PATCH', '')],
  session_note: [at('POST', '/sessions/{session}/notes')],
  session_show: [at('GET', '/sessions/{session}')],
  session_clear: [at('DELETE', '/sessions/{session}')],
  reindex: [at('POST', '/reindex')],
  stats: [at('GET', '/stats')],
  doctor: [at('POST', '/doctor')],
};

/** One operation at one place, with its fields sorted by where they come from. */
export interface Endpoint extends Place {
  readonly operation: Operation;
  /** The input as it can be sent: without bytes, dates and what the place settles. */
  readonly input: JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>>; readonly required: readonly string[] };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
  /** Answered by work that goes on. */
  readonly long: boolean;
  /** The body is a file’s text, and its fields stand in the address. */
  readonly upload: boolean;
}

/** All endpoints of a bank, in the order of the table. */
export function endpoints(): Endpoint[] {
  return (Object.keys(PLACES) as OperationName[]).flatMap((name) => PLACES[name].map((place) => endpointOf(OPERATIONS[name] as unknown as Operation, place)));
}

function endpointOf(operation: Operation, place: Place): Endpoint {
  const { properties = {}, required = [], ...schema } = renderSchema(operation.input, 'input') as { properties?: Record<string, JsonSchema>; required?: readonly string[] };
  const { long = false, readsFiles: upload = false } = traitOf(operation);
  const settled = [...Object.keys(place.fixed ?? {}), ...(place.without ?? [])];
  const fields = Object.keys(properties).filter((field) => !settled.includes(field));
  const inPath = [...place.path.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => field ?? []);
  const others = fields.filter((field) => !inPath.includes(field));
  const addressed = upload || place.method === 'GET' || place.method === 'DELETE';
  return {
    ...place,
    operation,
    input: { ...schema, properties: Object.fromEntries(fields.map((field) => [field, properties[field] ?? {}])), required: required.filter((field) => fields.includes(field)) },
    inPath,
    inQuery: addressed ? others : [],
    inBody: addressed ? [] : others,
    long,
    upload,
  };
}
