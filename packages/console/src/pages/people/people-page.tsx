import { orEmpty, AnswerView, useAnswer, usePages } from '../../state/requests.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Segmented } from '../../ui/forms.js';
import { Card, Empty, MoreButton, Page } from '../../ui/page.js';
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
