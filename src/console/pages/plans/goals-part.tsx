import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { orEmpty } from '../../state/no-bank.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Meter } from '../../ui/figures.js';
import { ValidityBadge } from '../../ui/memory-line.js';
import { dayOf, Moment } from '../../ui/moment.js';
import { Card, Empty } from '../../ui/page.js';
import { GoalActions } from './goal-actions.js';
import { NewGoal } from './new-goal.js';

type Line = OutputOf<'goals'>['goals'][number];

/** The bank's tree of goals with how pressing each is, and the plans that people told. */
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
              <Told told={data?.told ?? null} />
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

/** What was said of plans: nobody set them as goals. */
function Told({ told }: { readonly told: OutputOf<'goals'>['told'] }) {
  if (told === null || told.lines.length === 0) return null;
  return (
    <Card title={T.plans.goals.told} flush>
      <ul class="list">
        {told.lines.map(({ id, text, speaker, saidAt, validity, state }) => (
          <li key={id} class="stack tight">
            <a class="text quiet" href={linkTo('memory', { id })}>
              {text}
            </a>
            <div class="meta">
              {speaker !== null && <bdi>{speaker}</bdi>}
              <Moment at={saidAt} />
              {state !== null && <span class="badge">{state}</span>}
              <ValidityBadge validity={validity} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
