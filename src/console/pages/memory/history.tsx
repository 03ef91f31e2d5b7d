import { useAnswer } from '../../state/answer.js';
import { linkTo } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Moment } from '../../ui/moment.js';

/** Every change of a memory, oldest first, and what took its place. */
export function History({ id }: { readonly id: string }) {
  const lineage = useAnswer(() => call('show', { id, history: true }), [id]);
  return (
    <AnswerView of={lineage}>
      {({ history }) => (
        <ol class="steps">
          {history?.steps.map(({ change, altered }) => (
            <li key={change.sequence}>
              <b>{T.journal.verbs[change.verb] ?? change.verb}</b>{' '}
              <span class="small muted">
                <Moment at={change.at} clock /> · <bdi>{change.actor}</bdi>
              </span>
              {change.reason !== '' && <div class="small text">{change.reason}</div>}
              {altered.length > 0 && <div class="small muted">{altered.join(', ')}</div>}
            </li>
          ))}
          {history?.successors.map((each) => (
            <li key={each}>
              {T.memory.replacedBy} <a href={linkTo('memory', { id: each })}>{each}</a>
            </li>
          ))}
        </ol>
      )}
    </AnswerView>
  );
}
