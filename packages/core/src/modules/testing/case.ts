import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { MnemeError } from '../../domain/errors.js';
import type { Need, Vote } from '../../domain/feedback.js';
import { MemoryId, SessionId } from '../../domain/ids.js';
import { BoundInput, ClockInput, parseInput, RememberInput, Tag } from '../../domain/input.js';
import { boundedIn } from '../../domain/memory-times.js';
import { MemoryKind } from '../../domain/memory.js';
import { RecallProfile } from '../../domain/profile.js';
import { type Of, type SchemaOf, textUpTo, wholeNumber } from '../../domain/schema.js';
import { definedOnly } from '../../domain/well-formed.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { recall } from '../../recall/recall.js';

/** Maximum number of cases of a run. */
const MAX_CASES = 10_000;

const Words = textUpTo(2_000);

/** A memory as named by a case: every given part must match. */
const Wanted = z
  .strictObject({
    id: MemoryId.optional().describe('The memory itself.'),
    text: Words.optional().describe('Words that stand in it, in any case.'),
    turn: z.string().min(1).max(200).optional().describe('The turn it was said in.'),
    session: SessionId.optional().describe('The session it was said in.'),
    tag: Tag.optional().describe('A tag that it has.'),
    rank: wholeNumber(1, 200).optional().describe('Its last acceptable place.'),
  })
  .refine(
    ({ id, text, turn, session, tag }) =>
      [id, text, turn, session, tag].some((part) => part !== undefined),
    { message: 'name the memory by id, text, turn, session or tag' },
  );
export type Wanted = z.output<typeof Wanted>;

/** Shorthand: an id, or words of the memory. */
const Expected = z
  .union([Words, Wanted])
  .describe('A memory: its id, words of it, or {"text", "turn", "session", "tag", "rank"}.');

const Expectations = z.array(Expected).min(1, 'name at least one, or leave it out').max(200);

/** Required verdicts; `unknown` also satisfies `unsure`. */
const DEMANDS = ['known', 'unsure', 'unknown'] as const;

/** One question, and requirements on the answer. */
export const MemoryCase = z
  .strictObject({
    name: textUpTo(200).optional().describe('Default: the question.'),
    ask: textUpTo(4_096).describe('The question.'),
    mustReturn: Expectations.optional().describe('Memories that must be among the results.'),
    mustNotReturn: Expectations.optional().describe('Memories that must not be.'),
    only: z
      .boolean()
      .optional()
      .describe('Nothing else than what `mustReturn` names may come back.'),
    mustBe: z
      .enum(DEMANDS)
      .optional()
      .describe(
        'What the bank must think of its own knowledge: known; unsure (or unknown); unknown.',
      ),
    asOf: BoundInput.optional().describe('Answered from what the bank held at that moment.'),
    now: ClockInput.optional().describe('The moment the question is asked.'),
    within: z
      .int()
      .min(50, 'must be at least 50')
      .max(1_000_000)
      .optional()
      .describe('Tokens that the answer may take; what does not fit is not returned.'),
    limit: RecallProfile.shape.limit
      .removeDefault()
      .optional()
      .describe('How many results count. Default: 10.'),
    kinds: z.array(MemoryKind).min(1).optional().describe('Only these kinds.'),
    tags: z.array(Tag).min(1).optional().describe('Only what has all of these tags.'),
    speaker: textUpTo(200).optional().describe('Only what this person said.'),
    session: SessionId.optional().describe('Only this session.'),
    precision: RecallProfile.shape.precision
      .removeDefault()
      .optional()
      .describe('high: only what answers.'),
  })
  .refine(
    ({ mustReturn, mustNotReturn, mustBe, within, only }) =>
      [mustReturn, mustNotReturn, mustBe, within].some((part) => part !== undefined) ||
      only === true,
    { message: 'say what must be true: mustReturn, mustNotReturn, only, mustBe or within' },
  );
export type MemoryCase = z.output<typeof MemoryCase>;

export const TestCases = z
  .array(MemoryCase)
  .min(1, 'name at least one case')
  .max(MAX_CASES, `at most ${MAX_CASES} cases`);
