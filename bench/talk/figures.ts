import { auroc, calibrationError } from '../calibration-metrics.js';
import { mean, percentile, retrieval, type Retrieval } from '../retrieval-metrics.js';
import { answering, type Asked } from './ask.js';

/** One corpus in figures; without its name. */
export type Figures = Readonly<Record<string, number>>;

type Ranking = (asked: Asked) => readonly string[];
const byMneme: Ranking = ({ ranked }) => ranked;
const byWords: Ranking = ({ words }) => words;

/** All figures of a corpus; those of MiniSearch begin with `minisearch_`. */
export function figuresOf(asked: readonly Asked[]): Figures {
  const own = asked.filter(({ question }) => question.foreign !== true);
  const turns = own.filter(({ question }) => question.evidence.length > 0);
  const headline = turns.filter(({ question }) => !question.adversarial);
  const inSessions = own.filter(({ question }) => question.sessions.length > 0);
  const quality = (ranking: Ranking): Figures => ({
    ...turnFigures(headline, ranking),
    ...sessionFigures(inSessions, ranking),
  });
  const mneme = quality(byMneme);
  const words = quality(byWords);
  const times = own.flatMap((each) => each.times ?? []);
  const [recallMs, searchMs] = (['recallMs', 'searchMs'] as const).map((name) =>
    percentile(
      times.map((each) => each[name]),
      0.5,
    ),
  ) as [number, number];
  return {
    ...mneme,
    ...categoryFigures(turns, byMneme),
    ...certaintyFigures(asked),
    ...staleFigures(own),
    ...answeringFigures(own),
    recall_ms: recallMs,
    minisearch_ms: searchMs,
    time_ratio: recallMs / searchMs,
    ...over(mneme, words),
    questions: own.length,
    ...named('minisearch', { ...words, ...categoryFigures(turns, byWords) }),
  };
}

/** How often as good it is: by turns, or by sessions where a corpus names no others. */
function over(mneme: Figures, words: Figures): Figures {
  const name = 'r10' in mneme ? 'r10' : 'session_r10';
  const [own, others] = [mneme[name] ?? 0, words[name] ?? 0];
  return others === 0 ? {} : { over_minisearch: own / others };
}

const named = (prefix: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}_${name}`, value]));

function turnFigures(asked: readonly Asked[], ranking: Ranking): Figures {
  if (asked.length === 0) return {};
  const judged = asked.map((each) => retrieval(ranking(each), new Set(each.question.evidence)));
  const names: (keyof Retrieval)[] = [
    'r5',
    'r10',
    'r20',
    'ndcg10',
    'mrr',
    'top1',
    'top3',
    'any10',
    'all10',
    'all20',
    'p10',
  ];
  return Object.fromEntries(names.map((name) => [name, mean(judged.map((each) => each[name]))]));
}

/** A session stands where its best turn stands. Left out where all that is said is one session. */
function sessionFigures(asked: readonly Asked[], ranking: Ranking): Figures {
  const all = new Set(
    asked.flatMap((each) => [
      ...each.question.sessions,
      ...sessionsOf(each, byMneme),
      ...sessionsOf(each, byWords),
    ]),
  );
  if (all.size < 2) return {};
  const judged = asked.map((each) =>
    retrieval(sessionsOf(each, ranking), new Set(each.question.sessions)),
  );
  return {
    session_r5: mean(judged.map(({ r5 }) => r5)),
    session_r10: mean(judged.map(({ r10 }) => r10)),
  };
}

const sessionsOf = (asked: Asked, ranking: Ranking): string[] => [
  ...new Set(ranking(asked).map((turn) => asked.sessionOf(turn))),
];

function categoryFigures(asked: readonly Asked[], ranking: Ranking): Figures {
  const categories = [...new Set(asked.map(({ question }) => question.category))].sort();
  if (categories.length < 2) return {};
  return Object.assign(
    {},
    ...categories.map((category) => {
      const { r10, all20, top1, top3 } = turnFigures(
        asked.filter(({ question }) => question.category === category),
        ranking,
      ) as unknown as Retrieval;
      return named(category, { r10, all20, top1, top3 });
    }),
  ) as Figures;
}

/** Whether chances are what they say, and whether the bank knows what it knows. */
function certaintyFigures(asked: readonly Asked[]): Figures {
  const own = asked.filter(({ question }) => question.foreign !== true);
  const results = own
    .filter(({ question }) => !question.adversarial)
    .filter(({ question }) => question.evidence.length > 0 || !question.answerable)
    .flatMap(({ question, results: found }) =>
      found.map(({ turns, probability }) => ({
        chance: probability,
        came: turns.some((turn) => question.evidence.includes(turn)),
      })),
    );
  const answerable = own.filter(({ question }) => question.answerable);
  const unanswerable = asked.filter(({ question }) => !question.answerable);
  const ownUnanswerable = own.filter(({ question }) => !question.answerable);
  const area = (others: readonly Asked[]): number =>
    auroc(
      [...answerable, ...others].map((each) => ({
        chance: each.known.probability,
        came: each.question.answerable,
      })),
    );
  const share = (of: readonly Asked[], wrong: string): number =>
    mean(of.map(({ known }) => Number(known.verdict !== wrong)));
  return {
    ...(results.length === 0 ? {} : { ece: calibrationError(results) }),
    ...(unanswerable.length === 0 ? {} : { known_auroc: area(unanswerable) }),
    ...(ownUnanswerable.length === 0 ? {} : { known_auroc_own: area(ownUnanswerable) }),
    known_right: share(answerable, 'unknown'),
    ...(unanswerable.length === 0 ? {} : { unknown_right: share(unanswerable, 'known') }),
    ...(ownUnanswerable.length === 0 ? {} : { unknown_right_own: share(ownUnanswerable, 'known') }),
  };
}

/** Of the questions with outdated values, those where one stands before the answer. */
function staleFigures(own: readonly Asked[]): Figures {
  const contested = own.filter(({ question }) => question.stale.length > 0);
  if (contested.length === 0) return {};
  const staleFirst = (ranking: Ranking): number =>
    mean(
      contested.map((each) => {
        const first = ranking(each).find(
          (turn) => each.question.evidence.includes(turn) || each.question.stale.includes(turn),
        );
        return Number(first !== undefined && each.question.stale.includes(first));
      }),
    );
  return { stale_first: staleFirst(byMneme), minisearch_stale_first: staleFirst(byWords) };
}

/**
 * Precision and recall of what answers and nothing else, as PrecisionMemBench counts them: a question that wants
 * nothing and gets nothing has no precision, one that gets something wrong or misses all has 0; recall is of
 * questions that want something.
 */
function answeringFigures(own: readonly Asked[]): Figures {
  const judged = own.filter(({ question }) => question.tags !== undefined);
  if (judged.length === 0) return {};
  const told = judged.map((each) => ({ wanted: each.question.evidence, got: answering(each) }));
  const hits = ({ wanted, got }: (typeof told)[number]): number =>
    wanted.filter((turn) => got.includes(turn)).length;
  return {
    p: mean(
      told
        .filter(({ wanted, got }) => wanted.length + got.length > 0)
        .map((each) => hits(each) / Math.max(1, each.got.length)),
    ),
    r: mean(
      told.filter(({ wanted }) => wanted.length > 0).map((each) => hits(each) / each.wanted.length),
    ),
  };
}
