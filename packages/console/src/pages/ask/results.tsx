import { useSignal } from '@preact/signals';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import { attempt } from '../../state/attempt.js';
import { linkTo } from '../../state/route.js';
import { call, may, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Bars, Moment, percent } from '../../ui/figures.js';
import { ValidityBadge } from '../../ui/memory-line.js';
import { Empty } from '../../ui/page.js';

type Answer = OutputOf<'recall'>;
type Why = OutputOf<'why'>;
const VERDICTS = [
  'useful',
  'irrelevant',
  'wrong',
] as const satisfies readonly InputOf<'feedback'>['verdict'][];
type Verdict = (typeof VERDICTS)[number];

/** The results, best first, each with the reason for its rank. */
export function Results({
  answer,
  why,
  other,
}: {
  readonly answer: Answer;
  readonly why: Why | null;
  /** Ids of the other side of a comparison, in order of rank. */
  readonly other?: readonly string[];
}) {
  const {
    why: { known },
    results,
  } = answer;
  return (
    <div class="stack">
      {known.verdict !== 'known' && known.verdict !== 'unjudged' && (
        <div class="hintbox">
          <strong>{T.ask[known.verdict]}</strong>
          {known.doubts.length > 0 && <p class="small">{known.doubts.join(' · ')}</p>}
        </div>
      )}
      {answer.notices.map((notice) => (
        <p key={notice} class="small muted">
          {notice}
        </p>
      ))}
      {results.length === 0 ? (
        <Empty title={T.ask.noAnswer} />
      ) : (
        <ol class="list results">
          {results.map((result, at) => (
            <li key={result.id}>
              <ResultLine
                result={result}
                rank={at + 1}
                recollection={answer.id}
                why={why?.results.find(({ id }) => id === result.id) ?? null}
                moved={other === undefined ? null : movedBy(result.id ?? '', at, other)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function movedBy(id: string, at: number, other: readonly string[]): string {
  const there = other.indexOf(id);
  return there < 0 ? T.ask.only : T.ask.moved(there - at);
}

function ResultLine({
  result,
  rank,
  recollection,
  why,
  moved,
}: {
  readonly result: Answer['results'][number];
  readonly rank: number;
  readonly recollection: string;
  readonly why: Why['results'][number] | null;
  readonly moved: string | null;
}) {
  const open = useSignal(false);
  const { id = '', content = '', probability = null } = result;
  const vote = (verdict: Verdict): void => {
    void attempt(() => call('feedback', { recollection, memory: id, verdict }), {
      done: T.ask.thanks,
    });
  };
  return (
    <article class="result">
      <span class="rank number" aria-hidden="true">
        {rank}
      </span>
      <div class="memory">
        <a class="text clamp" href={linkTo('memory', { id })}>
          {content}
        </a>
        <ResultMeta result={result} moved={moved} />
        <div class="row">
          <button
            type="button"
            class="button small"
            aria-expanded={open.value}
            disabled={why === null}
            onClick={() => (open.value = !open.value)}
          >
            {T.ask.why}
          </button>
          {may('write') &&
            VERDICTS.map((verdict) => (
              <button
                key={verdict}
                type="button"
                class="button plain small"
                onClick={() => vote(verdict)}
              >
                {T.ask.verdicts[verdict]}
              </button>
            ))}
        </div>
        {open.value && why !== null && <WhyBars why={why} />}
      </div>
      {probability !== null && (
        <span class="probability number" title={T.ask.probability}>
          {percent(probability)}
        </span>
      )}
    </article>
  );
}

/** Who said it and when, its validity, what found it and why. */
function ResultMeta({
  result,
  moved,
}: {
  readonly result: Answer['results'][number];
  readonly moved: string | null;
}) {
  const { speaker = null, saidAt, validity, validityDetail, paths, provenance } = result;
  return (
    <>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        {saidAt !== undefined && <Moment at={saidAt} />}
        {validity !== undefined && <ValidityBadge validity={validity} />}
        {moved !== null && <span class="badge accent">{moved}</span>}
        {paths?.map((path) => (
          <span key={path} class="badge">
            {path}
          </span>
        ))}
      </div>
      {provenance !== undefined && (
        <p class="small muted text">
          {provenance} {validityDetail?.why}
        </p>
      )}
    </>
  );
}

const FEATURES = 12;
const LOGITS = 2;

/** The terms of a result's score, as bars. */
function WhyBars({ why }: { readonly why: Why['results'][number] }) {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(LOGITS)}`;
  const terms = Object.entries(why.terms).filter(([, value]) => value !== 0);
  return (
    <div class="why stack fade-in">
      <h3>{T.ask.logits}</h3>
      <Bars bars={terms.map(([name, value]) => ({ name, value, words: signed(value) }))} />
      <h3>{T.ask.features}</h3>
      <Bars
        bars={why.features
          .slice(0, FEATURES)
          .map(({ name, logits }) => ({ name, value: logits, words: signed(logits) }))}
      />
      <p class="small muted">
        {why.paths.map(({ path, rank }) => `${path}: ${T.ask.rank.toLowerCase()} ${rank}`).join(' · ')}
      </p>
    </div>
  );
}
