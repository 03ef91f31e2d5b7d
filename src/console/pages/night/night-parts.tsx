import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Card } from '../../ui/page.js';
import { notify } from '../../state/notices.js';

type Report = OutputOf<'dream_report'>;
type Part = Report['parts'][number];
/** What became of a memory in the night. */
type Fate = 'went' | 'came' | 'changed';

const PAGE = 500;
const SIGNS: Readonly<Record<Fate, string>> = { went: '−', came: '+', changed: '~' };

/** Every change of the night, each to be kept or taken back by itself. */
export function NightParts({
  report,
  more,
}: {
  readonly report: Report;
  readonly more: () => void;
}) {
  const { parts, next, open, night } = report;
  const chosen = useSignal<readonly string[]>([]);
  const fates = useFates(report);
  const settle = async (
    verdict: 'accept' | 'reject',
    hashes?: readonly string[],
  ): Promise<void> => {
    const settled = await attempt(
      () =>
        call('dream', {
          settle: verdict,
          ...(night === null ? {} : { night }),
          ...(hashes === undefined ? {} : { parts: [...hashes] }),
        }),
      { done: (answer) => T.night.settled[verdict](answer.settled?.settled ?? 0) },
    );
    chosen.value = [];
    for (const { why } of settled?.settled?.kept ?? []) notify(`${T.night.kept} ${why}`, 'bad');
  };
  if (parts.length === 0) return <Card>{T.night.nothing}</Card>;
  const toggle = (hash: string, on: boolean): void => {
    chosen.value = on ? [...chosen.value, hash] : chosen.value.filter((each) => each !== hash);
  };
  return (
    <Card title={T.night.diff} aside={T.night.open(open)} flush>
      {may('write') && (
        <Verdicts open={open} chosen={chosen.value} settle={(...given) => void settle(...given)} />
      )}
      <ul class="list">
        {parts.map((part) => (
          <li key={part.reversal} class="choosing">
            <input
              type="checkbox"
              aria-label={part.why}
              disabled={part.state === 'undone' || !may('write')}
              checked={chosen.value.includes(part.reversal)}
              onChange={(event) => toggle(part.reversal, event.currentTarget.checked)}
            />
            <PartLine part={part} quotes={report.quotes} fates={fates} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <p class="padded">
          <button type="button" class="button" onClick={more}>
            {T.more}
          </button>
        </p>
      )}
    </Card>
  );
}

/** Of those chosen, or of all that still waits. */
function Verdicts({
  open,
  chosen,
  settle,
}: {
  readonly open: number;
  readonly chosen: readonly string[];
  readonly settle: (verdict: 'accept' | 'reject', hashes?: readonly string[]) => void;
}) {
  const some = chosen.length > 0;
  return (
    <div class="row padded">
      <button
        type="button"
        class="button primary small"
        disabled={!some && open === 0}
        onClick={() => settle('accept', some ? chosen : undefined)}
      >
        {some ? T.night.acceptSome(chosen.length) : T.night.acceptAll}
      </button>
      <button
        type="button"
        class="button bad small"
        onClick={() => settle('reject', some ? chosen : undefined)}
      >
        {some ? T.night.rejectSome(chosen.length) : T.night.rejectAll}
      </button>
    </div>
  );
}

function PartLine({
  part: { kind, why, memories, links, state },
  quotes,
  fates,
}: {
  readonly part: Part;
  readonly quotes: Report['quotes'];
  readonly fates: ReadonlyMap<string, Fate>;
}) {
  return (
    <article class="stack tight">
      <div class="row">
        <span class="badge">{T.night.kinds[kind] ?? kind}</span>
        <span class={state === 'undone' ? 'badge warn' : 'badge'}>{T.night.states[state]}</span>
        {links > 0 && <span class="small muted">{T.journal.links(links)}</span>}
      </div>
      <ul class="diff">
        {memories.map((id) => {
          const fate = fates.get(id);
          return (
            <li key={id} class={fate ?? ''}>
              <span class="sign" aria-hidden="true">
                {fate === undefined ? ' ' : SIGNS[fate]}
              </span>
              {fate !== undefined && <span class="visually-hidden">{T.night.fates[fate]}: </span>}
              <a class="text quiet" href={linkTo('memory', { id })}>
                {quotes.find((quote) => quote.id === id)?.content ?? id}
              </a>
            </li>
          );
        })}
      </ul>
      <p class="small muted text">{why}</p>
    </article>
  );
}

/** What the night did to each memory, from what the bank held before it and after. */
function useFates({ startedAt, endedAt, parts }: Report): ReadonlyMap<string, Fate> {
  const from = Math.min(startedAt ?? Infinity, ...parts.map(({ at }) => at)) - 1;
  const to = Math.max(endedAt ?? 0, ...parts.map(({ at }) => at));
  const diff = useAnswer(() => call('diff', { from, to, limit: PAGE }), [from, to], {
    still: true,
  });
  const { put = [], changed = [], retracted = [] } = diff.answer.value.data ?? {};
  return new Map<string, Fate>([
    ...put.map(({ id }): [string, Fate] => [id, 'came']),
    ...changed.map(({ after }): [string, Fate] => [after.id, 'changed']),
    ...retracted.map(({ id }): [string, Fate] => [id, 'went']),
  ]);
}
