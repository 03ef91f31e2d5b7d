import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { attempt } from '../../state/attempt.js';
import { draft } from '../../state/draft.js';
import { route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Words } from '../../ui/fields.js';
import { percent } from '../../ui/figures.js';
import { localInput } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';

const MONTH = 30 * 86_400_000;
const LIKELY = 0.7;
const [MAX_STATEMENT, MAX_FIELD] = [500, 100];

export function NewForecast() {
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
