import { useSignal } from '@preact/signals';
import { useAnswer } from '../../state/answer.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Bars } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import { asProfile, type AskOptions } from './options.js';

const FOUND = 6;

/** Why a memory that somebody expected is not in the answer: it is looked for by its words, or named by its id. */
export function WhyNot({ query, options }: { readonly query: string; readonly options: AskOptions }) {
  const words = useSignal('');
  const memory = useSignal('');
  const matches = useAnswer(
    async () =>
      words.value.trim().length < 2
        ? { memories: [] }
        : call('list', { match: words.value.trim(), limit: FOUND, forgotten: true }),
    [words.value],
    { still: true },
  );
  const choose = (value: string): void => {
    words.value = value;
    if (/^m_\w+$/.test(value.trim())) memory.value = value.trim();
  };
  return (
    <Card title={T.ask.whynot}>
      <div class="stack">
        <label class="field">
          <span>{T.ask.whynotLead}</span>
          <input
            class="input"
            dir="auto"
            placeholder={T.ask.whynotLabel}
            value={words.value}
            onInput={(event) => choose(event.currentTarget.value)}
          />
        </label>
        <ul class="stack tight">
          {(matches.answer.value.data?.memories ?? []).map(({ id, content }) => (
            <li key={id}>
              <button
                type="button"
                class="pick text"
                aria-pressed={memory.value === id}
                onClick={() => (memory.value = id)}
              >
                {content.slice(0, 160)}
              </button>
            </li>
          ))}
        </ul>
        {memory.value !== '' && <Loss query={query} options={options} memory={memory.value} />}
      </div>
    </Card>
  );
}

function Loss({
  query,
  options,
  memory,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly memory: string;
}) {
  const loss = useAnswer(
    async () => (await call('why', { ...asProfile(query, options), query, memory })).lost,
    [query, options, memory],
  );
  return (
    <AnswerView of={loss}>
      {(data) =>
        data !== null && (
        <div class="stack fade-in">
          <div class="hintbox">
            <strong>{T.ask.step[data.step]}</strong>
            <p class="text">{data.reason}</p>
          </div>
          {data.refusals.map(({ field, wanted, has }) => (
            <p key={field} class="small">
              {field}: {wanted} / {has}
            </p>
          ))}
          {data.against !== null && (
            <>
              <p class="small muted text">{data.against.content}</p>
              <Bars
                bars={data.against.costs.map(({ name, logits }) => ({
                  name,
                  value: -logits,
                  words: (-logits).toFixed(2),
                }))}
              />
            </>
          )}
        </div>
      )}
    </AnswerView>
  );
}
