import { TRAITS } from '../../../domain/change.js';
import { DAY } from '../../../domain/time.js';
import type { Wanted } from '../../question.js';
import { only, type CandidateView, type PoolView, type ReadFeature } from '../candidate-view.js';

/** A feature that applies only to questions that ask for this. */
const wanting = (wish: keyof Wanted, read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.wanted[wish], read);
const hasPeriod = (pool: PoolView): boolean => pool.hasPeriod;

/** The manner of a turn. */
export const MANNER_FEATURES = {
  second_person: (c) => c.has(TRAITS.secondPerson),
  first_not_second: (c) => c.has(TRAITS.firstPerson) * (1 - c.has(TRAITS.secondPerson)),
  small_talk: (c) => c.has(TRAITS.smallTalk),
  number: (c) => c.has(TRAITS.number),
  date: (c) => c.has(TRAITS.date),
  novelty: (c) => c.pool.index.novelty.get(c.slot),
} as const satisfies Record<string, ReadFeature>;

/** Whether the turn has the kind of thing that is asked for. */
export const ANSWER_FEATURES = {
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
export const PATH_FEATURES = {
  period: only(hasPeriod, (c) => c.period),
  recent_age: wanting(
    'recent',
    (c) => 1 / (1 + Math.max(0, c.pool.newest - c.pool.index.saidAt.get(c.slot)) / (60 * DAY)),
  ),
  graph: (c) => (c.pool.graph[c.row] ?? 0) / c.pool.best.graph,
  temporal: (c) => c.pool.temporal[c.row] ?? 0,
  agreement: (c) => Math.min(1, (c.pool.finders[c.row] ?? 0) / 4),
} as const satisfies Record<string, ReadFeature>;
