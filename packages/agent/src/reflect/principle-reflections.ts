import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import { postingSlot } from '@mneme/core/indexes/postings.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  type Assertion,
  distilPrinciples,
  groupAssertions,
  ruleOfSuccession,
} from './distil-principles.js';
import { currentMemories, type Ground, type ReflectRun, type Wanted } from './reflect-run.js';
import {
  evidenceByReflection,
  type Planned,
  planRetraction,
  planWanted,
} from './plan-reflection.js';

/** Minimum number of equal outcomes, by scepticism. */
const MIN_TRIALS = [3, 3, 3, 4, 5];
/**
 * Minimum share of the longer description's words for two undertakings of one subject to count as similar; they must
 * also agree in numbers and negations.
 */
const ALIKE = 0.75;
const DENIES = /\b(?:without|no|not|never|instead)\b/iu;
/** Maximum number of circumstances listed per outcome. */
const MAX_CIRCUMSTANCES = 4;

type Way = 'good' | 'bad';

interface Trial {
  readonly known: KnownNote;
  readonly of: string;
  readonly way: Way;
  readonly under: string | null;
  readonly words: ReadonlySet<string>;
}

/**
 * Recurring outcomes of similar undertakings, each as a principle with its exceptions: at least three notes with the
 * same outcome, on different days. Other outcomes are listed with their circumstances, and do not prevent a
 * principle.
 */
async function outcomePrinciples(run: ReflectRun): Promise<Wanted[]> {
  const { notes, memories } = run.state;
  await notes.ready();
  const least = MIN_TRIALS[run.disposition.scepticism - 1] ?? 3;
  const wanted: Wanted[] = [];
  for (const trials of likeTrials(trialsIn([...notes.all()], run))) {
    const [well, badly] = (['good', 'bad'] as const).map((way) =>
      trials.filter((trial) => trial.way === way),
    ) as [Trial[], Trial[]];
    const [most, fewer] = badly.length >= well.length ? [badly, well] : [well, badly];
    if (most.length < least || most.length <= fewer.length) continue;
    const loaded = new Map(
      (await memories.get(trials.map(({ known: { id } }) => id))).map((each) => [each.id, each]),
    );
    const groundsOf = (side: readonly Trial[]): Ground[] =>
      side.flatMap(({ known }) => groundOf(loaded.get(known.id)));
    wanted.push({
      ...{ key: `principle:outcome:${trials[0]?.known.id ?? ''}`, kind: 'principle', about: null },
      content: worded(most, fewer),
      confidence: ruleOfSuccession(most.length, fewer.length),
      ...{ grounds: groundsOf(most), against: groundsOf(fewer), mentions: [] },
      metadata: { agreeing: most.length, disagreeing: fewer.length },
    });
  }
  return wanted;
}

const groundOf = (memory: Memory | undefined): Ground[] =>
  memory === undefined ? [] : [{ memory, label: 'outcome' }];

/**
 * Trials with an outcome, in chronological order; notes that sum up several trials are left out, as they repeat them.
 */
function trialsIn(notes: readonly KnownNote[], { ports: { stemmer } }: ReflectRun): Trial[] {
  return notes
    .flatMap((known): Trial[] => {
      const { outcome, status } = known.note;
      if (outcome === null || outcome.went === 'mixed' || status === 'denied') return [];
      const words = new Set(contentTerms(outcome.of, 'en', stemmer));
      return [{ known, of: outcome.of, way: outcome.went, under: outcome.under, words }];
    })
    .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
}

const dayOf = ({ known: { note, saidAt } }: Trial): string =>
  note.from ?? new Date(saidAt).toISOString().slice(0, 10);

/** Groups trials of similar undertakings, with one per day and outcome. */
function likeTrials(trials: readonly Trial[]): Trial[][] {
  const groups: Trial[][] = [];
  for (const trial of trials) {
    const like = groups.find(([first]) => first !== undefined && areAlike(first, trial));
    if (like === undefined) groups.push([trial]);
    else if (!like.some((each) => each.way === trial.way && dayOf(each) === dayOf(trial)))
      like.push(trial);
  }
  return groups;
}

function areAlike(one: Trial, other: Trial): boolean {
  if (one.known.note.about !== other.known.note.about) return false;
  if (DENIES.test(one.of) !== DENIES.test(other.of) || figuresOf(one) !== figuresOf(other))
    return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  return shared >= ALIKE * Math.max(1, one.words.size, other.words.size);
}

