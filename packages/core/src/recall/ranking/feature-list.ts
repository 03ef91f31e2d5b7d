import { TRAITS } from '../../domain/change.js';
import { DAY } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Wanted } from '../profile-and-question.js';
import {
  type CandidateView,
  only,
  type PoolView,
  type ReadFeature,
  UNRANKED,
} from './candidate-view.js';

const reciprocal = (rank: number | undefined): number =>
  rank === undefined || rank === UNRANKED ? 0 : 1 / (1 + rank / 5);

/** The query's words in the turn and around it. */
const WORD_FEATURES = {
  bm25_of_best: (c) => (c.own * c.pool.ceiling) / c.pool.best.own,
  coverage: (c) => c.match.coverage,
  coverage_squared: (c) => c.match.coverage ** 2,
  matches: (c) => Math.min(4, c.match.matches) / 4,
  pairs: (c) => c.match.pairs,
  placed: (c) => c.placed,
  placed_of_best: (c) => (c.placed * c.pool.ceiling) / c.pool.best.placed,
  placed_rank: (c) => reciprocal(c.pool.ranks[c.row]),
  coverage_wide: (c) => c.coverageWide,
  bm25_before: (c) => c.ownBefore,
  bm25_two_before: (c) => c.ownOf(c.twoBefore),
  bm25_two_after: (c) => c.ownOf(c.twoAfter),
  coverage_before: (c) => c.coverageBefore,
} as const satisfies Record<string, ReadFeature>;

/** Meaning: vectors, of the turn and of those around it, and related words of the lexicon. */
const MEANING_FEATURES = {
  nearness: (c) => c.nearness(c.slot),
  nearness_before: (c) => c.nearness(c.before),
  nearness_after: (c) => c.nearness(c.after),
  nearness_session: (c) => c.sessionNearness,
  relatives_judgement: only(
    (pool) => pool.wanted.judgement,
    (c) => c.match.relatives,
  ),
  words_or_relatives: (c) => Math.max(c.own, c.match.relatives),
} as const satisfies Record<string, ReadFeature>;

/** Question and answer, turn by turn. */
const ANSWERING_FEATURES = {
  asked: (c) => c.asked,
  asked_bm25: (c) => c.asked * c.ownBefore,
  asked_coverage: (c) => c.asked * c.coverageBefore,
  question: (c) => c.has(TRAITS.question),
  answered_second_person: (c) => c.answered * c.neighbourHas(c.after, TRAITS.secondPerson),
  answered_question: (c) => c.answered * c.neighbourHas(c.after, TRAITS.question),
} as const satisfies Record<string, ReadFeature>;

/** The conversation around the turn. */
const SESSION_FEATURES = {
  session: (c) => c.sessionScore,
  session_best: (c) => c.sessionBest.own / c.pool.best.own,
  share_of_session_placed: (c) =>
    (c.placed * c.pool.ceiling) / Math.max(1e-6, c.sessionBest.placed),
  opening: (c) => (c.opens ? 1 : 0),
  sessions_back: (c) => 1 / (1 + c.sessionsBack / 10),
  sessions_back_few: (c) => 1 / (1 + c.sessionsBack / 2),
} as const satisfies Record<string, ReadFeature>;

/** Applies only to a question that names one person. */
const named = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.speakers.length === 1, read);

/** Who speaks, about whom, and to whom. */
const VOICE_FEATURES = {
  named: named((c) => c.isNamed),
  other: named((c) => c.isOther),
  named_bm25: named((c) => c.isNamed * c.own),
  named_first_person: named((c) => c.isNamed * c.has(TRAITS.firstPerson)),
  name_said: (c) => (1 - c.isNamed) * c.match.nameSaid,
} as const satisfies Record<string, ReadFeature>;

/** Applies only to a question that names several people. */
const several = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.speakers.length > 1, read);

/** If several people are named: which of them speaks and which is spoken of. */
const CAST_FEATURES = {
  among_named: several((c) => c.isAmongNamed),
  among_named_bm25: several((c) => c.isAmongNamed * c.own),
  named_of_named: several((c) => c.isAmongNamed * c.match.nameSaid),
  of_named_bm25: several((c) => c.match.nameSaid * c.own),
} as const satisfies Record<string, ReadFeature>;

/** Applies only to conversations with an assistant. */
const chat = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.assistants.size > 0, read);

/** Words on about one page: text lengths are scaled by its logarithm. */
const PAGE = Math.log1p(400);

/** Which side of a chat speaks, at what length, and what is asked of whom. */
const CHAT_FEATURES = {
  length: (c) => Math.log1p(c.pool.index.postings.length(c.slot)) / PAGE,
  assistant: chat((c) => c.byAssistant),
  user_asked_of_user: chat((c) => (c.pool.voice.own ? c.byUser : 0)),
  assistant_asked_of_assistant: chat((c) => (c.pool.voice.yours ? c.byAssistant : 0)),
  user_bm25_before: chat((c) => c.byUser * c.ownBefore),
} as const satisfies Record<string, ReadFeature>;

/** A feature that applies only to questions that ask for this. */
const wanting = (wish: keyof Wanted, read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.wanted[wish], read);
const hasPeriod = (pool: PoolView): boolean => pool.hasPeriod;

