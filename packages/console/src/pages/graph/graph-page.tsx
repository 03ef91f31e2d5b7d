import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Direction, Drawn } from './draw.js';
import { type Drawing, type DrawnNode, type Group, groupOf, shortened } from './drawing.js';
import { askedView, type AskedView, GraphControls, isUnfinished, PickedNode, readView } from './views.js';
import { AnswerView, useAnswer, useWords } from '../../state/requests.js';
import { route } from '../../state/route.js';
import { dark } from '../../state/theme.js';
import { T } from '../../texts/index.js';
import { count } from '../../ui/figures.js';
import { Card, Empty, Page } from '../../ui/page.js';

const KINDS: Readonly<Record<string, string>> = { context: T.graph.topic, cause: T.graph.cause };
const PAGE = 20;

/** The picture as a table: for people who cannot see it, for searching, and for selecting. */
export function GraphTable({
  drawing,
  picked,
  pick,
}: {
  readonly drawing: Drawing;
  readonly picked: number | null;
  readonly pick: (id: string) => void;
}) {
  const match = useSignal('');
  const shown = useSignal(PAGE);
  useEffect(() => {
    shown.value = PAGE;
  }, [drawing]);
  const wanted = match.value.trim().toLowerCase();
  const found =
    wanted === ''
      ? drawing.nodes
      : drawing.nodes.filter(
          ({ name, id }) => (name ?? '').toLowerCase().includes(wanted) || id === wanted,
        );
  const rows = found.slice(0, shown.value);
  return (
    <Card title={T.graph.nodes} aside={T.graph.rows(count(rows.length), count(found.length))}>
      <div class="stack">
        <label class="field">
          <span>{T.graph.find}</span>
          <input
            class="input"
            type="search"
            dir="auto"
            value={match.value}
            onInput={(event) => {
              match.value = event.currentTarget.value;
              shown.value = PAGE;
            }}
          />
        </label>
        <Rows drawing={drawing} rows={rows} picked={picked} pick={pick} />
        {found.length > rows.length && (
          <button type="button" class="button fit" onClick={() => (shown.value += PAGE)}>
            {T.more}
          </button>
        )}
      </div>
    </Card>
  );
}

function Rows({
  drawing,
  rows,
  picked,
  pick,
}: {
  readonly drawing: Drawing;
  readonly rows: readonly DrawnNode[];
  readonly picked: number | null;
  readonly pick: (id: string) => void;
}) {
  const words = useWords(rows.flatMap(({ id, name }) => (name === null ? [id] : [])));
  const { columns } = T.graph;
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={T.graph.nodes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.links}</th>
            <th scope="col">{columns.holds}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <Row
              key={node.id}
              node={node}
              words={node.name ?? shortened(words.get(node.id) ?? node.id)}
              picked={picked !== null && drawing.nodes[picked]?.id === node.id}
              pick={pick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  node: { id, kind, links, past },
  words,
  picked,
  pick,
}: {
  readonly node: DrawnNode;
  readonly words: string;
  readonly picked: boolean;
  readonly pick: (id: string) => void;
}) {
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" aria-pressed={picked} onClick={() => pick(id)}>
          <bdi>{words}</bdi>
        </button>
      </th>
      <td>{KINDS[kind] ?? kind}</td>
      <td class="number">{count(links)}</td>
      <td>{past ? T.graph.past : T.graph.holds}</td>
    </tr>
  );
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const ZOOMS: Readonly<Record<string, 'in' | 'out' | 'all'>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
};

/** The picture, with a renderer that is loaded on demand. Without WebGL, the table below says the same. */
export function GraphCanvas({
  drawing,
  place,
  pick,
}: {
  readonly drawing: Drawing;
  readonly place: number | null;
  readonly pick: (place: number | null) => void;
}) {
  const { box, drawn, failed } = useDrawn(drawing, pick);
  useEffect(() => drawn.current?.mark(place), [place]);
  const key = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    const zoom = ZOOMS[event.key];
    if (direction !== undefined) pick(drawn.current?.towards(direction, place) ?? place);
    else if (zoom !== undefined) drawn.current?.zoom(zoom);
    else if (event.key === 'Escape') pick(null);
    else return;
    event.preventDefault();
  };
  if (failed.value)
    return (
      <div class="card">
        <Empty title={T.graph.cannotDraw}>
          <p>{T.graph.cannotDrawHint}</p>
        </Empty>
      </div>
    );
  return (
    <div class="card flush graph-card">
      <div
        class="graph"
        tabIndex={0}
        role="application"
        aria-label={T.graph.picture}
        aria-describedby="graph-help"
        onKeyDown={key}
      >
        <div ref={box} class="graph-box" />
      </div>
      <div class="graph-foot">
        <Legend drawing={drawing} />
        <Zooms zoom={(by) => drawn.current?.zoom(by)} />
        <p class="small muted" id="graph-help">
          {T.graph.counts(
            count(drawing.nodes.length),
            drawing.total > drawing.nodes.length ? count(drawing.total) : null,
            count(drawing.from.length),
          )}{' '}
          {T.graph.keys}
        </p>
      </div>
    </div>
  );
}