export type TestCases = z.output<typeof TestCases>;

/** Contents of a file of cases. */
export const CaseFile = z.strictObject({
  now: ClockInput.optional().describe(
    'The moment all questions are asked, where a case says no other. Default: the clock.',
  ),
  fixture: z
    .array(z.union([RememberInput.shape.content, RememberInput]))
    .min(1)
    .max(MAX_CASES)
    .optional()
    .describe('Memories of a bank of its own, which the cases are asked of instead.'),
  cases: TestCases.describe('The cases, as JSON each.').meta({ flag: 'case' }),
});
export type CaseFile = z.output<typeof CaseFile>;
export type CaseFileInput = z.input<typeof CaseFile>;

const ID = /^m_[0-9a-z]{13}$/;

/** Expands the shorthand of a named memory. */
export function wantedOf(expected: z.output<typeof Expected>): Wanted {
  if (typeof expected !== 'string') return expected;
  return ID.test(expected) ? { id: expected as MemoryId } : { text: expected };
}

export const nameOf = ({ name, ask }: Pick<MemoryCase, 'name' | 'ask'>): string =>
  name ?? ask.slice(0, 200);

/** Maximum characters of a file of cases. */
const MAX_LENGTH = 8_000_000;
/** Maximum YAML aliases, against exponential expansion. */
const MAX_ALIASES = 1_000;

/**
 * Parses a file of cases: YAML, which includes JSON. Throws `invalid_input` naming the line, or the field and what is
 * wrong with it.
 */
export async function readCaseFile(text: string, path = 'cases'): Promise<CaseFile> {
  if (text.length > MAX_LENGTH)
    throw new MnemeError('too_large', `${path} has ${text.length} characters.`, {
      field: path,
      hint: `At most ${MAX_LENGTH}: put the cases into several files.`,
    });
  const { parseDocument } = await import('./yaml-text.js');
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw unreadable(path, fault.message, fault);
  let told: unknown;
  try {
    told = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw unreadable(path, (cause as Error).message, cause);
  }
  return asCaseFile(Array.isArray(told) ? { cases: told } : told, path);
}

/** Throws `invalid_input`, also for duplicate names, by which reports tell cases apart. */
export function asCaseFile(raw: unknown, path = 'cases'): CaseFile {
  const file = parseInput(CaseFile, raw, path);
  const seen = new Set<string>();
  for (const [at, each] of file.cases.entries()) {
    const name = nameOf(each);
    if (seen.has(name))
      throw new MnemeError('invalid_input', `Two cases are called “${name}”.`, {
        field: `${path}.cases.${at}.name`,
        value: name,
        hint: 'Give each a `name` of its own.',
      });
    seen.add(name);
  }
  return file;
}

function unreadable(path: string, message: string, cause: unknown): MnemeError {
  return new MnemeError('invalid_input', `${path} cannot be read: ${message.split('\n')[0]}`, {
    field: path,
    hint: 'A file of cases is YAML or JSON: `cases:` and a list of questions with what must come back.',
    cause,
  });
}

/** The earlier format of cases: questions with the memories that answer them. */
export const RecallCases = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        query: MemoryCase.shape.ask,
        expected: z.array(MemoryId).min(1).max(50).describe('The memories that answer it.'),
      }),
    )
    .min(1, 'name at least one case')
    .max(200, 'at most 200 cases')
    .describe('A question with the ids of the memories that answer it, as JSON.')
    .meta({ flag: 'case' }),
  k: wholeNumber(1, 100).default(10).describe('Results that count.'),
});

/** Converts the earlier format. */
export function asTestCases({ cases, k }: z.output<typeof RecallCases>) {
  return {
    cases: cases.map(({ query, expected }) => ({
      ask: query,
      mustReturn: expected.map((id) => ({ id })),
      limit: k,
    })),
  };
}

export const PinInput = z.strictObject({
  query: MemoryCase.shape.ask.describe('The question.'),
  name: MemoryCase.shape.name,
  best: wholeNumber(1, 50)
    .optional()
    .describe(
      'So many of the best results must come back from now on. Default: the first, where the bank takes the answer for known.',
    ),
  now: MemoryCase.shape.now,
  asOf: MemoryCase.shape.asOf,
});

