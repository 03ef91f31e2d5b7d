import type { OpenBank } from '../../bank/core.js';
import type { EngineParts } from '../../bank/open-bank.js';
import type { KnownVerdict, Recollection } from '../../domain/recollection.js';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { OperationContext } from '../../kernel/operation.js';
import { type CaseFile, type MemoryCase, nameOf, type Wanted, wantedOf } from './case.js';
import type { Failure, Outcome } from './report.js';
import { createRecallCaches } from '../../recall/recall-context.js';
import { RecallCache } from '../../recall/recall-cache.js';
import { recall } from '../../recall/recall.js';

/** The result fields that a case is checked against. */
const JUDGED_FIELDS = ['id', 'content', 'turn', 'session', 'tags'] as const;

/** Why a memory named by id cannot be returned; null if it can. */
type WhyGone = (id: MemoryId) => string | null;

interface Judgement {
  readonly failures: readonly Failure[];
  /** The worst rank of the required memories. */
  readonly rank: number | null;
}

type Result = Recollection['results'][number];

/** Checks an answer against a case. */
function judgeCase(
  { mustReturn = [], mustNotReturn = [], only, mustBe }: MemoryCase,
  { results, probability, why: { known } }: Pick<Recollection, 'results' | 'probability' | 'why'>,
  whyGone: WhyGone,
): Judgement {
  const wanted = mustReturn.map(wantedOf);
  const places = wanted.map((each) => placesOf(each, results));
  const failures: Failure[] = wanted.flatMap((each, at) =>
    missing(each, places[at] ?? [], whyGone),
  );
  for (const each of mustNotReturn.map(wantedOf)) {
    const [place] = placesOf(each, results);
    if (place !== undefined)
      failures.push({ what: 'unwanted', why: `${told(each)} came back at ${place}` });
  }
  if (only === true) {
    const named = new Set(places.flat());
    const more = results.flatMap(({ id = '', content = '' }, at) =>
      named.has(at + 1) ? [] : [`${id} “${shortened(content)}”`],
    );
    if (more.length > 0)
      failures.push({
        what: 'more',
        why: `${more.length} more came back: ${more.slice(0, 3).join(', ')}`,
      });
  }
  if (mustBe !== undefined && !meets(known.verdict, mustBe))
    failures.push({
      what: 'known',
      why: `must be ${mustBe}, and the bank takes it for ${known.verdict}${probability === null ? '' : ` (${probability.toFixed(2)})`}`,
    });
  const firsts = places.map(([first]) => first);
  return {
    failures,
    rank:
      firsts.length === 0 || firsts.includes(undefined)
        ? null
        : Math.max(...(firsts as readonly number[])),
  };
}

function missing(wanted: Wanted, places: readonly number[], whyGone: WhyGone): Failure[] {
  const [first] = places;
  if (first === undefined) {
    const gone = wanted.id === undefined ? null : whyGone(wanted.id);
    return gone === null
      ? [{ what: 'missing', why: `${told(wanted)} did not come back` }]
      : [{ what: 'gone', why: gone }];
  }
  return wanted.rank !== undefined && first > wanted.rank
    ? [{ what: 'rank', why: `${told(wanted)} came at ${first}, not by ${wanted.rank}` }]
    : [];
}

/** Ranks of matching results, from 1, in order. */
function placesOf(wanted: Wanted, results: readonly Result[]): number[] {
  const text = wanted.text === undefined ? null : folded(wanted.text);
  return results.flatMap(({ id, content = '', turn, session, tags = [] }, at) =>
    (wanted.id === undefined || wanted.id === id) &&
    (text === null || folded(content).includes(text)) &&
    (wanted.turn === undefined || wanted.turn === turn) &&
    (wanted.session === undefined || wanted.session === session) &&
    (wanted.tag === undefined || tags.includes(wanted.tag))
      ? [at + 1]
      : [],
  );
}

function meets(verdict: KnownVerdict, demand: NonNullable<MemoryCase['mustBe']>): boolean {
  return verdict === demand || (demand === 'unsure' && verdict === 'unknown');
}

