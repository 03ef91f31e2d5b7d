import { z } from 'zod';
import { boundedIn } from '../../domain/occurrence.js';
import { MnemeError } from '../../domain/errors.js';
import type { Need, Vote } from '../../domain/feedback.js';
import { type Of, type SchemaOf, wholeNumber } from '../../domain/schema.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { recall } from '../../recall/recall.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { MemoryCase } from './case.js';
import { definedOnly } from '../../domain/well-formed.js';

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
