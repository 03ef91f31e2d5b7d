import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { keep, route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { MemoryLine } from '../../ui/memory-line.js';
import { localInput } from '../../ui/moment.js';
import { Card, Empty } from '../../ui/page.js';

const WEEK = 7 * 86_400_000;
const PAGE = 200;

/** What the bank held at one moment and not, or otherwise, at another. */
export function DiffPart() {
  const { params } = route.value;
  const now = Date.now();
  const from = params['from'] ?? localInput(now - WEEK);
  const to = params['to'] ?? localInput(now);
  const diff = useAnswer(
    () =>
      call('diff', { from: new Date(from).getTime(), to: new Date(to).getTime(), limit: PAGE }),
    [from, to],
    { still: true },
  );
  return (
    <div class="stack">
      <div class="option-grid">
        <Instant label={T.journal.from} value={from} change={(value) => keep({ from: value })} />
        <Instant label={T.journal.to} value={to} change={(value) => keep({ to: value })} />
      </div>
      <AnswerView of={diff}>{(data) => <Diff diff={data} />}</AnswerView>
    </div>
  );
}

function Instant({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="datetime-local"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

function Diff({ diff }: { readonly diff: OutputOf<'diff'> }) {
  const { put, changed, retracted } = diff;
  if (put.length + changed.length + retracted.length === 0)
    return <Empty title={T.journal.sameThen} />;
  return (
    <div class="columns">
      {put.length > 0 && (
        <Card title={T.journal.added} aside={put.length} flush>
          <ul class="list">
            {put.map((memory) => (
              <li key={memory.id} class="came">
                <MemoryLine memory={memory} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {changed.length > 0 && (
        <Card title={T.journal.changed} aside={changed.length} flush>
          <ul class="list">
            {changed.map(({ after, fields }) => (
              <li key={after.id}>
                <MemoryLine memory={after}>
                  <span>{fields.join(', ')}</span>
                </MemoryLine>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {retracted.length > 0 && (
        <Card title={T.journal.removed} aside={retracted.length} flush>
          <ul class="list">
            {retracted.map((memory) => (
              <li key={memory.id} class="went">
                <MemoryLine memory={memory} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