const folded = (text: string): string =>
  text.normalize('NFC').toLowerCase().split(/\s+/).join(' ').trim();

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function told({ id, text, turn, session, tag }: Wanted): string {
  const parts = [
    id,
    text === undefined ? undefined : `“${shortened(text)}”`,
    turn === undefined ? undefined : `turn ${turn}`,
    session === undefined ? undefined : `session ${session}`,
    tag === undefined ? undefined : `what is tagged ${tag}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

export interface Asking {
  readonly now: CaseFile['now'];
  /** Number of times each case is run. */
  readonly times: number;
  readonly long: Pick<OperationContext, 'signal' | 'onProgress'>;
}

/**
 * Runs every case and checks the answers. It does not count as use, and recall's time budget is disabled: a busy
 * machine gives the same answers as an idle one. Throws `interrupted`.
 */
export async function runCases(
  cases: readonly MemoryCase[],
  bank: OpenBank,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
  { now, times, long }: Asking,
): Promise<Outcome[]> {
  const whyGone = await readGone(cases, bank, store);
  const outcomes: Outcome[] = [];
  for (const [at, each] of cases.entries()) {
    const goOn = (): void => {
      if (long.signal?.aborted === true)
        throw new MnemeError('interrupted', `Stopped after ${at} of ${cases.length} cases.`, {
          hint: 'Run it again; nothing was changed.',
        });
    };
    goOn();
    const asked = { ...(now === undefined ? {} : { now }), ...each };
    const outcome = await ask(asked, bank, clock, whyGone);
    let flaky = false;
    for (let time = 1; time < times && !flaky; time++) {
      goOn();
      flaky = !alike(outcome, await ask(asked, bank, clock, whyGone));
    }
    outcomes.push({ ...outcome, flaky });
    long.onProgress?.(at + 1, cases.length);
    // Yield to the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcomes;
}

async function ask(
  asked: MemoryCase,
  bank: OpenBank,
  clock: EngineParts['clock'],
  whyGone: WhyGone,
): Promise<Outcome> {
  const startedAt = clock.ticks();
  const told = { name: nameOf(asked), ask: asked.ask, flaky: false };
  try {
    // The bank may have changed since the last case: a fixture loaded, a memory forgotten for a
    // mutation.
    await bank.state.follow();
    const answer = await recall(profileOf(asked), bank.name, bank.state, {
      ...bank.recall,
      ...createRecallCaches(),
      cache: new RecallCache(1),
      clock: { now: () => clock.now(), ticks: () => 0 },
    });
    const { failures, rank } = judgeCase(asked, answer, whyGone);
    return {
      ...told,
      passed: failures.length === 0,
      failures: [...failures],
      returned: [...answer.delivered],
      rank,
      sureness: answer.probability,
      known: answer.why.known.verdict,
      tokens: answer.tokens,
      tookMs: clock.ticks() - startedAt,
    };
  } catch (error) {
    if (!MnemeError.is(error) || error.code !== 'invalid_input') throw error;
    return {
      ...told,
      passed: false,
      failures: [{ what: 'refused', why: error.message }],
      returned: [],
      rank: null,
      sureness: null,
      known: 'unjudged',
      tokens: null,
      tookMs: clock.ticks() - startedAt,
    };
  }
}

function profileOf({
  ask,
  limit,
  within,
  asOf,
  now,
  kinds,
  tags,
  speaker,
  session,
  precision,
}: MemoryCase): Readonly<Record<string, unknown>> {
  const given = {
    limit,
    tokenBudget: within,
    asOf,
    now,
    kinds,
    tags,
    speaker,
    session,
    precision,
  };
  return {
    query: ask,
    expand: false,
    reflections: 0,
    fields: JUDGED_FIELDS,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function alike(one: Outcome, other: Outcome): boolean {
  return (
    one.passed === other.passed &&
    one.known === other.known &&
    one.returned.join() === other.returned.join()
  );
}

/** For memories that cases name by id, looks up why they are gone. */
async function readGone(
  cases: readonly MemoryCase[],
  bank: OpenBank,
  store: EngineParts['store'],
): Promise<WhyGone> {
  const named = [
    ...new Set(
      cases.flatMap(({ mustReturn = [] }) => mustReturn).flatMap((each) => wantedOf(each).id ?? []),
    ),
  ];
  const there = new Map(
    (await store.get(bank.name, named)).map((memory) => [memory.id, memory] as const),
  );
  return (id: MemoryId) => {
    const memory = there.get(id);
    if (memory === undefined) return `there is no memory ${id} in this bank`;
    if (memory.retractedAt === null) return null;
    const since = new Date(memory.retractedAt).toISOString().slice(0, 10);
    return memory.supersededBy === null
      ? `${id} was taken back on ${since}`
      : `${id} was taken back on ${since}; ${memory.supersededBy} stands in its place`;
  };
}
