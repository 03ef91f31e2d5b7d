import type { Memory } from '../../../domain/memory.js';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { orEmpty } from '../../state/no-bank.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { percent } from '../../ui/figures.js';
import { Moment } from '../../ui/moment.js';
import { Card, Empty } from '../../ui/page.js';

const PAGE = 100;

/** What is held back until somebody looks, with the signals that spoke. */
export function QuarantinePart() {
  const held = useAnswer(() => orEmpty(call('quarantine', { limit: PAGE })), []);
  return (
    <AnswerView of={held}>
      {(data) =>
        (data?.memories.length ?? 0) === 0 ? (
          <Card>
            <Empty title={T.review.noQuarantine}>
              <p>{T.review.quarantineLead}</p>
            </Empty>
          </Card>
        ) : (
          <Card flush>
            <ul class="list">
              {data?.memories.map((memory) => (
                <li key={memory.id}>
                  <Held memory={memory} />
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </AnswerView>
  );
}

function Held({ memory }: { readonly memory: Memory }) {
  const { id, content, quarantine, speaker, saidAt } = memory;
  return (
    <article class="stack tight">
      <p class="text clamp">{content}</p>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        <Moment at={saidAt} />
        {quarantine !== null && (
          <span class="badge warn">
            {T.review.score} {percent(quarantine.score)}
          </span>
        )}
        {quarantine?.reasons.map((reason) => (
          <span key={reason} class="badge">
            {reason}
          </span>
        ))}
      </div>
      {may('write') && (
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() =>
              void attempt(() => call('quarantine', { release: [id] }), {
                done: T.review.released,
              })
            }
          >
            {T.review.release}
          </button>
          <button
            type="button"
            class="button small bad"
            onClick={() =>
              void attempt(() => call('quarantine', { reject: [id] }), {
                done: T.review.rejected,
              })
            }
          >
            {T.review.reject}
          </button>
        </div>
      )}
    </article>
  );
}
