import { useSignal } from '@preact/signals';
import type { Goal, GoalStatus } from '../../../domain/goal.js';
import { attempt } from '../../state/attempt.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { TextDialog } from '../memory/text-dialog.js';

/** What a goal may turn into; each can be taken back. */
export function GoalActions({ goal: { id, description, status } }: { readonly goal: Goal }) {
  const editing = useSignal(false);
  const turn = (next: GoalStatus) => (): void => {
    void attempt(() => call('goal_set', { id, status: next }), {
      done: T.plans.goals.turned(T.plans.goals.statuses[next]),
    });
  };
  return (
    <div class="row">
      {status === 'active' && (
        <button type="button" class="button small" onClick={turn('completed')}>
          {T.plans.goals.reached}
        </button>
      )}
      {status === 'active' && (
        <button type="button" class="button small plain" onClick={turn('suspended')}>
          {T.plans.goals.pause}
        </button>
      )}
      {status === 'suspended' && (
        <button type="button" class="button small" onClick={turn('active')}>
          {T.plans.goals.resume}
        </button>
      )}
      <button type="button" class="button small plain" onClick={() => (editing.value = true)}>
        {T.plans.goals.edit}
      </button>
      <button
        type="button"
        class="button small plain bad"
        onClick={() =>
          void attempt(() => call('goal_set', { id, remove: true, subtree: true }), {
            done: T.plans.goals.removed,
          })
        }
      >
        {T.plans.goals.remove}
      </button>
      {editing.value && (
        <TextDialog
          place={`goal:${id}`}
          title={T.plans.goals.edit}
          label={T.plans.goals.words}
          begin={description}
          action={T.save}
          close={() => (editing.value = false)}
          submit={(text) =>
            attempt(() => call('goal_set', { id, description: text }), {
              done: T.plans.goals.edited,
            })
          }
        />
      )}
    </div>
  );
}
