import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  allMemories,
  assertFields,
  countIn,
  type ForeignCall,
  neededText,
  textIn,
  textsIn,
  unsupported,
  type Given,
} from '../foreign-call.js';
import {
  type Found,
  kindsOf,
  ownTags,
  RECALLED,
  TYPES,
  viewOfMemory,
  viewOfRecalled,
} from './memories.js';

type TagRequest = Readonly<Record<string, unknown>>;
type TagTest = (own: readonly string[]) => boolean;

const MATCHES: Readonly<Record<string, (wanted: readonly string[]) => TagTest>> = {
  any: (wanted) => (own) => own.length === 0 || wanted.some((tag) => own.includes(tag)),
  all: (wanted) => (own) => own.length === 0 || wanted.every((tag) => own.includes(tag)),
  any_strict: (wanted) => (own) => wanted.some((tag) => own.includes(tag)),
  all_strict: (wanted) => (own) => wanted.every((tag) => own.includes(tag)),
  exact: (wanted) => (own) =>
    own.length === new Set(wanted).size && wanted.every((tag) => own.includes(tag)),
};
const DEEPEST = 10;

/**
 * The tag filter of a request: a list with its match mode, or groups of such. Null for none. Throws `invalid_input`.
 */
function readTags(given: TagRequest): TagTest | null {
  const { tag_groups: groups } = given;
  const tags = textsIn(given, 'tags');
  if (groups === undefined || groups === null)
    return tags === undefined || tags.length === 0
      ? null
      : leaf({ tags, match: given['tags_match'] });
  if (tags !== undefined || !Array.isArray(groups))
    throw wrong('tag_groups', 'Give a list of groups, or tags, and not both.');
  const tests = groups.map((group) => readGroup(group, 0));
  return (own) => tests.every((test) => test(own));
}

function readGroup(group: unknown, depth: number): TagTest {
  if (!isRecord(group) || depth > DEEPEST)
    throw wrong('tag_groups', 'A group is {"tags", "match"}, {"and"}, {"or"} or {"not"}.');
  if ('not' in group) {
    const test = readGroup(group['not'], depth + 1);
    return (own) => !test(own);
  }
  for (const name of ['and', 'or'] as const) {
    const parts = group[name];
    if (!Array.isArray(parts)) continue;
    const tests = parts.map((part) => readGroup(part, depth + 1));
    return (own) =>
      name === 'and' ? tests.every((test) => test(own)) : tests.some((test) => test(own));
  }
  return leaf(group);
}

function leaf(given: TagRequest): TagTest {
  const match = textIn(given, 'match') ?? 'any';
  const made = Object.hasOwn(MATCHES, match) ? MATCHES[match] : undefined;
  if (made === undefined)
    throw wrong('tags_match', `There are ${Object.keys(MATCHES).join(', ')}.`);
  return made(textsIn(given, 'tags') ?? []);
}