/** The manner of a turn. */
const MANNER_FEATURES = {
  second_person: (c) => c.has(TRAITS.secondPerson),
  first_not_second: (c) => c.has(TRAITS.firstPerson) * (1 - c.has(TRAITS.secondPerson)),
  small_talk: (c) => c.has(TRAITS.smallTalk),
  number: (c) => c.has(TRAITS.number),
  date: (c) => c.has(TRAITS.date),
  novelty: (c) => c.pool.index.novelty.get(c.slot),
} as const satisfies Record<string, ReadFeature>;

/** Whether the turn has the kind of thing that is asked for. */
const ANSWER_FEATURES = {
  time_date: wanting('time', (c) => c.has(TRAITS.date)),
  time_word_asked: wanting('time', (c) => c.has(TRAITS.timeWord)),
  time_date_near: wanting(
    'time',
    (c) => 0.5 * (c.neighbourHas(c.before, TRAITS.date) + c.neighbourHas(c.after, TRAITS.date)),
  ),
  time_opening: (c) => (c.pool.wanted.time && c.pool.index.position.get(c.slot) < 3 ? 1 : 0),
  person_person: wanting('person', (c) => c.has(TRAITS.person)),
  place_place: wanting('place', (c) => c.has(TRAITS.place)),
  place_name: wanting('place', (c) => c.has(TRAITS.name)),
  number_number: wanting('number', (c) => c.has(TRAITS.number)),
  duration_duration: wanting('duration', (c) => c.has(TRAITS.duration)),
  reason_cause: wanting('reason', (c) => c.has(TRAITS.cause)),
  judgement_preference: wanting('judgement', (c) => c.has(TRAITS.preference)),
  judgement_session: wanting('judgement', (c) => c.sessionScore),
  judgement_bm25: wanting('judgement', (c) => c.own),
  plan_plan: wanting('plan', (c) => c.has(TRAITS.plan)),
  thing_quotation: wanting('thing', (c) => c.has(TRAITS.quotation)),
  list_session: wanting('list', (c) => c.sessionScore),
  list_bm25: wanting('list', (c) => c.own),
} as const satisfies Record<string, ReadFeature>;

/** Time, links, and the number of paths that agree. */
const PATH_FEATURES = {
  period: only(hasPeriod, (c) => c.period),
  recent_age: wanting(
    'recent',
    (c) => 1 / (1 + Math.max(0, c.pool.newest - c.pool.index.saidAt.get(c.slot)) / (60 * DAY)),
  ),
  graph: (c) => (c.pool.graph[c.row] ?? 0) / c.pool.best.graph,
  temporal: (c) => c.pool.temporal[c.row] ?? 0,
  agreement: (c) => Math.min(1, (c.pool.finders[c.row] ?? 0) / 4),
} as const satisfies Record<string, ReadFeature>;

/** Whether the turn names an instance of what is asked for: a sport where sports are asked for. */
const INSTANCE_FEATURES = {
  instance_named: only(
    (pool) => pool.speakers.length === 1,
    (c) => c.isNamed * c.pool.instances(c.slot),
  ),
  instance_list: only(
    (pool) => pool.wanted.list,
    (c) => c.pool.instances(c.slot),
  ),
} as const satisfies Record<string, ReadFeature>;

/** The rarity at which the score is one half: about one content word. */
const HALF = 6;

/**
 * Scores a slot by the rarities of the distinct instances it names of the kind asked for, bounded to 0..1; linear in
 * its words. 0 for a question that asks for no kind.
 */
export function instanceScorer(
  index: BankIndex,
  instances: ReadonlyMap<number, number>,
): (slot: number) => number {
  if (instances.size === 0) return () => 0;
  const { postings } = index;
  const { sequence } = postings;
  const rarity = new Float32Array(postings.vocabulary);
  for (const [number, weight] of instances) rarity[number] = weight;
  return (slot) => {
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    let sum = 0;
    for (let at = start; at < end; at++) {
      const weight = rarity[sequence[at] ?? 0] ?? 0;
      if (weight > 0 && sequence.indexOf(sequence[at] ?? 0, start) === at) sum += weight;
    }
    return sum / (sum + HALF);
  };
}

export const READERS = {
  ...WORD_FEATURES,
  ...MEANING_FEATURES,
  ...ANSWERING_FEATURES,
  ...SESSION_FEATURES,
  ...VOICE_FEATURES,
  ...CAST_FEATURES,
  ...CHAT_FEATURES,
  ...MANNER_FEATURES,
  ...ANSWER_FEATURES,
  ...PATH_FEATURES,
  ...INSTANCE_FEATURES,
} as const satisfies Record<string, ReadFeature>;

/** The inputs of the learned fusion. A change of this list requires refitting: `npm run bench -- fit`. */
export type Feature = keyof typeof READERS;
export const FEATURES = Object.freeze(Object.keys(READERS)) as readonly Feature[];

/** Features of candidates, row by row; `FEATURES.length` numbers per candidate. */
export interface FeatureTable {
  /** Every candidate, including those dropped by the first look. */
  readonly seen: readonly number[];
  readonly slots: readonly number[];
  readonly values: Float32Array;
}
