import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { AnswerView, attempt, orEmpty, useAnswer } from '../../state/requests.js';
import { linkTo, route } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { dark } from '../../state/theme.js';
import { T } from '../../texts/index.js';
import { draft, Words } from '../../ui/forms.js';
import { dayOf, localInput, Meter, Moment, percent } from '../../ui/figures.js';
import { Card, Empty } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Scores = NonNullable<OutputOf<'forecasts'>['scores']>;

const figure = (value: number | null): string => (value === null ? '' : value.toFixed(2));

/** Calibration of the forecasts: as a picture, and in figures by domain. */
function Calibration({ domains }: { readonly domains: Scores }) {
  const [all] = domains;
  if (all === undefined || all.settled === 0) return null;
  return (
    <div class="columns">
      <Card title={T.plans.forecasts.calibration}>
        <Plot bins={all.bins} />
        <p class="small muted">{T.plans.forecasts.calibrationLead}</p>
      </Card>
      <Card title={T.plans.forecasts.scores} flush>
        <div class="scroll-x" tabIndex={0} role="group" aria-label={T.plans.forecasts.scores}>
          <ScoreTable domains={domains} />
        </div>
      </Card>
    </div>
  );
}

/** Drawn by a renderer that is loaded on demand; its label says the same. */
function Plot({ bins }: { readonly bins: Scores[number]['bins'] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end: (() => void) | null = null;
    let gone = false;
    void import('./draw-calibration.js').then(({ drawCalibration }) => {
      if (!gone && box.current !== null) end = drawCalibration(box.current, bins);
    });
    return () => {
      gone = true;
      end?.();
    };
  }, [bins, dark.value]);
  const words = bins
    .map(({ told, came, count }) => T.plans.forecasts.bin(percent(told), percent(came), count))
    .join('; ');
  return <div ref={box} class="calibration" role="img" aria-label={words} />;
}

function ScoreTable({ domains }: { readonly domains: Scores }) {
  const { columns } = T.plans.forecasts;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.field}</th>
          <th scope="col">{columns.settled}</th>
          <th scope="col">{columns.brier}</th>
          <th scope="col">{columns.skill}</th>
          <th scope="col">{columns.error}</th>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ domain, settled, open, due, brier, skill, calibrationError }) => (
          <tr key={domain}>
            <th scope="row">
              <bdi>{domain}</bdi>
            </th>
            <td class="number">{T.plans.forecasts.of(settled, settled + open + due)}</td>
            <td class="number">{figure(brier)}</td>
            <td class="number">{figure(skill)}</td>
            <td class="number">{figure(calibrationError)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MONTH = 30 * 86_400_000;
const LIKELY = 0.7;
const [MAX_STATEMENT, MAX_FIELD] = [500, 100];

function NewForecast() {
  const text = useMemo(() => draft(`forecast:${route.value.bank}`), [route.value.bank]);
  const chance = useSignal(LIKELY);
  const due = useSignal(localInput(Date.now() + MONTH).slice(0, 10));
  const domain = useSignal('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await attempt(
      () =>
        call('predict', {
          statement: text.value.trim(),
          probability: chance.value,
          due: due.value,
          ...(domain.value.trim() === '' ? {} : { domain: domain.value.trim() }),
        }),
      { done: T.plans.forecasts.kept },
    );
    if (made !== null) text.value = '';
  };
  return (
    <Card title={T.plans.forecasts.another}>
      <form class="option-grid" onSubmit={(event) => void submit(event)}>
        <Words
          label={T.plans.forecasts.statement}
          placeholder={T.plans.forecasts.statementHint}
          limit={MAX_STATEMENT}
          required
          value={text.value}
          change={(value) => (text.value = value)}
        />
        <label class="field">
          <span>
            {T.plans.forecasts.chance}: <span class="number">{percent(chance.value)}</span>
          </span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={chance.value}
            onInput={(event) => (chance.value = Number(event.currentTarget.value))}
          />
        </label>
        <label class="field">
          <span>{T.plans.forecasts.known}</span>
          <input
            class="input"
            type="date"
            required
            value={due.value}
            onInput={(event) => (due.value = event.currentTarget.value)}
          />
        </label>
        <Words
          label={T.plans.forecasts.field}
          placeholder="general"
          limit={MAX_FIELD}
          value={domain.value}
          change={(value) => (domain.value = value)}
        />
        <button type="submit" class="button primary">
          {T.plans.forecasts.keep}
        </button>
      </form>
    </Card>
  );
}

type Forecast = OutputOf<'forecasts'>['forecasts'][number];

/** The forecasts, their probabilities and outcomes. */
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
