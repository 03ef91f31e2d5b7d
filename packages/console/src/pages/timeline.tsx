import { AsOfSlider, Histogram, mainPart } from './time-axis.js';
import { AnswerView, orEmpty, useAnswer, usePages } from '../state/requests.js';
import { keep, route } from '../state/route.js';
import { call, type InputOf } from '../state/server.js';
import { T } from '../texts/index.js';
import { Segmented } from '../ui/forms.js';
import { dayOf, exactly } from '../ui/figures.js';
import { Card, Empty, MemoryLine, Page } from '../ui/page.js';
import type { Memory, MemoryKind } from '@mneme/core/domain/memory.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

const LONGEST = 60;

/**
 * The name of a conversation: its title or file where known, else the first words among those shown, newest first. An
 * id means nothing to people.
 */
export function sessionTitle(
  { metadata, session, content }: Memory,
  shown: readonly Memory[],
): string {
  const named = [metadata['title'], metadata['file']].find(
    (title) => typeof title === 'string' && title.trim() !== '',
  );
  if (typeof named === 'string') return named;
  const first = shown.findLast((memory) => memory.session === session)?.content ?? content;
  const [line = ''] = first.trim().split('\n');
  if (line.length <= LONGEST) return `“${line}”`;
  const cut = line.lastIndexOf(' ', LONGEST);
  return `“${line.slice(0, cut > 0 ? cut : LONGEST)} …”`;
}

/** The conversation that was shown last before this place; a note belongs to none. */
const sessionBefore = (memories: readonly Memory[], at: number): string | null | undefined =>
  memories.slice(0, at).findLast(({ session }) => session !== null)?.session;

/** Memories by day, newest first; the start of a conversation shows its name. */
function MemoryStream({
  memories,
  clock,
  more,
}: {
  readonly memories: readonly Memory[];
  readonly clock: 'occurred' | 'recorded';
  /** Null at the end. */
  readonly more: (() => void) | null;
}) {
  const momentOf = ({ occurredFrom, recordedAt }: Memory): number =>
    clock === 'occurred' ? occurredFrom : recordedAt;
  return (
    <>
      <Card flush>
        <ul class="list">
          {memories.map((memory, at) => {
            const day = dayOf(momentOf(memory));
            const before = memories[at - 1];
            const newDay = before === undefined || dayOf(momentOf(before)) !== day;
            const newSession =
              memory.session !== null && memory.session !== sessionBefore(memories, at);
            return (
              <li key={memory.id}>
                {(newDay || newSession) && (
                  <h2 class="day">
                    {newDay ? day : ''}
                    {newSession && (
                      <span class="muted small">
                        {' '}
                        {T.timeline.session} <bdi title={memory.session ?? ''}>{sessionTitle(memory, memories)}</bdi>
                      </span>
                    )}
                  </h2>
                )}
                <MemoryLine memory={memory} />
              </li>
            );
          })}
        </ul>
      </Card>
      {more !== null && (
        <div>
          <button type="button" class="button" onClick={more}>
            {T.more}
          </button>
        </div>
      )}
    </>
  );
}

type Clock = NonNullable<InputOf<'timeline'>['clock']>;
const CLOCKS = Object.entries(T.timeline.clocks) as readonly (readonly [Clock, string])[];
const KINDS = Object.keys(T.memory.kinds) as readonly MemoryKind[];
const PAGE = 50;
const BUCKETS = 80;

/** All memories on two time axes; the slider shows what was known at a time in the past. */
export function TimelinePage() {
  const { params } = route.value;
  const asked = askedOf(params);
  const timeline = useAnswer(
    () => orEmpty(readTimeline(asked, params['whole'] !== undefined)),
    [asked, params['whole']],
  );
  const { items, more } = usePages(
    timeline,
    ({ memories }) => memories,
    async (after: string) => ({
      ...(await call('timeline', { ...asked, buckets: 1, limit: PAGE, after })),
      outside: 0,
    }),
  );
  return (
    <Page title={T.timeline.title} lead={T.timeline.lead}>
      <Card>
        <div class="stack">
          <Controls clock={asked.clock} kind={params['kind'] ?? ''} />
          <AsOfSlider at={asked.asOf ?? null} />
        </div>
      </Card>
      <AnswerView of={timeline}>
        {(data) =>
          data === null || data.span === null ? (
            <Card>
              <Empty title={T.timeline.none} />
            </Card>
          ) : (
            <>
              {asked.asOf !== undefined && (
                <p class="hintbox">{T.timeline.then(exactly(asked.asOf))}</p>
              )}
              <Card>
                <Histogram
                  counts={data.counts}
                  span={data.span}
                  total={data.total}
                  zoomed={asked.from !== undefined}
                  outside={data.outside}
                />
              </Card>
              <MemoryStream
                memories={items}
                clock={asked.clock}
                more={more}
              />
            </>
          )
        }
      </AnswerView>
    </Page>
  );
}

/** The memories asked for. The columns leave out far outliers that would squeeze the main part; the list shows all. */
async function readTimeline(asked: ReturnType<typeof askedOf>, whole: boolean) {
  const all = await call('timeline', { ...asked, buckets: BUCKETS, limit: PAGE });
  const part =
    whole || asked.from !== undefined || all.span === null ? null : mainPart(all.counts, all.span);
  if (part === null) return { ...all, outside: 0 };
  const near = await call('timeline', { ...asked, ...part, buckets: BUCKETS, limit: 0 });
  const { counts, span, total } = near.span === null ? all : near;
  return { ...all, counts, span, total, outside: all.total - total };
}

function askedOf(params: Readonly<Record<string, string>>) {
  const moment = (name: string): number | undefined =>
    params[name] === undefined ? undefined : Number(params[name]);
  const [from, to, asOf] = [moment('from'), moment('to'), moment('asOf')];
  const kind = KINDS.find((each) => each === params['kind']);
  return {
    clock: CLOCKS.find(([each]) => each === params['clock'])?.[0] ?? 'occurred',
    ...definedOnly({ from, to, asOf }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
  };
}

function Controls({ clock, kind }: { readonly clock: Clock; readonly kind: string }) {
  return (
    <div class="row apart">
      <Segmented
        label={T.timeline.clock}
        options={CLOCKS}
        value={clock}
        choose={(value) =>
          keep({ clock: value, from: undefined, to: undefined, whole: undefined })
        }
      />
      <label class="row">
        <span class="label">{T.timeline.kind}</span>
        <select
          class="input fit"
          value={kind}
          onChange={(event) => keep({ kind: event.currentTarget.value })}
        >
          <option value="">{T.timeline.anyKind}</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {T.memory.kinds[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