const pinnedShape = z.strictObject({
  case: z.strictObject({
    name: z.string(),
    ask: z.string(),
    mustReturn: z.array(z.strictObject({ text: z.string() })).optional(),
    mustNotReturn: z.array(z.strictObject({ text: z.string() })).optional(),
    mustBe: z.enum(['known', 'unsure', 'unknown']).optional(),
    asOf: z.number().optional(),
  }),
  /** The same as an item of a YAML list, to paste into a file. */
  yaml: z.string(),
  /** Its origin, in words: the current answer, or votes. */
  from: z.string(),
});
/** A case made from the bank's current answer. */
export interface PinnedCase extends Of<typeof pinnedShape> {}
export const PinnedCase: SchemaOf<PinnedCase, typeof pinnedShape> = pinnedShape;

const MAX_PINNED = 50;

/**
 * Makes a case from the current answer to a question. If its results were voted on, the votes determine what must and
 * must not be returned; else the best results do, or that nothing is known. Memories are named by their text, so that
 * the case outlives the bank.
 */
export async function pinCase(
  input: z.output<typeof PinInput>,
  bank: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<PinnedCase> {
  const { query, name, best, now, asOf } = boundedIn(input, await bankOffset(bank.name, store));
  const { results, why, plan } = await recall(
    {
      query,
      limit: MAX_PINNED,
      expand: false,
      reflections: 0,
      fields: ['id', 'content'],
      ...definedOnly({ now, asOf }),
    },
    bank.name,
    bank.state,
    bank.recall,
  );
  const votes = (await store.votes(bank.name)).filter(({ need }) => sameNeed(need, plan.need));
  const voted = await wordsOf(votes, bank, store);
  const [good, bad] = [voted('useful'), [...voted('irrelevant'), ...voted('wrong')]];
  const fromVotes = good.length + bad.length > 0;
  const unknown = !fromVotes && best === undefined && why.known.verdict === 'unknown';
  const lead = results.slice(0, best ?? 1).map(({ content = '' }) => ({ text: content }));
  if (!fromVotes && !unknown && lead.length === 0)
    throw new MnemeError('not_found', 'Nothing came back that a case could hold on to.', {
      field: 'test.pin',
      value: query,
      hint: 'Write the case by hand: `mustBe: unknown`, or what should come back.',
    });
  const mustReturn = fromVotes ? good : unknown ? [] : lead;
  const made = {
    name: name ?? query.slice(0, 200),
    ask: query,
    ...(mustReturn.length === 0 ? {} : { mustReturn: mustReturn.map(worded) }),
    ...(bad.length === 0 ? {} : { mustNotReturn: bad.map(worded) }),
    ...(unknown ? { mustBe: 'unknown' as const } : {}),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const { stringify } = await import('./yaml-text.js');
  return {
    case: made,
    yaml: stringify([
      { ...made, ...(asOf === undefined ? {} : { asOf: new Date(asOf).toISOString() }) },
    ]),
    from: fromVotes
      ? `${votes.length} votes on results of this question`
      : unknown
        ? 'the answer of now: nothing is known'
        : `the answer of now: its ${lead.length === 1 ? 'first result' : `${lead.length} best results`}`,
  };
}

/** Cuts a text to the length that a case allows. */
const worded = ({ text }: { readonly text: string }): { text: string } => ({
  text: text.slice(0, 2_000).trim(),
});

const sameNeed = (one: Need, other: Need): boolean =>
  one.terms.join(' ') === other.terms.join(' ') && one.asks.join() === other.asks.join();

async function wordsOf(
  votes: readonly Vote[],
  bank: OpenBank,
  store: EngineParts['store'],
): Promise<(verdict: Vote['verdict']) => { readonly text: string }[]> {
  const memories = await store.get(bank.name, [...new Set(votes.map(({ memory }) => memory))]);
  return (verdict) =>
    memories
      .filter(
        ({ id, retractedAt }) =>
          retractedAt === null &&
          votes.some((vote) => vote.memory === id && vote.verdict === verdict),
      )
      .map(({ content }) => ({ text: content }));
}
