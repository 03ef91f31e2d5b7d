import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { exactly, Moment } from '../../ui/moment.js';
import { Card, Page } from '../../ui/page.js';
import { EraseDialog } from '../memory/erase-dialog.js';
import { AsOfSlider } from '../timeline/as-of-slider.js';
import { RecentWithMerge } from './recent-with-merge.js';
import { Slots } from './slots.js';

type About = OutputOf<'about'>;

/** A person or a thing: what is held of it now and before, slot by slot, with the turns that said so. */
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
            <Card>
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
            {data.observation !== null && (
              <Card title={T.thing.summary}>
                <a class="text quiet" href={linkTo('memory', { id: data.observation.id })}>
                  {data.observation.content}
                </a>
              </Card>
            )}
            <Slots slots={data.slots} now={asOf === undefined} />
            <RecentWithMerge about={data} />
          </>
        )}
      </AnswerView>
      {erasing.value && <EraseDialog input={{ subject: id }} close={() => (erasing.value = false)} />}
    </Page>
  );
}

function Head({ about: { entity, is, aliases, firstSeenAt, memories, partial } }: { about: About }) {
  return (
    <div class="meta">
      {entity !== null && <span class="badge accent">{entity.type}</span>}
      {is !== null && <span>{is}</span>}
      {aliases.map((alias) => (
        <bdi key={alias} class="badge">
          {alias}
        </bdi>
      ))}
      <span>{T.thing.memories(memories, partial)}</span>
      {firstSeenAt !== null && (
        <span>
          {T.thing.since} <Moment at={firstSeenAt} />
        </span>
      )}
    </div>
  );
}
