import { useSignal } from '@preact/signals';
import { Known } from './known.js';
import { EraseDialog } from '../memory/memory-actions.js';
import { AsOfSlider } from '../time-axis.js';
import { AnswerView, attempt, useAnswer } from '../../state/requests.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { exactly } from '../../ui/figures.js';
import { Card, MemoryLine, Page } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** Recent memories about an entity; those that say the same can be merged. */
function RecentWithMerge({ about }: { readonly about: OutputOf<'about'> }) {
  const chosen = useSignal<readonly string[] | null>(null);
  const toggle = (id: string): void => {
    const now = chosen.value ?? [];
    chosen.value = now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
  };
  const merge = async (): Promise<void> => {
    const ids = [...(chosen.value ?? [])];
    if ((await attempt(() => call('merge', { ids }), { done: T.thing.merged })) !== null)
      chosen.value = null;
  };
  if (about.recent.length === 0) return null;
  const aside = may('write') && (
    <button
      type="button"
      class="button small"
      aria-pressed={chosen.value !== null}
      onClick={() => (chosen.value = chosen.value === null ? [] : null)}
    >
      {T.thing.choose}
    </button>
  );
  return (
    <details class="card" open={!about.read}>
      <summary>{T.thing.recent(about.recent.length)}</summary>
      {aside}
      {chosen.value !== null && (
        <div class="padded row apart">
          <span class="small muted">{T.thing.mergeLead}</span>
          <button
            type="button"
            class="button primary small"
            disabled={chosen.value.length < 2}
            onClick={() => void merge()}
          >
            {T.thing.merge}
          </button>
        </div>
      )}
      <ul class="list">
        {about.recent.map((memory) => (
          <li key={memory.id} class={chosen.value === null ? '' : 'choosing'}>
            {chosen.value !== null && (
              <input
                type="checkbox"
                aria-label={memory.content.slice(0, 80)}
                checked={chosen.value.includes(memory.id)}
                onChange={() => toggle(memory.id)}
              />
            )}
            <MemoryLine memory={memory} />
          </li>
        ))}
      </ul>
    </details>
  );
}
type About = OutputOf<'about'>;

/** A person or thing: current and former values of each property, with the turns that stated them. */
export function ThingPage() {
  const { id, params } = route.value;
  const asOf = params['asOf'] === undefined ? undefined : Number(params['asOf']);
  const erasing = useSignal(false);
  const about = useAnswer(
    () => call('about', { about: id, recent: 40, ...(asOf === undefined ? {} : { asOf }) }),
    [id, asOf],
  );
  return (
    <Page
      title={<bdi>{about.answer.value.data?.name ?? id}</bdi>}
      actions={
        <>
          <a class="button" href={linkTo('ask', { params: { q: id } })}>
            {T.thing.ask}
          </a>
          <a class="button" href={linkTo('notes', { params: { about: id } })}>
            {T.nav.notes}
          </a>
          <a class="button" href={linkTo('graph', { params: { of: id } })}>
            {T.thing.graph}
          </a>
          {may('admin') && (
            <button type="button" class="button plain bad" onClick={() => (erasing.value = true)}>
              {T.thing.erase}
            </button>
          )}
        </>
      }
    >
      <AnswerView of={about}>
        {(data) => (
          <>
            <Head about={data} />
            {data.observation !== null && (
              <Card title={T.thing.summary}>
                <a class="text quiet" href={linkTo('memory', { id: data.observation.id })}>
                  {data.observation.content}
                </a>
              </Card>
            )}
            <Known about={data} now={asOf === undefined} />
            <RecentWithMerge about={data} />
            <Card title={T.thing.asOf}>
              <AsOfSlider at={asOf ?? null} />
              {asOf !== undefined && (
                <p class="row small muted">
                  {T.timeline.then(exactly(asOf))}
                  <button
                    type="button"
                    class="button plain small"
                    onClick={() => keep({ asOf: undefined })}
                  >
                    {T.timeline.backToNow}
                  </button>
                </p>
              )}
            </Card>
          </>
        )}
      </AnswerView>
      {erasing.value && <EraseDialog input={{ subject: id }} close={() => (erasing.value = false)} />}
    </Page>
  );
}

function Head({ about: { entity, is, aliases, others, memories, partial } }: { about: About }) {
  return (
    <div class="meta">
      {is !== null ? <span>{is}</span> : entity !== null && <span>{T.thing.types[entity.type]}</span>}
      {aliases.length > 0 && (
        <span>
          {T.people.also} <bdi>{aliases.join(', ')}</bdi>
        </span>
      )}
      {others.length > 0 && (
        <span>
          {T.thing.others}{' '}
          {others.map((other) => (
            <a key={other} href={linkTo('thing', { id: other })}>
              <bdi>{other}</bdi>
            </a>
          ))}
        </span>
      )}
      {memories > 0 && <span>{T.thing.memories(memories, partial)}</span>}
    </div>
  );
}
