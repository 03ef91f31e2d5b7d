import { useAnswer } from '../../state/answer.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Card } from '../../ui/page.js';
import type { AskOptions } from './options.js';

/** The text that a model would be given for the question, and what it costs. */
export function ContextPart({
  query,
  options: { speaker },
}: {
  readonly query: string;
  readonly options: AskOptions;
}) {
  const context = useAnswer(
    // A person reads it here: there is nothing that they could call.
    () =>
      call('context', { query, pulse: false, offer: [], ...(speaker === '' ? {} : { speaker }) }),
    [query, speaker],
  );
  return (
    <Card title={T.ask.context}>
      <AnswerView of={context}>
        {(data) => (
          <div class="stack">
            <p class="small muted">{T.ask.tokens(data.tokensUsed, data.tokensBefore)}</p>
            {data.context === '' ? (
              <p class="muted">{T.ask.noAnswer}</p>
            ) : (
              <pre class="block" tabIndex={0}>
                {data.context}
              </pre>
            )}
            {data.warnings.map((warning) => (
              <p key={warning} class="hintbox small">
                {warning}
              </p>
            ))}
          </div>
        )}
      </AnswerView>
    </Card>
  );
}
