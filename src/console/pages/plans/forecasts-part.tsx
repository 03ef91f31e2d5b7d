import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { orEmpty } from '../../state/no-bank.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Meter } from '../../ui/figures.js';
import { dayOf, Moment } from '../../ui/moment.js';
import { Card, Empty } from '../../ui/page.js';
import { Calibration } from './calibration.js';
import { NewForecast } from './new-forecast.js';

type Forecast = OutputOf<'forecasts'>['forecasts'][number];

/** What was expected, how likely it was taken for, and what came of it. */
export function ForecastsPart() {
  const forecasts = useAnswer(() => orEmpty(call('forecasts', { score: true })), []);
  return (
    <>
      <AnswerView of={forecasts}>
        {(data) => (
          <>
          <Calibration domains={data?.scores ?? []} />
          <Card title={T.plans.parts.forecasts} flush>
            {(data?.forecasts.length ?? 0) === 0 ? (
              <Empty title={T.plans.forecasts.none} />
            ) : (
              <ul class="list">
                {data?.forecasts.map((forecast) => (
                  <li key={forecast.id}>
                    <ForecastLine forecast={forecast} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          </>
        )}
      </AnswerView>
      {may('write') && <NewForecast />}
    </>
  );
}

function ForecastLine({ forecast }: { readonly forecast: Forecast }) {
  const { id, action, statement, probability, domain, due, state, outcome, brier, madeAt } = forecast;
  const settle = (came: boolean) => (): void => {
    void attempt(() => call('settle', { id: id as never, came }), { done: T.plans.forecasts.settled });
  };
  return (
    <article class="row apart">
      <div class="stack tight grow">
        <span class="text">{action === null ? statement : `${action} → ${statement}`}</span>
        <div class="meta">
          <Meter share={probability} label={T.plans.forecasts.chance} />
          {due !== null && <span>{T.plans.forecasts.due(dayOf(due))}</span>}
          <span class="badge">{domain}</span>
          {state === 'due' && <span class="badge warn">{T.plans.forecasts.states.due}</span>}
          {outcome !== null && (
            <span class={outcome.came ? 'badge good' : 'badge bad'}>
              {outcome.came ? T.plans.forecasts.came : T.plans.forecasts.failed}
            </span>
          )}
          {brier !== null && <span>{T.plans.forecasts.brier(brier.toFixed(2))}</span>}
          <span>
            {T.plans.forecasts.made} <Moment at={madeAt} />
          </span>
          {outcome?.memory !== null && outcome !== null && (
            <a href={linkTo('memory', { id: outcome.memory })}>{T.plans.forecasts.told}</a>
          )}
        </div>
      </div>
      {may('write') && (outcome === null || outcome.by === 'talk') && (
        <div class="row">
          <button type="button" class="button small" onClick={settle(true)}>
            {T.plans.forecasts.came}
          </button>
          <button type="button" class="button small" onClick={settle(false)}>
            {T.plans.forecasts.failed}
          </button>
        </div>
      )}
    </article>
  );
}
