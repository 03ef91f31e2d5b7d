import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Direction, Drawn } from './draw.js';
import { type Drawing, type Group, groupOf } from './drawing.js';
import { GraphTable } from './graph-table.js';
import { PickedNode } from './picked-node.js';
import { askedView, type AskedView, GraphControls, isUnfinished, readView } from './views.js';
import { useAnswer } from '../../state/answer.js';
import { route } from '../../state/route.js';
import { dark } from '../../state/theme.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { count } from '../../ui/figures.js';
import { Card, Empty, Page } from '../../ui/page.js';

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
