import { useSignal } from '@preact/signals';
import { type AskOptions, asProfile } from './options.js';
import { useAnswer } from '../../state/answer.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Bars } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** What each path found, and how long each step took. */
export function Ranking({ why }: { readonly why: OutputOf<'why'> }) {
  return (
    <div class="columns">
      <Card title={T.ask.paths} aside={T.ask.considered(why.considered)}>
        <Bars
          bars={why.paths.map(({ path, found, note }) => ({
            name: path,
            value: found,
            words: note === null ? T.ask.found(found) : note,
          }))}
        />
        <p class="small muted top-gap">
          {why.reasoning}
          {why.cues.length > 0 && ` · ${why.cues.join(', ')}`}
        </p>
      </Card>
      <Card title={T.ask.steps}>
        <Bars
          bars={Object.entries(why.timings).map(([name, ms]) => ({
            name,
            value: ms,
            words: T.ask.ms(ms),
          }))}
        />
      </Card>
      <Card title={T.ask.ranking}>
        <PathTable why={why} />
      </Card>
    </div>
  );
}

/** Each result's rank in each path. */
function PathTable({ why }: { readonly why: OutputOf<'why'> }) {
  const paths = why.paths.filter(({ found }) => found > 0).map(({ path }) => path);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={T.ask.ranking}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{T.memory.title}</th>
            {paths.map((path) => (
              <th key={path} scope="col">
                {path}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {why.results.map(({ id, rank, content, paths: found }) => (
            <tr key={id}>
              <td class="number">{rank}</td>
              <td class="text">{content.length > 70 ? `${content.slice(0, 69)}…` : content}</td>
              {paths.map((path) => (
                <td key={path} class="number">
                  {found.find((each) => each.path === path)?.rank ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FOUND = 6;

/** Why an expected memory is missing: it is given by some of its words, or by its id. */
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