/** Loads the renderer, and draws again when graph or colours change. */
function useDrawn(drawing: Drawing, pick: (place: number | null) => void) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      try {
        const { draw } = await import('./draw.js');
        if (gone || box.current === null) return;
        drawn.current = draw(box.current, drawing, pick);
        box.current.dataset['drawn'] = String(drawing.nodes.length);
      } catch {
        failed.value = true;
      }
    };
    void begin();
    return () => {
      gone = true;
      drawn.current?.end();
      drawn.current = null;
    };
  }, [drawing, dark.value]);
  return { box, drawn, failed };
}

function Zooms({ zoom }: { readonly zoom: (by: 'in' | 'out' | 'all') => void }) {
  return (
    <span class="row">
      {(['in', 'out', 'all'] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="button small"
          aria-label={T.graph.zooms[by]}
          title={T.graph.zooms[by]}
          onClick={() => zoom(by)}
        >
          {{ in: '+', out: '−', all: '⤢' }[by]}
        </button>
      ))}
    </span>
  );
}

/** The colours of the groups in the picture. */
function Legend({ drawing: { nodes } }: { readonly drawing: Drawing }) {
  const groups = new Set<Group | 'past'>(
    nodes.map(({ kind, past }) => (past ? 'past' : groupOf(kind))),
  );
  return (
    <ul class="legend">
      {(Object.keys(T.graph.groups) as (Group | 'past')[])
        .filter((group) => groups.has(group))
        .map((group) => (
          <li key={group}>
            <i class={`graph-dot ${group}`} />
            {T.graph.groups[group]}
          </li>
        ))}
    </ul>
  );
}

/** Entities and memories with their links: the whole graph, a neighbourhood, a path, a lineage, causes and effects. */
export function GraphPage() {
  const { params } = route.value;
  const asked = askedView(params);
  // A picture that changes with every change of the bank cannot be read: it is drawn again only on
  // request.
  const graph = useAnswer(() => readView(asked), [asked], { still: true });
  return (
    <Page title={T.graph.title} lead={T.graph.lead}>
      <GraphControls key={`${asked.view} ${asked.of} ${asked.to}`} asked={asked} />
      {isUnfinished(asked) ? (
        <Card>
          <Empty title={T.graph.unfinished[asked.view === 'path' ? 'path' : 'one']} />
        </Card>
      ) : (
        <AnswerView of={graph}>
          {(drawing) =>
            drawing === null || drawing.nodes.length === 0 || isAlone(drawing, asked) ? (
              <Card>
                <Empty title={T.graph.nothing[asked.view]} />
              </Card>
            ) : (
              <Picture drawing={drawing} />
            )
          }
        </AnswerView>
      )}
    </Page>
  );
}

/** Whether nothing but the node itself was found. */
const isAlone = ({ from }: Drawing, { view }: AskedView): boolean =>
  view !== 'all' && from.length === 0;

/** The picture, the selected node, and the same as a table. */
function Picture({ drawing }: { readonly drawing: Drawing }) {
  const place = useSignal<number | null>(null);
  useEffect(() => {
    place.value = null;
  }, [drawing]);
  const places = useMemo(() => new Map(drawing.nodes.map(({ id }, at) => [id, at])), [drawing]);
  const pick = (next: number | null): void => {
    place.value = next;
  };
  const node = place.value === null ? undefined : drawing.nodes[place.value];
  return (
    <>
      <div class={node === undefined ? 'graph-split' : 'graph-split picked'}>
        <GraphCanvas drawing={drawing} place={place.value} pick={pick} />
        {node !== undefined && <PickedNode key={node.id} node={node} close={() => pick(null)} />}
      </div>
      <GraphTable
        drawing={drawing}
        picked={place.value}
        pick={(id) => pick(places.get(id) ?? null)}
      />
    </>
  );
}
