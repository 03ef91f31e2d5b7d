import { useSignal } from '@preact/signals';
import { ForecastsPart } from './forecasts.js';
import { GoalsPart, Told } from './goals.js';
import { AnswerView, attempt, orEmpty, useAnswer } from '../../state/requests.js';
import { keep, route } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Meter, percent } from '../../ui/figures.js';
import { Tabs } from '../../ui/forms.js';
import { Card, Empty, Page } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Answer = OutputOf<'strategies'>;
type Strategy = Answer['strategies'][number];
const FOR_A_TASK = 5;

/** What has worked and what has not, with the runs as evidence; all of it, or for a task. */
export function StrategiesPart() {
  const text = useSignal('');
  const task = useSignal('');
  const found = useAnswer(
    () =>
      orEmpty(call('strategies', task.value === '' ? {} : { task: task.value, limit: FOR_A_TASK })),
    [task.value],
  );
  return (
    <>
      <form
        class="card ask-line"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          task.value = text.value.trim();
        }}
      >
        <label class="field grow">
          <span>{T.plans.strategies.task}</span>
          <input
            class="input"
            type="search"
            dir="auto"
            maxLength={4000}
            placeholder={T.plans.strategies.taskHint}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary">
          {T.plans.strategies.find}
        </button>
      </form>
      <AnswerView of={found}>
        {(data) => (
          <>
            <Found answer={data} />
            <Told title={T.plans.strategies.told} told={data?.told ?? null} />
          </>
        )}
      </AnswerView>
    </>
  );
}

function Found({ answer }: { readonly answer: Answer | null }) {
  if (answer === null || answer.strategies.length === 0)
    return (
      <Card>
        <Empty title={T.plans.strategies.none}>
          <p>{T.plans.strategies.noneHint}</p>
        </Empty>
      </Card>
    );
  return (
    <Card
      title={T.plans.parts.strategies}
      aside={T.plans.strategies.count(answer.strategies.length, answer.total)}
      flush
    >
      <ul class="list">
        {answer.strategies.map((strategy) => (
          <li key={strategy.id}>
            <StrategyLine strategy={strategy} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StrategyLine({ strategy }: { readonly strategy: Strategy }) {
  const { id, title, description, content, domain, level, promise, support } = strategy;
  const { applications, successRate, preconditions, actions, fromSuccess } = strategy;
  const tell = (success: boolean) => (): void => {
    void attempt(() => call('observe', { strategy: id, success }), {
      done: T.plans.strategies.noted,
    });
  };
  return (
    <details>
      <summary>
        <span class="text">{title}</span>
      </summary>
      <div class="stack tight top-gap">
        <div class="meta">
          <span class={fromSuccess ? 'badge good' : 'badge warn'}>
            {fromSuccess ? T.plans.strategies.worked : T.plans.strategies.failed}
          </span>
          <span class="badge">{domain}</span>
          <span class="badge">{level}</span>
          <span class="row">
            {T.plans.strategies.promise}{' '}
            <Meter share={promise} label={T.plans.strategies.promise} />
          </span>
          <span>{T.plans.strategies.support(support.for, support.against)}</span>
          {successRate !== null && (
            <span>{T.plans.strategies.used(applications, percent(successRate))}</span>
          )}
        </div>
        <p class="text">{description}</p>
        <p class="text small">{content}</p>
        {preconditions.length > 0 && (
          <p class="small text">
            {T.plans.strategies.when} {preconditions.join('; ')}
          </p>
        )}
        {actions.length > 0 && (
          <ol class="steps">
            {actions.map((action) => (
              <li key={action} class="text">
                {action}
              </li>
            ))}
          </ol>
        )}
        {may('write') && (
          <div class="row">
            <button type="button" class="button small" onClick={tell(true)}>
              {T.plans.strategies.didWork}
            </button>
            <button type="button" class="button small" onClick={tell(false)}>
              {T.plans.strategies.didNot}
            </button>
          </div>
        )}
      </div>
    </details>
  );
}

const PARTS = { goals: GoalsPart, forecasts: ForecastsPart, strategies: StrategiesPart } as const;
type Part = keyof typeof PARTS;
const OPTIONS = Object.entries(T.plans.parts) as readonly (readonly [Part, string])[];

/** Goals, forecasts and strategies, each with its evidence. */
export function PlansPage() {
  const part = OPTIONS.find(([each]) => each === route.value.params['part'])?.[0] ?? 'goals';
  const View = PARTS[part];
  return (
    <Page title={T.plans.title} lead={T.plans.lead}>
      <Tabs
        label={T.plans.title}
        options={OPTIONS}
        value={part}
        choose={(next) => keep({ part: next === 'goals' ? undefined : next })}
      />
      <View />
    </Page>
  );
}
