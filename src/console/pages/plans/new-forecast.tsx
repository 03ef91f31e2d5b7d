import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { attempt } from '../../state/attempt.js';
import { draft } from '../../state/draft.js';
import { route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts.js';
import { percent } from '../../ui/figures.js';
import { localInput } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';

const MONTH = 30 * 86_400_000;
const LIKELY = 0.7;

export function NewForecast() {
  const text = useMemo(() => draft(`forecast:${route.value.bank}`), [route.value.bank]);
  const chance = useSignal(LIKELY);
  const due = useSignal(localInput(Date.now() + MONTH).slice(0, 10));
  const domain = useSignal('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await attempt(
      () =>
        call('forecast_make', {
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
        <label class="field">
          <span>{T.plans.forecasts.statement}</span>
          <input
            class="input"
            dir="auto"
            maxLength={500}
            placeholder={T.plans.forecasts.statementHint}
            required
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
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
        <label class="field">
          <span>{T.plans.forecasts.field}</span>
          <input
            class="input"
            dir="auto"
            maxLength={100}
            placeholder="general"
            value={domain.value}
            onInput={(event) => (domain.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary">
          {T.plans.forecasts.keep}
        </button>
      </form>
    </Card>
  );
}
