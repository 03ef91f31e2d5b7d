import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutputOf } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { pinCase, pinned, readCases, unpinCase, type PinnedCase } from '../../state/cases.js';
import { linkTo, route } from '../../state/route.js';
import { call, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Card } from '../../ui/page.js';
import { asProfile, type AskOptions } from './options.js';

type Report = OutputOf<'test'>;
/** As `test` takes it: what `pin` gives is the same, but not to be written to. */
type Case = NonNullable<InputOf<'test'>['cases']>[number];

/** Questions that were pinned with what must come back, and whether it does. */
export function PinnedCases({
  query,
  options,
}: {
  readonly query: string;
  readonly options: AskOptions;
}) {
  const { bank } = route.value;
  const report = useSignal<Report | null>(null);
  useEffect(() => {
    readCases(bank);
    report.value = null;
  }, [bank]);
  const cases = pinned.value;
  const pin = (): void => {
    const { asOf } = asProfile(query, options);
    void attempt(() => call('test', { pin: query, ...(asOf === undefined ? {} : { asOf }) }), {
      done: ({ pinned: made }) => T.ask.pinDone(made?.from ?? ''),
    }).then((told) => {
      const made = told?.pinned ?? null;
      if (made !== null) pinCase(bank, { case: made.case, yaml: made.yaml });
    });
  };
  const check = async (): Promise<void> => {
    report.value = await attempt(
      () =>
        call('test', { cases: cases.map(({ case: each }) => structuredClone(each) as Case) }),
      { done: ({ passed, failed }) => T.ask.checked(passed, passed + failed) },
    );
  };
  if (cases.length === 0 && query === '') return null;
  return (
    <Card title={T.ask.pinned} aside={report.value !== null && told(report.value)}>
      <div class="stack">
        <p class="small muted">{T.ask.pinLead}</p>
        {cases.length > 0 && (
          <ul class="stack tight">
            {cases.map((each) => (
              <CaseLine
                key={each.case.ask}
                pinned={each}
                outcome={report.value?.cases.find(({ ask }) => ask === each.case.ask)}
              />
            ))}
          </ul>
        )}
        <div class="row">
          {query !== '' && (
            <button type="button" class="button small" onClick={pin}>
              {T.ask.pin}
            </button>
          )}
          {cases.length > 0 && (
            <>
              <button type="button" class="button small" onClick={() => void check()}>
                {T.ask.check}
              </button>
              <button type="button" class="button small" onClick={() => save(bank, cases)}>
                {T.ask.saveCases}
              </button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

const told = ({ passed, failed }: Report): string => T.ask.checked(passed, passed + failed);

/** As a file that `mneme test` reads. */
function save(bank: string, cases: readonly PinnedCase[]): void {
  const text = cases.map(({ yaml }) => (yaml.endsWith('\n') ? yaml : `${yaml}\n`)).join('');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }));
  link.download = `${bank}-cases.yaml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function CaseLine({
  pinned: {
    case: { ask, mustReturn = [], mustNotReturn = [], mustBe },
  },
  outcome,
}: {
  readonly pinned: PinnedCase;
  readonly outcome: Report['cases'][number] | undefined;
}) {
  const wanted = [
    ...mustReturn.map(({ text }) => T.ask.mustReturn(text)),
    ...mustNotReturn.map(({ text }) => T.ask.mustNotReturn(text)),
    ...(mustBe === undefined ? [] : [T.ask.mustBe[mustBe]]),
  ];
  return (
    <li class="stack tight">
      <div class="row apart">
        <a class="text" href={linkTo('ask', { params: { q: ask } })}>
          {ask}
        </a>
        <span class="row">
          {outcome !== undefined && (
            <span class={outcome.passed ? 'badge good' : 'badge bad'}>
              {outcome.passed ? T.ask.comesBack : T.ask.fails}
            </span>
          )}
          <button
            type="button"
            class="button plain small"
            onClick={() => unpinCase(route.value.bank, ask)}
          >
            {T.ask.unpin}
          </button>
        </span>
      </div>
      {wanted.map((words) => (
        <span key={words} class="small muted text clamp-one">
          {words}
        </span>
      ))}
      {outcome?.failures.map(({ why }) => (
        <span key={why} class="small text">
          {why}
        </span>
      ))}
    </li>
  );
}
