import type { CurationTask } from '../../../domain/curation-task.js';
import type { OperationName } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { linkTo } from '../../state/route.js';
import { call, may, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';

/** What somebody should decide, the words that it is about, and a button for each way to settle it. */
export function TaskCard({
  task: { task, memories, reason, priority, settledBy },
  words,
}: {
  readonly task: CurationTask;
  /** Of a memory, by its id. */
  readonly words: ReadonlyMap<string, string>;
}) {
  return (
    <article class="stack tight">
      <div class="row">
        <b>{T.review.task[task]}</b>
        {priority === 'high' && <span class="badge warn">{T.review.high}</span>}
        <span class="small muted text">{reason}</span>
      </div>
      <ul class="stack tight">
        {memories.map((id) => (
          <li key={id}>
            <a class="text quiet" href={linkTo('memory', { id })}>
              {words.get(id) ?? id}
            </a>
          </li>
        ))}
      </ul>
      {may('write') && (
        <div class="row">
          {settledBy
            .filter(({ operation }) => operation in T.review.does)
            .map(({ operation, input }) => (
              <button
                key={operation + JSON.stringify(input)}
                type="button"
                class="button small"
                onClick={() => void settle(operation as OperationName, input)}
              >
                {T.review.does[operation as keyof typeof T.review.does]}
              </button>
            ))}
        </div>
      )}
    </article>
  );
}

/** The server says which operation settles it, and with what. */
function settle(
  operation: OperationName,
  input: CurationTask['settledBy'][number]['input'],
): Promise<object | null> {
  return attempt(async () => (await call(operation, input as InputOf<OperationName>)) as object, {
    done: T.review.done,
  });
}
