import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { AnswerView, attempt, orEmpty, useAnswer } from '../../state/requests.js';
import { linkTo, route } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { dayOf, Meter, Moment } from '../../ui/figures.js';
import { draft, Select, TextDialog, Words } from '../../ui/forms.js';
import { Card, Empty, ValidityBadge } from '../../ui/page.js';
import type { Goal, GoalLevel, GoalStatus } from '@mneme/core/domain/goal.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Plan = NonNullable<OutputOf<'goals'>['told']>['lines'][number];
type ToldLine = Omit<Plan, 'state' | 'due'> & { readonly state?: Plan['state'] };

/** What people said on the matter of a page. */
export function Told({
  title,
  told,
}: {
  readonly title: string;
  readonly told: { readonly lines: readonly ToldLine[] } | null;
}) {
  if (told === null || told.lines.length === 0) return null;
  return (
    <Card title={title} flush>
      <ul class="list">
        {told.lines.map(({ id, text, speaker, saidAt, validity, state }) => (
          <li key={id} class="stack tight">
            <a class="text quiet" href={linkTo('memory', { id })}>
              {text}
            </a>
            <div class="meta">
              {speaker !== null && <bdi>{speaker}</bdi>}
              <Moment at={saidAt} />
              {state && <span class="badge">{state}</span>}
              <ValidityBadge validity={validity} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The changes that a goal's status allows; each can be undone. */
function GoalActions({ goal: { id, description, status } }: { readonly goal: Goal }) {
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

const MAX_GOAL = 500;
const LEVELS = Object.entries(T.plans.goals.levels).filter(([level]) => level !== 'north_star');

/** The first goal is the bank's purpose; each other one is a subgoal. */
function NewGoal({ goals }: { readonly goals: readonly Goal[] }) {
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

type Line = OutputOf<'goals'>['goals'][number];

/** The bank's tree of goals with their urgency, and plans that people mentioned. */
export function GoalsPart() {
  const goals = useAnswer(() => orEmpty(call('goals', { all: true })), []);
  return (
    <>
      <AnswerView of={goals}>
        {(data) => {
          const lines = (data?.goals ?? []).filter(({ goal }) => goal.retractedAt === null);
          return (
            <>
              <Card title={T.plans.goals.tree} flush>
                {lines.length === 0 ? (
                  <Empty title={T.plans.goals.none}>
                    <p>{T.plans.goals.noneHint}</p>
                  </Empty>
                ) : (
                  <ul class="list">
                    {lines.map((line) => (
                      <li key={line.goal.id}>
                        <GoalLine line={line} />
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
              {may('write') && <NewGoal goals={lines.map(({ goal }) => goal)} />}
              <Told title={T.plans.goals.told} told={data?.told ?? null} />
            </>
          );
        }}
      </AnswerView>
    </>
  );
}

function GoalLine({
  line: { goal, depth, state },
}: {
  readonly line: Line;
}) {
  const ended = goal.status !== 'active' && goal.status !== 'suspended';
  return (
    <article class="goal row apart" style={{ '--depth': depth }}>
      <div class="stack tight grow">
        <span class={ended ? 'text muted' : 'text'}>{goal.description}</span>
        <div class="meta">
          <span class="badge">{T.plans.goals.levels[goal.level]}</span>
          {goal.status !== 'active' && (
            <span class={goal.status === 'completed' ? 'badge good' : 'badge warn'}>
              {T.plans.goals.statuses[goal.status]}
            </span>
          )}
          {state !== null && <Pressing state={state} />}
        </div>
      </div>
      {may('write') && <GoalActions goal={goal} />}
    </article>
  );
}

function Pressing({
  state: { plan, urgency, progress, waitsFor },
}: {
  readonly state: NonNullable<Line['state']>;
}) {
  const blocked = plan.blockers.length + waitsFor.length;
  return (
    <>
      {plan.deadline !== null && <span>{T.plans.goals.until(dayOf(plan.deadline))}</span>}
      <span class="row">
        {T.plans.goals.urgency} <Meter share={urgency} label={T.plans.goals.urgency} />
      </span>
      {progress > 0 && (
        <span class="row">
          {T.plans.goals.progress} <Meter share={progress} label={T.plans.goals.progress} />
        </span>
      )}
      {blocked > 0 && <span class="badge warn">{T.plans.goals.blocked(blocked)}</span>}
    </>
  );
}
