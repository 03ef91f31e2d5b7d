import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutputOf } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { pinCase, pinned, readCases, unpinCase, type PinnedCase } from '../../state/cases.js';
import { notify } from '../../state/notices.js';
import { linkTo, route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts.js';
import { Card } from '../../ui/page.js';

const KEPT = 3;

/** Questions that were pinned with the memories that must come back, and whether they do. */
export function PinnedCases({
  query,
  delivered,
}: {
  readonly query: string;
  readonly delivered: readonly string[];
}) {
  const { bank } = route.value;
  const checked = useSignal<OutputOf<'recall_accuracy'> | null>(null);
  useEffect(() => readCases(bank), [bank]);
  const cases = pinned.value;
  const check = async (): Promise<void> => {
    checked.value = await attempt(
      () =>
        call('recall_accuracy', {
          cases: cases.map(({ query: asked, expected }) => ({
            query: asked,
            expected: [...expected],
          })),
        }),
      { done: (answer) => T.ask.checked(rightOf(answer), answer.cases.length) },
    );
  };
  if (cases.length === 0 && query === '') return null;
  return (
    <Card
      title={T.ask.pinned}
      aside={
        checked.value !== null && T.ask.checked(rightOf(checked.value), checked.value.cases.length)
      }
    >
      <div class="stack">
        <p class="small muted">{T.ask.pinLead}</p>
        {cases.length > 0 && (
          <ul class="stack tight">
            {cases.map((each) => (
              <CaseLine
                key={each.query}
                pinned={each}
                verdict={checked.value?.cases.find(({ query: asked }) => asked === each.query)}
              />
            ))}
          </ul>
        )}
        <div class="row">
          {query !== '' && delivered.length > 0 && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                pinCase(bank, { query, expected: delivered.slice(0, KEPT) });
                notify(T.ask.pinDone);
              }}
            >
              {T.ask.pin}
            </button>
          )}
          {cases.length > 0 && (
            <button type="button" class="button small" onClick={() => void check()}>
              {T.ask.check}
            </button>
          )}
        </div>
      </div>
    </Card>
  );
}

const rightOf = ({ cases }: OutputOf<'recall_accuracy'>): number =>
  cases.filter(({ missed }) => missed.length === 0).length;

type Verdict = OutputOf<'recall_accuracy'>['cases'][number] | undefined;

function CaseLine({
  pinned: { query },
  verdict,
}: {
  readonly pinned: PinnedCase;
  readonly verdict: Verdict;
}) {
  return (
    <li class="row apart">
      <a class="text" href={linkTo('ask', { params: { q: query } })}>
        {query}
      </a>
      <span class="row">
        <CaseVerdict verdict={verdict} />
        <button
          type="button"
          class="button plain small"
          onClick={() => unpinCase(route.value.bank, query)}
        >
          {T.ask.unpin}
        </button>
      </span>
    </li>
  );
}

function CaseVerdict({ verdict }: { readonly verdict: Verdict }) {
  if (verdict === undefined) return null;
  const right = verdict.missed.length === 0;
  return (
    <span class={right ? 'badge good' : 'badge bad'}>
      {right ? T.ask.comesBack : T.ask.missing(verdict.missed.length)}
    </span>
  );
}
