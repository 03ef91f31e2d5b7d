import { DAY } from '../../../domain/time.js';
import type { ReadFeature } from '../candidate-view.js';

/** What manner of turn it is. */
export const MANNER_FEATURES = {
  length: (c) => Math.log1p(c.length) / 4,
  length_squared: (c) => Math.log1p(c.length) ** 2 / 16,
  first_person: (c) => c.has('firstPerson'),
  second_person: (c) => c.has('secondPerson'),
  first_not_second: (c) => c.has('firstPerson') * (1 - c.has('secondPerson')),
  small_talk: (c) => c.has('smallTalk'),
  number: (c) => c.has('number'),
  name: (c) => c.has('name'),
  quotation: (c) => c.has('quotation'),
  negated: (c) => c.has('negated'),
  date: (c) => c.has('date'),
  novelty: (c) => c.pool.index.novelty.get(c.slot),
  cause: (c) => c.has('cause'),
  person: (c) => c.has('person'),
  place: (c) => c.has('place'),
  feeling: (c) => c.has('feeling'),
  preference: (c) => c.has('preference'),
  possession: (c) => c.has('possession'),
  plan: (c) => c.has('plan'),
  time_word: (c) => c.has('timeWord'),
  exclamation: (c) => c.has('exclamation'),
} as const satisfies Record<string, ReadFeature>;

/** Whether the turn has the kind of thing that is asked for. */
export const ANSWER_FEATURES = {
  time_date: (c) => (c.pool.wanted.time ? c.has('date') : 0),
  time_word_asked: (c) => (c.pool.wanted.time ? c.has('timeWord') : 0),
  time_date_near: (c) => (c.pool.wanted.time ? 0.5 * (c.neighbourHas(c.before, 'date') + c.neighbourHas(c.after, 'date')) : 0),
  time_opening: (c) => (c.pool.wanted.time && c.pool.index.position.get(c.slot) < 3 ? 1 : 0),
  person_person: (c) => (c.pool.wanted.person ? c.has('person') : 0),
  person_name: (c) => (c.pool.wanted.person ? c.has('name') : 0),
  place_place: (c) => (c.pool.wanted.place ? c.has('place') : 0),
  place_name: (c) => (c.pool.wanted.place ? c.has('name') : 0),
  number_number: (c) => (c.pool.wanted.number ? c.has('number') : 0),
  duration_duration: (c) => (c.pool.wanted.duration ? c.has('duration') : 0),
  reason_cause: (c) => (c.pool.wanted.reason ? c.has('cause') : 0),
  reason_feeling: (c) => (c.pool.wanted.reason ? c.has('feeling') : 0),
  feeling_feeling: (c) => (c.pool.wanted.feeling ? c.has('feeling') : 0),
  judgement_preference: (c) => (c.pool.wanted.judgement ? c.has('preference') : 0),
  judgement_session: (c) => (c.pool.wanted.judgement ? c.sessionScore : 0),
  judgement_bm25: (c) => (c.pool.wanted.judgement ? c.own : 0),
  plan_plan: (c) => (c.pool.wanted.plan ? c.has('plan') : 0),
  thing_name: (c) => (c.pool.wanted.thing ? c.has('name') : 0),
  thing_quotation: (c) => (c.pool.wanted.thing ? c.has('quotation') : 0),
  list_session: (c) => (c.pool.wanted.list ? c.sessionScore : 0),
  list_bm25: (c) => (c.pool.wanted.list ? c.own : 0),
} as const satisfies Record<string, ReadFeature>;

/** Time, links, and how many paths agree. */
export const PATH_FEATURES = {
  period: (c) => c.period,
  period_placed: (c) => c.period * c.placed,
  recent_age: (c) => (c.pool.wanted.recent ? 1 / (1 + Math.max(0, c.pool.newest - c.pool.index.saidAt.get(c.slot)) / (60 * DAY)) : 0),
  graph: (c) => (c.pool.graph[c.row] ?? 0) / c.pool.best.graph,
  temporal: (c) => c.pool.temporal[c.row] ?? 0,
  agreement: (c) => (c.pool.finders[c.row] ?? 0) / 4,
} as const satisfies Record<string, ReadFeature>;
