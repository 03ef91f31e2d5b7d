import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type AskOptions, asParams, asProfile, DEFAULTS, OptionFields, optionsOf, PinnedCases } from './query.js';
import { Ranking, Results, WhyNot } from './results.js';
import { AnswerView, useAnswer } from '../../state/requests.js';
import { keep, route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { draft, Tabs } from '../../ui/forms.js';
import { Card, Page } from '../../ui/page.js';

function useRecall(query: string, options: AskOptions) {
  return {
    recalled: useAnswer(() => call('recall', asProfile(query, options)), [query, options]),
    why: useAnswer(() => call('why', asProfile(query, options)), [query, options]),
  };
}

/** The answer to a query with some options, or how it was ranked. */
function AnswerSide({
  query,
  options,
  part,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly part: 'results' | 'ranking';
}) {
  const { recalled, why } = useRecall(query, options);
  if (part === 'ranking')
    return <AnswerView of={why}>{(data) => <Ranking why={data} />}</AnswerView>;
  return (
    <AnswerView of={recalled}>
      {(data) => (
        <>
          <Card flush>
            <div class="inner">
              <Results answer={data} why={why.answer.value.data} />
            </div>
          </Card>
          <PinnedCases query={query} options={options} />
        </>
      )}
    </AnswerView>
  );
}

/** The same query with two sets of options, side by side. */
function Comparison({
  query,
  options,
  other,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly other: AskOptions;
}) {
  const sides = [useRecall(query, options), useRecall(query, other)] as const;
  const delivered = sides.map(({ recalled }) => recalled.answer.value.data?.delivered ?? []);
  return (
    <div class="columns">
      {sides.map(({ recalled, why }, at) => (
        <Card key={at} title={at === 0 ? T.ask.settingA : T.ask.settingB}>
          <AnswerView of={recalled}>
            {(data) => (
              <Results
                answer={data}
                why={why.answer.value.data}
                other={delivered[1 - at] ?? []}
              />
            )}
          </AnswerView>
        </Card>
      ))}
    </div>
  );
}

/** The context that a model would get for the query, and its tokens. */
function ContextPart({
  query,
  options: { speaker },
}: {
  readonly query: string;
  readonly options: AskOptions;
}) {
  const context = useAnswer(
    // A person reads this, who cannot call the operations it would suggest.
    () =>
      call('context', { query, pulse: false, offer: [], ...(speaker === '' ? {} : { speaker }) }),
    [query, speaker],
  );
  return (
    <Card title={T.ask.context}>
      <AnswerView of={context}>
        {(data) => (
          <div class="stack">
            <p class="small muted">
              {T.ask.contextLead} {T.ask.tokens(data.tokensUsed, data.tokensBefore)}
            </p>
            {data.context === '' ? (
              <p class="muted">{T.ask.noAnswer}</p>
            ) : (
              <pre class="block" tabIndex={0}>
                {data.context}
              </pre>
            )}
            <Warnings warnings={data.warnings} />
          </div>
        )}
      </AnswerView>
    </Card>
  );
}

/** Marks of single lines are counted: the lines themselves bear them. */
const OF_LINE = /^m_\w+ no longer holds\.$/;

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const marked = warnings.filter((warning) => OF_LINE.test(warning)).length;
  const others = warnings.filter((warning) => !OF_LINE.test(warning));
  return (
    <>
      {marked > 0 && <p class="hintbox small">{T.ask.marked(marked)}</p>}
      {others.map((warning) => (
        <p key={warning} class="hintbox small">
          {warning}
        </p>
      ))}
    </>
  );
}

const PARTS = [
  ['results', T.ask.results],
  ['ranking', T.ask.ranking],
  ['context', T.ask.context],
  ['whynot', T.ask.whynot],
] as const;
type Part = (typeof PARTS)[number][0];
const OTHER = 'b.';

/** Ask, see why, change the options, compare. */
export function AskPage() {
  const { params, bank } = route.value;
  const query = params['q'] ?? '';
  const text = useMemo(() => draft(`ask:${bank}`, query), [bank]);
  // A link may ask something else than what was typed last.
  useEffect(() => void (text.value = query === '' ? text.value : query), [query]);
  const part = PARTS.find(([each]) => each === params['part'])?.[0] ?? 'results';
  const comparing = params['compare'] === '1';
  const options = optionsOf(params);
  const other = optionsOf(params, OTHER);
  const ask = (event: Event): void => {
    event.preventDefault();
    keep({ q: text.value.trim() });
  };
  return (
    <Page title={T.ask.title} lead={T.ask.lead}>
      <form class="card stack" role="search" onSubmit={ask}>
        <div class="ask-line">
          <label class="grow">
            <span class="visually-hidden">{T.ask.query}</span>
            <input
              id="question"
              class="input big"
              type="search"
              dir="auto"
              maxLength={4096}
              placeholder={T.ask.placeholder}
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button primary" disabled={text.value.trim() === ''}>
            {T.ask.ask}
          </button>
        </div>
        <Options
          options={options}
          other={comparing ? other : null}
          change={(next) => keep(asParams(next))}
          changeOther={(next) => keep(asParams(next, OTHER))}
          compare={(on) =>
            keep({
              compare: on ? '1' : undefined,
              ...asParams(on ? { ...options, strategy: 'plain' } : DEFAULTS, OTHER),
            })
          }
        />
      </form>
      {query === '' ? (
        <PinnedCases query="" options={options} />
      ) : comparing ? (
        <Comparison query={query} options={options} other={other} />
      ) : (
        <>
          <Tabs
            label={T.ask.results}
            options={PARTS}
            value={part}
            choose={(next: Part) => keep({ part: next === 'results' ? undefined : next })}
          />
          {(part === 'results' || part === 'ranking') && (
            <AnswerSide query={query} options={options} part={part} />
          )}
          {part === 'context' && <ContextPart query={query} options={options} />}
          {part === 'whynot' && <WhyNot query={query} options={options} />}
        </>
      )}
    </Page>
  );
}

function Options({
  options,
  other,
  change,
  changeOther,
  compare,
}: {
  readonly options: AskOptions;
  readonly other: AskOptions | null;
  readonly change: (options: AskOptions) => void;
  readonly changeOther: (options: AskOptions) => void;
  readonly compare: (on: boolean) => void;
}) {
  const open = useSignal(other !== null || JSON.stringify(options) !== JSON.stringify(DEFAULTS));
  return (
    <div class="stack">
      <div class="row">
        <button
          type="button"
          class="button small"
          aria-expanded={open.value}
          onClick={() => (open.value = !open.value)}
        >
          {T.ask.options}
        </button>
        <button
          type="button"
          class="button small"
          aria-pressed={other !== null}
          title={T.ask.compareLead}
          onClick={() => {
            open.value = true;
            compare(other === null);
          }}
        >
          {T.ask.compare}
        </button>
      </div>
      {open.value && (
        <div class="columns">
          <OptionFields options={options} change={change} />
          {other !== null && (
            <Card title={T.ask.settingB}>
              <OptionFields options={other} change={changeOther} />
            </Card>
          )}
        </div>
      )}
    </div>
  );
}