const figuresOf = ({ of }: Trial): string => (of.match(/\d+/gu) ?? []).join(' ');

/** "Deploying the gateway went badly 3 of 5 times (Friday at 17:00 / …), and well twice (7:30 / …)." */
function worded(most: readonly Trial[], fewer: readonly Trial[]): string {
  const of = most.at(-1)?.of ?? '';
  const all = most.length + fewer.length;
  const times = fewer.length === 0 ? `${most.length} times` : `${most.length} of ${all} times`;
  const rest =
    fewer.length === 0
      ? ''
      : `, and ${HOW[fewer[0]?.way ?? 'good']} ${TIMES[fewer.length] ?? `${fewer.length} times`}${told(fewer)}`;
  return `${of.charAt(0).toUpperCase()}${of.slice(1)} went ${HOW[most[0]?.way ?? 'good']} ${times}${told(most)}${rest}.`;
}

const TIMES: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' };
const HOW: Readonly<Record<Way, string>> = { good: 'well', bad: 'badly' };

/** The circumstances, latest first; the date where none are known. */
function told(trials: readonly Trial[]): string {
  const under = trials.toReversed().map((trial) => trial.under ?? `on ${dayOf(trial)}`);
  return ` (${[...new Set(under)].slice(0, MAX_CIRCUMSTANCES).join(' / ')})`;
}

/** Maximum number of memories with a word of a regularity that are read for exceptions, newest first. */
const MAX_READ = 400;
/** A principle keeps its identity while it rests on at least this share of the same memories. */
const SAME_SHARE = 0.5;

/** The principles of the bank, each committed separately; those with too little evidence now are retracted. */
export async function reflectOnPrinciples(
  assertions: readonly Assertion[],
  run: ReflectRun,
  commit: (plan: (at: Instant) => Promise<readonly Planned[]>) => Promise<readonly Planned[]>,
): Promise<Planned[]> {
  const before = [
    ...run.existing.ownedBy('principle', 'cause'),
    ...run.existing.ownedBy('principle', 'norm'),
    ...run.existing.ownedBy('principle', 'outcome'),
  ];
  const wanted = [
    ...(await distilPrinciples(
      groupAssertions(assertions),
      run,
      (stems) => findByWords(stems, run),
      await identities(before, run),
    )),
    ...(await outcomePrinciples(run)),
  ];
  const keys = new Set(wanted.map(({ key }) => key));
  const planned: Planned[] = [];
  for (const each of wanted)
    planned.push(...(await commit(async (at) => [await planWanted(each, at, run)])));
  const gone = before.filter(({ metadata }) => !keys.has(String(metadata['key'])));
  if (gone.length > 0)
    planned.push(
      ...(await commit((at) => Promise.resolve(gone.map((memory) => planRetraction(memory, at))))),
    );
  return planned;
}

/** The existing principle that rests on most of the same memories; each is assigned once. */
async function identities(
  standingBefore: readonly Memory[],
  run: ReflectRun,
): Promise<(evidence: readonly MemoryId[]) => string | null> {
  const evidenceOf = new Map<string, ReadonlySet<string>>();
  const edges = await evidenceByReflection(standingBefore, run.bank, run.ports.store);
  for (const principle of standingBefore) {
    const own = edges.get(principle.id) ?? [];
    evidenceOf.set(
      String(principle.metadata['key']),
      new Set(own.filter(({ role }) => role === 'derived_from').map(({ to }) => to)),
    );
  }
  return (evidence) => {
    let best: { key: string; share: number } | null = null;
    for (const [key, known] of evidenceOf) {
      const share =
        evidence.filter((id) => known.has(id)).length /
        Math.max(1, Math.min(known.size, evidence.length));
      if (share >= SAME_SHARE && share > (best?.share ?? 0)) best = { key, share };
    }
    if (best !== null) evidenceOf.delete(best.key);
    return best?.key ?? null;
  };
}

function findByWords(stems: ReadonlySet<string>, run: ReflectRun): Promise<Memory[]> {
  const { index } = run.state;
  const slots = new Set(
    [...stems].flatMap((stem) =>
      index.postings.list(index.postings.numberOf(stem)).map(postingSlot),
    ),
  );
  const newest = [...slots]
    .filter((slot) => index.isLive(slot))
    .sort((a, b) => b - a)
    .slice(0, MAX_READ);
  return currentMemories(
    newest.map((slot) => index.id(slot)),
    run,
  );
}
