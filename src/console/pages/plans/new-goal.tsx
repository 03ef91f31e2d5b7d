import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Goal, GoalLevel } from '../../../domain/goal.js';
import { attempt } from '../../state/attempt.js';
import { draft } from '../../state/draft.js';
import { route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts.js';
import { Card } from '../../ui/page.js';

const LEVELS = (Object.keys(T.plans.goals.levels) as GoalLevel[]).filter(
  (level) => level !== 'north_star',
);

/** The first is what the bank is for; each other serves one that is there. */
export function NewGoal({ goals }: { readonly goals: readonly Goal[] }) {
  const text = useMemo(() => draft(`goal:${route.value.bank}`), [route.value.bank]);
  const parent = useSignal('');
  const level = useSignal<GoalLevel>('strategic');
  const first = goals.length === 0;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await attempt(
      () =>
        call('goal_set', {
          description: text.value.trim(),
          ...(first ? {} : { level: level.value }),
          ...(parent.value === '' ? {} : { parent: parent.value as Goal['id'] }),
        }),
      { done: T.plans.goals.set },
    );
    if (made !== null) text.value = '';
  };
  return (
    <Card title={first ? T.plans.goals.first : T.plans.goals.another}>
      <form class="option-grid" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>{T.plans.goals.words}</span>
          <input
            class="input"
            dir="auto"
            minLength={3}
            maxLength={500}
            required
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        {!first && (
          <>
            <label class="field">
              <span>{T.plans.goals.serves}</span>
              <select
                class="input"
                value={parent.value}
                onChange={(event) => (parent.value = event.currentTarget.value)}
              >
                <option value="">{T.plans.goals.star}</option>
                {goals
                  .filter(({ parent: above }) => above !== null)
                  .map(({ id, description }) => (
                    <option key={id} value={id}>
                      {description}
                    </option>
                  ))}
              </select>
            </label>
            <label class="field">
              <span>{T.plans.goals.level}</span>
              <select
                class="input"
                value={level.value}
                onChange={(event) => (level.value = event.currentTarget.value as GoalLevel)}
              >
                {LEVELS.map((each) => (
                  <option key={each} value={each}>
                    {T.plans.goals.levels[each]}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        <button type="submit" class="button primary">
          {T.plans.goals.add}
        </button>
      </form>
    </Card>
  );
}
