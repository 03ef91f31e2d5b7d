import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useAnswer } from '../../state/answer.js';
import { route } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Card, Empty, Page } from '../../ui/page.js';
import type { Drawing } from './drawing.js';
import { GraphCanvas } from './graph-canvas.js';
import { GraphControls } from './graph-controls.js';
import { GraphTable } from './graph-table.js';
import { PickedNode } from './picked-node.js';
import { askedView, isUnfinished, readView, type AskedView } from './views.js';

/** Entities and memories with their links: all of it, what surrounds one, how two hang together, where one comes from, what leads to what. */
export function GraphPage() {
  const { params } = route.value;
  const asked = askedView(params);
  // A picture that jumps at every change of the bank is none to look at: it is drawn anew when it is asked for anew.
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

/** Nothing but what was asked about. */
const isAlone = ({ from }: Drawing, { view }: AskedView): boolean =>
  view !== 'all' && from.length === 0;

/** The picture, what is picked in it, and the same as a table. */
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
