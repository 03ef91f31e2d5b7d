import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { MemoryId, SessionId } from '../../domain/ids.js';
import { BoundInput, ClockInput, RememberInput, Tag } from '../../domain/input.js';
import { MemoryKind } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { RecallProfile } from '../../domain/profile.js';
import { wholeNumber, textUpTo } from '../../domain/schema.js';

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

const caseList = z
  .array(MemoryCase)
  .min(1, 'name at least one case')
  .max(MAX_CASES, `at most ${MAX_CASES} cases`);

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
  cases: caseList.describe('The cases, as JSON each.').meta({ flag: 'case' }),
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
