import { MnemeError } from '../../../domain/errors.js';
import { isRecord } from '../../../language/json/parse-json.js';
import { textIn, textsIn } from '../fields.js';

type Given = Readonly<Record<string, unknown>>;
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

/** What a request asks of tags: a list with how it is matched, or groups of such. Null for nothing. Throws `invalid_input`. */
export function readTags(given: Given): TagTest | null {
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

function leaf(given: Given): TagTest {
  const match = textIn(given, 'match') ?? 'any';
  const made = Object.hasOwn(MATCHES, match) ? MATCHES[match] : undefined;
  if (made === undefined)
    throw wrong('tags_match', `There are ${Object.keys(MATCHES).join(', ')}.`);
  return made(textsIn(given, 'tags') ?? []);
}

function wrong(field: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: cannot be read.`, { field, hint });
}
