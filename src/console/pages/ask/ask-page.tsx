import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { draft } from '../../state/draft.js';
import { keep, route } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Card, Page } from '../../ui/page.js';
import { Tabs } from '../../ui/choice.js';
import { AnswerSide, Comparison } from './answer-side.js';
import { ContextPart } from './context-part.js';
import { OptionFields } from './option-fields.js';
import { asParams, DEFAULTS, optionsOf, type AskOptions } from './options.js';
import { PinnedCases } from './pinned-cases.js';
import { WhyNot } from './why-not.js';

const PARTS = [
  ['results', T.ask.results],
  ['ranking', T.ask.ranking],
  ['context', T.ask.context],
  ['whynot', T.ask.whynot],
] as const;
type Part = (typeof PARTS)[number][0];
const OTHER = 'b.';

/** Ask, see why, change the settings, compare. */
export function AskPage() {
  const { params, bank } = route.value;
  const query = params['q'] ?? '';
  const text = useMemo(() => draft(`ask:${bank}`, query), [bank]);
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
