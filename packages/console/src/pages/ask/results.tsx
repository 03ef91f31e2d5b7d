import { useSignal } from '@preact/signals';
import { type AskOptions, asProfile } from './query.js';
import { AnswerView, attempt, useAnswer } from '../../state/requests.js';
import { linkTo } from '../../state/route.js';
import { call, type InputOf, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Bars, Moment, percent } from '../../ui/figures.js';
import { Card, Empty, ValidityBadge } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

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
      {results.length > 0 && <p class="small muted">{T.ask.percentLead}</p>}
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
        {open.value && <InWords result={result} />}
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

/** Who said it and when, and its validity. */
function ResultMeta({
  result,
  moved,
}: {
  readonly result: Answer['results'][number];
  readonly moved: string | null;
}) {
  const { speaker = null, saidAt, validity } = result;
  return (
    <>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        {saidAt !== undefined && <Moment at={saidAt} />}
        {validity !== undefined && <ValidityBadge validity={validity} />}
        {moved !== null && <span class="badge accent">{moved}</span>}
      </div>
    </>
  );
}

function InWords({ result }: { readonly result: Answer['results'][number] }) {
  const { provenance, validityDetail } = result;
  const since = validityDetail?.why ?? '';
  if (provenance === undefined) return null;
  return (
    <p class="small muted text">
      {provenance} {since !== '' && T.ask.since(since)}
    </p>
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

/** What each path found, and how long each step took. */
export function Ranking({ why }: { readonly why: OutputOf<'why'> }) {
  return (
    <div class="columns">
      <Card title={T.ask.paths} aside={T.ask.considered(why.considered)}>
        <Bars
          bars={why.paths.map(({ path, found, note }) => ({
            name: path,
            value: found,
            words: note === null ? T.ask.found(found) : note,
          }))}
        />
        <p class="small muted top-gap">
          {why.reasoning}
          {why.cues.length > 0 && ` · ${why.cues.join(', ')}`}
        </p>
      </Card>
      <Card title={T.ask.steps}>
        <Bars
          bars={Object.entries(why.timings).map(([name, ms]) => ({
            name,
            value: ms,
            words: T.ask.ms(ms),
          }))}
        />
      </Card>
      <Card title={T.ask.ranking}>
        <PathTable why={why} />
      </Card>
    </div>
  );
}

/** Each result's rank in each path. */
function PathTable({ why }: { readonly why: OutputOf<'why'> }) {
  const paths = why.paths.filter(({ found }) => found > 0).map(({ path }) => path);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={T.ask.ranking}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{T.memory.title}</th>
            {paths.map((path) => (
              <th key={path} scope="col">
                {path}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {why.results.map(({ id, rank, content, paths: found }) => (
            <tr key={id}>
              <td class="number">{rank}</td>
              <td class="text">{content.length > 70 ? `${content.slice(0, 69)}…` : content}</td>
              {paths.map((path) => (
                <td key={path} class="number">
                  {found.find((each) => each.path === path)?.rank ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FOUND = 6;

/** Why an expected memory is missing: it is given by some of its words, or by its id. */
export function WhyNot({ query, options }: { readonly query: string; readonly options: AskOptions }) {
  const words = useSignal('');
  const memory = useSignal('');
  const matches = useAnswer(
    async () =>
      words.value.trim().length < 2
        ? { memories: [] }
        : call('list', { match: words.value.trim(), limit: FOUND, forgotten: true }),
    [words.value],
    { still: true },
  );
  const choose = (value: string): void => {
    words.value = value;
    if (/^m_\w+$/.test(value.trim())) memory.value = value.trim();
  };
  return (
    <Card title={T.ask.whynot}>
      <div class="stack">
        <label class="field">
          <span>{T.ask.whynotLead}</span>
          <input
            class="input"
            dir="auto"
            placeholder={T.ask.whynotLabel}
            value={words.value}
            onInput={(event) => choose(event.currentTarget.value)}
          />
        </label>
        <ul class="stack tight">
          {(matches.answer.value.data?.memories ?? []).map(({ id, content }) => (
            <li key={id}>
              <button
                type="button"
                class="pick text"
                aria-pressed={memory.value === id}
                onClick={() => (memory.value = id)}
              >
                {content.slice(0, 160)}
              </button>
            </li>
          ))}
        </ul>
        {memory.value !== '' && <Loss query={query} options={options} memory={memory.value} />}
      </div>
    </Card>
  );
}

function Loss({
  query,
  options,
  memory,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly memory: string;
}) {
  const loss = useAnswer(
    async () => (await call('why', { ...asProfile(query, options), query, memory })).lost,
    [query, options, memory],
  );
  return (
    <AnswerView of={loss}>
      {(data) =>
        data !== null && (
        <div class="stack fade-in">
          <div class="hintbox">
            <strong>{T.ask.step[data.step]}</strong>
            <p class="text">{data.reason}</p>
          </div>
          {data.refusals.map(({ field, wanted, has }) => (
            <p key={field} class="small">
              {field}: {wanted} / {has}
            </p>
          ))}
          {data.against !== null && (
            <>
              <p class="small muted text">{data.against.content}</p>
              <Bars
                bars={data.against.costs.map(({ name, logits }) => ({
                  name,
                  value: -logits,
                  words: (-logits).toFixed(2),
                }))}
              />
            </>
          )}
        </div>
      )}
    </AnswerView>
  );
}
