import { useAnswer } from '../../state/answer.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Card } from '../../ui/page.js';
import { asProfile, type AskOptions } from './options.js';
import { PinnedCases } from './pinned-cases.js';
import { Ranking } from './ranking.js';
import { Results } from './results.js';

function useRecall(query: string, options: AskOptions) {
  return {
    recalled: useAnswer(() => call('recall', asProfile(query, options)), [query, options]),
    why: useAnswer(() => call('why', asProfile(query, options)), [query, options]),
  };
}

/** The answer to a question under some settings, or how it was ranked. */
export function AnswerSide({
  query,
  options,
  part,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly part: 'results' | 'ranking';
}) {
  const { recalled, why } = useRecall(query, options);
  if (part === 'ranking')
    return <AnswerView of={why}>{(data) => <Ranking why={data} />}</AnswerView>;
  return (
    <AnswerView of={recalled}>
      {(data) => (
        <>
          <Card flush>
            <div class="inner">
              <Results answer={data} why={why.answer.value.data} />
            </div>
          </Card>
          <PinnedCases query={query} options={options} />
        </>
      )}
    </AnswerView>
  );
}

/** The same question under two settings, side by side. */
export function Comparison({
  query,
  options,
  other,
}: {
  readonly query: string;
  readonly options: AskOptions;
  readonly other: AskOptions;
}) {
  const sides = [useRecall(query, options), useRecall(query, other)] as const;
  const delivered = sides.map(({ recalled }) => recalled.answer.value.data?.delivered ?? []);
  return (
    <div class="columns">
      {sides.map(({ recalled, why }, at) => (
        <Card key={at} title={at === 0 ? T.ask.settingA : T.ask.settingB}>
          <AnswerView of={recalled}>
            {(data) => (
              <Results
                answer={data}
                why={why.answer.value.data}
                other={delivered[1 - at] ?? []}
              />
            )}
          </AnswerView>
        </Card>
      ))}
    </div>
  );
}
