import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { call, may, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Card } from '../../ui/page.js';

type Diagnosis = OutputOf<'doctor'>;

/** What serves this machine: encoder, models, store; and whether the file is whole. */
export function ModelsPart() {
  const asked = useSignal(false);
  if (!may('admin') || session.value?.banks !== null)
    return <p class="hintbox">{T.settings.models.needs}</p>;
  if (asked.value) return <Checked />;
  return (
    <Card title={T.settings.parts.models}>
      <div class="stack">
        <p class="small muted">{T.settings.models.lead}</p>
        <button type="button" class="button primary fit" onClick={() => (asked.value = true)}>
          {T.settings.models.look}
        </button>
      </div>
    </Card>
  );
}

function Checked() {
  const diagnosis = useAnswer(() => call('doctor', {}), [], { still: true });
  return (
    <AnswerView of={diagnosis}>
      {(data) => (
        <>
          <Card
            title={data.healthy ? T.settings.models.healthy : T.settings.models.ill}
            aside={
              <button type="button" class="button small" onClick={diagnosis.again}>
                {T.settings.models.again}
              </button>
            }
          >
            <Problems of={data} />
          </Card>
          <Card title={T.settings.models.parts}>
            <dl class="pairs">
              {Object.entries(data.parts).map(([part, words]) => (
                <div key={part}>
                  <dt>{part}</dt>
                  <dd class="text">{words}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </>
      )}
    </AnswerView>
  );
}

function Problems({ of: { problems, notices } }: { readonly of: Diagnosis }) {
  const all = [...problems, ...notices];
  if (all.length === 0) return <p class="muted">{T.settings.models.nothing}</p>;
  return (
    <ul class="stack">
      {all.map(({ what, mend }) => (
        <li key={what} class="text">
          {what} <span class="muted">{mend}</span>
        </li>
      ))}
    </ul>
  );
}
