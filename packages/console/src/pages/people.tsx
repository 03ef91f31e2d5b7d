import { useSignal } from '@preact/signals';
import { EditDialog, EraseDialog, RetireDialog, type Retirement } from './memory/memory-actions.js';
import { AsOfSlider } from './time-axis.js';
import { AnswerView, attempt, orEmpty, refused, useAnswer, usePages } from '../state/requests.js';
import { keep, linkTo, route } from '../state/route.js';
import { call, type InputOf, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { dayOf, exactly } from '../ui/figures.js';
import { Segmented } from '../ui/forms.js';
import { Card, Empty, MemoryLine, MoreButton, Page } from '../ui/page.js';
import type { EntityType } from '@mneme/core/domain/graph.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Listed = OutputOf<'entities'>['entities'][number];
type Order = NonNullable<InputOf<'entities'>['order']>;
const TYPES = Object.entries(T.people.types) as readonly (readonly [EntityType, string])[];
const ORDERS = Object.entries(T.people.orders) as readonly (readonly [Order, string])[];
const PAGE = 60;

/** The people and things that the bank knows. */
export function PeoplePage() {
  const { params } = route.value;
  const match = (params['q'] ?? '').trim();
  const type = TYPES.find(([each]) => each === params['type'])?.[0];
  const order = ORDERS.find(([each]) => each === params['order'])?.[0] ?? 'links';
  const asked = {
    order,
    limit: PAGE,
    ...(match === '' ? {} : { match }),
    ...(type === undefined ? {} : { types: [type] }),
  };
  const found = useAnswer(() => orEmpty(call('entities', asked)), [asked]);
  const { items, more } = usePages(
    found,
    ({ entities }) => entities,
    (cursor: string) => call('entities', { ...asked, cursor }),
  );
  return (
    <Page title={T.people.title} lead={T.people.lead}>
      <Search order={order} type={type} />
      <AnswerView of={found}>
        {(data) =>
          data === null || data.total === 0 ? (
            <Card>
              <Empty title={match === '' ? T.people.empty : T.people.none} />
            </Card>
          ) : (
            <>
              <ul class="tiles">
                {items.map((entity) => (
                  <li key={entity.id}>
                    <Tile entity={entity} />
                  </li>
                ))}
              </ul>
              <MoreButton more={more} left={data.total - items.length} />
            </>
          )
        }
      </AnswerView>
    </Page>
  );
}

function Search({
  order,
  type,
}: {
  readonly order: Order;
  readonly type: EntityType | undefined;
}) {
  const { params } = route.value;
  return (
    <>
      <div class="row">
        <label class="grow">
          <span class="visually-hidden">{T.people.search}</span>
          <input
            class="input"
            type="search"
            dir="auto"
            placeholder={T.people.search}
            value={params['q'] ?? ''}
            onInput={(event) => keep({ q: event.currentTarget.value })}
          />
        </label>
        <Segmented
          label={T.people.order}
          options={ORDERS}
          value={order}
          choose={(value) => keep({ order: value })}
        />
      </div>
      <div class="scroll-x">
        <Segmented
          label={T.people.title}
          options={[['all', T.people.any] as const, ...TYPES]}
          value={type ?? 'all'}
          choose={(value) => keep({ type: value === 'all' ? undefined : value })}
        />
      </div>
    </>
  );
}

function Tile({ entity }: { readonly entity: Listed }) {
  const { name, type, links, aliases } = entity;
  return (
    <a class="tile" href={linkTo('thing', { id: name })}>
      <span class={`avatar ${type}`} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span class="grow">
        <bdi class="tile-name">{name}</bdi>
        <span class="small muted clamp-one">
          {T.people.links(links)}
          {aliases.length > 0 && ` · ${T.people.also} ${aliases.join(', ')}`}
        </span>
      </span>
    </a>
  );
}

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

/** Actions on a claim, folded, through the memory that states it; each can be undone. */
function ClaimActions({ memory }: { readonly memory: string }) {
  const asked = useSignal<'edit' | Retirement | null>(null);
  const words = useSignal<string | null>(null);
  if (!may('write')) return null;
  const close = (): void => {
    asked.value = null;
  };
  // The list may show only the beginning of a long text: edit all of it.
  const ask = async (what: 'edit' | Retirement): Promise<void> => {
    if (what === 'edit') words.value = (await call('show', { id: memory })).memory.content;
    asked.value = what;
  };
  return (
    <>
      <details class="change">
        <summary class="small">{T.thing.change}</summary>
        <span class="row claim-actions">
          {(['edit', 'over', 'wrong'] as const).map((what) => (
            <button
              key={what}
              type="button"
              class="button plain small"
              onClick={() => void ask(what).catch(refused)}
            >
              {T.thing.does[what]}
            </button>
          ))}
        </span>
      </details>
      {asked.value === 'edit' && words.value !== null && (
        <EditDialog id={memory} content={words.value} close={close} />
      )}
      {asked.value !== null && asked.value !== 'edit' && (
        <RetireDialog id={memory} why={asked.value} close={close} />
      )}
    </>
  );
}

type Slot = OutputOf<'about'>['slots'][number];
type Claim = Slot['claims'][number];
type Group = Slot['part'];
const GROUPS = Object.entries(T.thing.groups) as readonly (readonly [Group, string])[];
/** What is over is folded as a whole. */
const FOLDED: ReadonlySet<Group> = new Set<Group>(['happened', 'over']);

const holds = ({ validity, mode }: Claim): boolean =>
  validity !== 'superseded' &&
  validity !== 'ended' &&
  validity !== 'past' &&
  validity !== 'forgotten' &&
  (mode === 'holds' || mode === 'planned');

interface SlotsProps {
  readonly slots: readonly Slot[];
  /** False for a past time, where nothing can be changed. */
  readonly now: boolean;
}

/** Where notes tell of a subject, what fixed rules made of other texts is shown apart: they often err. */
function apart({ read, slots }: About): readonly [readonly Slot[], readonly Slot[]] {
  const isTold = ({ claims }: Slot): boolean => claims.some(({ told }) => told !== null);
  return read ? [slots.filter(isTold), slots.filter((slot) => !isTold(slot))] : [slots, []];
}

/** What is known of an entity, by why one should know it; what was before is folded behind what is now. */
function Slots({ slots, now }: SlotsProps) {
  if (slots.length === 0)
    return (
      <Card title={T.thing.slots}>
        <p class="muted">{T.thing.noSlots}</p>
      </Card>
    );
  return (
    <>
      {GROUPS.map(([group, title]) => {
        const own = slots.filter(({ part }) => part === group);
        if (own.length === 0) return null;
        return FOLDED.has(group) ? (
          <details key={group} class="card">
            <summary>
              {title} ({own.length})
            </summary>
            <SlotList slots={own} now={now} />
          </details>
        ) : (
          <Card key={group} title={title} flush>
            <SlotList slots={own} now={now} />
          </Card>
        );
      })}
    </>
  );
}

function SlotList({ slots, now }: SlotsProps) {
  return (
    <dl class="slots">
      {slots.map(({ part, slot, claims }) => {
        const current = claims.filter(holds);
        const shown = current.length > 0 ? current : claims.slice(0, 1);
        const before = claims.filter((claim) => !shown.includes(claim));
        return (
          <div key={`${part} ${slot}`} class="slot">
            <dt>{slot}</dt>
            <dd class="stack tight">
              <Claims claims={shown} now={now} />
              {before.length > 0 && (
                <details>
                  <summary class="small">{T.thing.before(before.length)}</summary>
                  <Claims claims={before} now={now} />
                </details>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Claims({ claims, now }: { readonly claims: readonly Claim[]; readonly now: boolean }) {
  return (
    <>
      {claims.map((claim) => (
        <ClaimLine key={claim.memory + claim.value + claim.mode} claim={claim} now={now} />
      ))}
    </>
  );
}

/** When a value holds or happens, in words. */
function daysOf({ from, until, mode, validity }: Claim): string {
  const { on, from: begin, since, until: end } = T.thing.days;
  if (from !== null && from === until) return `${on} ${dayOf(from)}`;
  const isAhead = mode === 'planned' || validity === 'planned';
  return [
    ...(from === null ? [] : [`${isAhead ? begin : since} ${dayOf(from)}`]),
    ...(until === null ? [] : [`${end} ${dayOf(until)}`]),
  ].join(' ');
}

function ClaimLine({ claim, now }: { readonly claim: Claim; readonly now: boolean }) {
  const { value, mode, told, validity, memory, text, speaker, saidAt } = claim;
  const current = holds(claim);
  const badge = validity === 'disputed' || validity === 'doubtful' ? 'warn' : 'info';
  return (
    <div class={current ? 'claim' : 'claim past'}>
      <div class="row">
        <b class="text">{value}</b>
        {validity === 'forgotten' ? (
          <span class="badge bad">{T.thing.forgotten}</span>
        ) : (
          validity !== 'current' &&
          validity !== 'superseded' && (
            <span class={`badge ${badge}`}>{T.memory.validity[validity]}</span>
          )
        )}
        {mode !== 'holds' && validity !== 'planned' && (
          <span class="badge">{T.memory.modes[mode]}</span>
        )}
        <span class="small muted">{daysOf(claim)}</span>
      </div>
      <a class="small text clamp quiet muted" href={linkTo('memory', { id: memory })}>
        {/* A note is a sentence of its own; words of somebody are quoted. */}
        {told === null && `${speaker === null ? '' : `${speaker}, `}${dayOf(saidAt)}: `}
        {told === null ? `“${text}”` : text}
      </a>
      {now && current && <ClaimActions memory={memory} />}
    </div>
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
            <Slots slots={apart(data)[0]} now={asOf === undefined} />
            {apart(data)[1].length > 0 && (
              <details class="card">
                <summary>
                  {T.thing.byRules} ({apart(data)[1].length})
                </summary>
                <SlotList slots={apart(data)[1]} now={asOf === undefined} />
              </details>
            )}
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
