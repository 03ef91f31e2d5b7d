import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Goal, GoalLevel } from '../../../domain/goal.js';
import { attempt } from '../../state/attempt.js';
import { draft } from '../../state/draft.js';
import { route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Select, Words } from '../../ui/fields.js';
import { Card } from '../../ui/page.js';

const MAX_GOAL = 500;
const LEVELS = Object.entries(T.plans.goals.levels).filter(([level]) => level !== 'north_star');

/** The first is what the bank is for; each other serves one that is there. */
export function NewGoal({ goals }: { readonly goals: readonly Goal[] }) {
  const text = useMemo(() => draft(`goal:${route.value.bank}`), [route.value.bank]);
  const parent = useSignal('');
  const level = useSignal<GoalLevel>('strategic');
  const first = goals.length === 0;
  const above = goals
    .filter(({ parent: served }) => served !== null)
    .map(({ id, description }) => [id, description] as const);
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
        <Words
          label={T.plans.goals.words}
          limit={MAX_GOAL}
          required
          value={text.value}
          change={(value) => (text.value = value)}
        />
        {!first && (
          <>
            <Select
              label={T.plans.goals.serves}
              value={parent.value}
              options={[['', T.plans.goals.star], ...above]}
              choose={(value) => (parent.value = value)}
            />
            <Select
              label={T.plans.goals.level}
              value={level.value}
              options={LEVELS}
              choose={(value) => (level.value = value as GoalLevel)}
            />
          </>
        )}
        <button type="submit" class="button primary">
          {T.plans.goals.add}
        </button>
      </form>
    </Card>
  );
}