function wrong(field: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: cannot be read.`, { field, hint });
}

const LIMIT: Readonly<Record<string, number>> = { low: 10, mid: 25, high: 60 };
const WIDEST = 200;
const TAG_FIELDS = ['tags', 'tags_match', 'tag_groups'];
const STAGES = 'Only the final score is kept apart: give {"final"}.';

/** Recalls memories for a query, best first, within the token budget. Throws `invalid_input`. */
export async function recall({ memory, body }: ForeignCall): Promise<object> {
  assertFields(body, [
    ...[
      'query',
      'types',
      'prefer_observations',
      'budget',
      'max_tokens',
      'trace',
      'query_timestamp',
    ],
    ...['include', 'min_scores'],
    ...TAG_FIELDS,
  ]);
  const include = isRecord(body['include']) ? body['include'] : {};
  for (const part of ['chunks', 'source_facts'])
    if (include[part] !== undefined && include[part] !== null)
      throw unsupported(
        `include.${part}`,
        `include.${part}`,
        'A memory is its own source; `mneme source` tells where it was said.',
      );
  const now = textIn(body, 'query_timestamp');
  const { found, plan } = await ask(memory, body, 'types', 'mid', now === undefined ? {} : { now });
  const most = countIn(body, 'max_tokens', 4_096, 1_000_000);
  const least = finalScore(body['min_scores']);
  let tokens = 0;
  const results = found
    .map(viewOfRecalled)
    .filter(({ scores }) => scores.final >= least)
    .filter(({ text }) => (tokens += Math.ceil(text.length / 4)) <= most);
  const names = [...new Set(results.flatMap(({ entities }) => entities))];
  return {
    results,
    trace: body['trace'] === true ? { plan } : null,
    entities:
      include['entities'] === null
        ? null
        : Object.fromEntries(
            names.map((name) => [
              name,
              { entity_id: name, canonical_name: name, observations: [] },
            ]),
          ),
    chunks: null,
  };
}

function finalScore(given: unknown): number {
  if (given === undefined || given === null) return 0;
  const { final = 0, ...others } = given as Given;
  const [other] =
    Object.entries(others).find(([, value]) => value !== null && value !== undefined) ?? [];
  if (other !== undefined) throw unsupported(`min_scores.${other}`, `min_scores.${other}`, STAGES);
  return Number(final ?? 0);
}

async function ask(
  memory: Mneme,
  given: Given,
  typesField: string,
  usual: string,
  more: { readonly now?: string } = {},
): Promise<{ readonly found: Found[]; readonly plan: unknown }> {
  const budget = textIn(given, 'budget') ?? usual;
  const limit = Object.hasOwn(LIMIT, budget) ? LIMIT[budget] : undefined;
  if (limit === undefined)
    throw new MnemeError('invalid_input', 'budget: expected low, mid or high.', {
      field: 'budget',
      value: budget,
    });
  const types = textsIn(given, typesField);
  const known = Object.values(TYPES);
  const unknown = types?.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new MnemeError('invalid_input', `${typesField}: there is no type ${unknown}.`, {
      field: typesField,
      value: unknown,
      hint: 'There are world, experience, observation.',
    });
  const passes = readTags(given);
  if ((await memory.care.info()) === null) return { found: [], plan: null };
  const { results, plan } = await memory.recall({
    query: neededText(given, 'query'),
    limit: passes === null ? limit : WIDEST,
    fields: [...RECALLED],
    expand: false,
    whole: true,
    ...(types === undefined || types.length === 0 ? {} : { kinds: kindsOf(types) }),
    ...more,
  });
  const found = (results as Found[]).filter(({ tags }) => passes === null || passes(ownTags(tags)));
  return { found: found.slice(0, limit), plan };
}

/** An answer composed without a model; the text cites the memories it rests on. Throws `invalid_input`. */
export async function reflect({ memory, body }: ForeignCall): Promise<object> {
  const noModel = 'No model writes the answer. Leave it out.';
  assertFields(
    body,
    [
      'query',
      'budget',
      'context',
      'max_tokens',
      'include',
      'fact_types',
      'exclude_mental_models',
      'exclude_mental_model_ids',
      'apply_all_directives',
      ...TAG_FIELDS,
    ],
    { response_schema: noModel },
  );
  const query = neededText(body, 'query');
  const context = textIn(body, 'context');
  const asked = {
    ...body,
    query: context === undefined ? query : `${query}\n${context}`.slice(0, 4_096),
  };
  const { found } = await ask(memory, asked, 'fact_types', 'low');
  const facts = found.map(viewOfRecalled);
  const include = isRecord(body['include']) ? body['include'] : {};
  return {
    text:
      facts.length === 0
        ? 'Nothing is known of this.'
        : facts.map(({ text }) => `- ${text}`).join('\n'),
    based_on:
      include['facts'] === undefined || include['facts'] === null
        ? null
        : { memories: facts, mental_models: [], directives: [] },
    structured_output: null,
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  };
}

/** All memories, newest first, in pages. */
export async function listMemories({ memory, query }: ForeignCall): Promise<object> {
  const given = Object.fromEntries(query);
  assertFields(given, ['limit', 'offset', 'type', 'q', 'document_id', 'state'], {
    consolidation_state: 'Nothing waits to be consolidated. Leave it out.',
    entity_id: 'Ask with q.',
  });
  const [limit, offset] = [countIn(given, 'limit', 100, 1_000), countIn(given, 'offset', 0, 1e9)];
  const { type, q, document_id: document, state = 'valid' } = given;
  const found = [];
  if ((await memory.care.info()) !== null)
    for await (const each of allMemories(
      memory,
      state === 'invalidated' ? { forgotten: true } : {},
    )) {
      const view = viewOfMemory(each);
      if (
        (state !== 'invalidated' || each.retractedAt !== null) &&
        (type === undefined || view.type === type) &&
        (document === undefined || view.document_id === document) &&
        (q === undefined || view.text.toLowerCase().includes(q.toLowerCase()))
      )
        found.push(view);
    }
  const items = found.reverse().slice(offset, offset + limit);
  return { items, total: found.length, limit, offset };
}
