import { z } from 'zod';
import { MnemeError } from './errors.js';
import { RESERVED_TAGS } from './ids.js';
import { textUpTo } from './schema.js';

/** Maximum number of names of an audience. */
const MAX_NAMES = 20;

/** Somebody who reads an answer, or a group, by name. */
export const ReaderName = textUpTo(100);

/** The field of a question that names its reader. */
export const FOR = ReaderName.optional().describe(
  'Who will read the answer, by name: what they may not know is left out. Default: the owner, who may know everything.',
);

const names = z.array(ReaderName).max(MAX_NAMES, `at most ${MAX_NAMES} names`);

/** Who may know a memory besides the owner. */
export const Audience = z
  .strictObject({
    only: names
      .optional()
      .describe('Besides the owner, only these people or groups may know it; empty: nobody.'),
    not: names.min(1, 'name at least one').optional().describe('These must not know it.'),
  })
  .refine(({ only, not }) => only !== undefined || not !== undefined, {
    message: 'name who may know it (only) or who must not (not)',
    path: ['only'],
  });
export type Audience = z.infer<typeof Audience>;

/** The error for what concerns the whole bank, and so would tell a reader more than they may know. */
export function notForReader(reader: string): MnemeError {
  return new MnemeError('denied', `This is of the whole bank, and not for ${reader}.`, {
    field: 'for',
    value: reader,
    hint: 'Do it as the owner, without naming another reader.',
  });
}

/** On every memory with an audience, so that all of them are found by one tag. */
export const AUDIENCE_TAG = `${RESERVED_TAGS}audience`;
const NOT = `${RESERVED_TAGS}not:`;
/** A tag names a whole list: of several lists, each must admit the reader. */
const ONLY = `${RESERVED_TAGS}only:`;

/** An audience as tags. The tags of several audiences together are the strictest of them. */
export function audienceTags(audience: Audience | undefined): string[] {
  if (audience === undefined) return [];
  const { only, not = [] } = audience;
  return [
    AUDIENCE_TAG,
    ...not.map((name) => `${NOT}${name}`),
    ...(only === undefined ? [] : [`${ONLY}${JSON.stringify([...new Set(only)].sort())}`]),
  ];
}

export const isAudienceTag = (tag: string): boolean =>
  tag === AUDIENCE_TAG || tag.startsWith(NOT) || tag.startsWith(ONLY);

/** Whom the tags of a memory exclude, and each list of those whom alone they admit. */
export interface Restrictions {
  readonly not: readonly string[];
  readonly only: readonly (readonly string[])[];
}

export function restrictionsIn(tags: readonly string[]): Restrictions {
  const after = (start: string): string[] =>
    tags.flatMap((tag) => (tag.startsWith(start) ? [tag.slice(start.length)] : []));
  return { not: after(NOT), only: after(ONLY).map(listOf) };
}

/** What is unreadable admits nobody. */
function listOf(json: string): readonly string[] {
  try {
    return names.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * Who may know a memory of these tags, for whoever passes it on: `not for Ola`, `for Kari alone`, `for the owner
 * alone`; empty without an audience. `say` writes a name.
 */
export function audienceMark(
  tags: readonly string[] = [],
  say: (name: string) => string = (name) => name,
): string {
  const { only, not = [] } = audienceOf(tags).audience ?? {};
  const admitted = only?.length === 0 ? ['the owner'] : only?.map(say);
  return [
    ...(not.length === 0 ? [] : [`not for ${OR.format(not.map(say))}`]),
    ...(admitted === undefined ? [] : [`for ${AND.format(admitted)} alone`]),
  ].join(', ');
}

/** The audience in tags as a field of an input; names that only some lists have are left out. */
export function audienceOf(tags: readonly string[]): { readonly audience?: Audience } {
  const { not, only } = restrictionsIn(tags);
  const [first, ...others] = only;
  if (first === undefined && not.length === 0) return {};
  const common = first?.filter((name) => others.every((list) => list.includes(name)));
  return {
    audience: {
      ...(common === undefined ? {} : { only: common }),
      ...(not.length === 0 ? {} : { not: [...not] }),
    },
  };
}
