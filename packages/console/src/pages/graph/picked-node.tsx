import type { OutputOf } from '@mneme/mneme/operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { linkTo } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Icon } from '../../ui/icon.js';
import { MemoryLine } from '../../ui/memory-line.js';
import { Card } from '../../ui/page.js';
import type { DrawnNode } from './drawing.js';

const NEAR = 12;

/** The selected node: its text, its links, and views that start from it. */
export function PickedNode({
  node,
  close,
}: {
  readonly node: DrawnNode;
  readonly close: () => void;
}) {
  const id = node.saidBy ?? node.id;
  const isMemory = id.startsWith('m_');
  return (
    <div class="graph-side" aria-live="polite">
      <Card
        title={isMemory ? T.memory.title : <bdi>{node.name ?? id}</bdi>}
        aside={
          <button type="button" class="button plain small" aria-label={T.close} onClick={close}>
            <Icon name="close" size={14} />
          </button>
        }
      >
        <div class="stack">
          {isMemory && <Words id={id} />}
          <Near id={id} />
          <Ways id={id} node={node} isMemory={isMemory} />
        </div>
      </Card>
    </div>
  );
}

/** Views that start from a node. */
function Ways({
  id,
  node: { kind, name },
  isMemory,
}: {
  readonly id: string;
  readonly node: DrawnNode;
  readonly isMemory: boolean;
}) {
  return (
    <div class="row">
      {isMemory && (
        <a class="button small" href={linkTo('memory', { id })}>
          {T.graph.open}
        </a>
      )}
      {!isMemory && kind !== 'context' && (
        <a class="button small" href={linkTo('thing', { id: name ?? id })}>
          {T.graph.open}
        </a>
      )}
      <a class="button small" href={linkTo('graph', { params: { view: 'around', of: id } })}>
        {T.graph.lookAround}
      </a>
      {isMemory && (
        <a class="button small" href={linkTo('graph', { params: { view: 'lineage', of: id } })}>
          {T.graph.views.lineage}
        </a>
      )}
      {isMemory && (
        <a class="button small" href={linkTo('graph', { params: { view: 'causes', of: id } })}>
          {T.graph.views.causes}
        </a>
      )}
      <a class="button small" href={linkTo('graph', { params: { view: 'path', of: id } })}>
        {T.graph.pathFrom}
      </a>
    </div>
  );
}

function Words({ id }: { readonly id: string }) {
  const shown = useAnswer(() => call('show', { id }), [id]);
  return (
    <AnswerView of={shown}>
      {({ memory, validity }) => <MemoryLine memory={memory} validity={validity} />}
    </AnswerView>
  );
}

function Near({ id }: { readonly id: string }) {
  const near = useAnswer(() => call('graph', { of: id, limit: NEAR }), [id]);
  return (
    <AnswerView of={near}>
      {({ around }) => around !== undefined && <Neighbours around={around} />}
    </AnswerView>
  );
}

function Neighbours({ around }: { readonly around: NonNullable<OutputOf<'graph'>['around']> }) {
  const { start, neighbours, links, left } = around;
  return (
        <>
          <ul class="stack tight">
            {neighbours.map(({ node }) => {
              const link = links.find(({ from, to }) =>
                from === start.id ? to === node.id : from === node.id,
              );
              return (
                <li key={node.id} class="small">
                  {link !== undefined && (
                    <span class="badge">
                      {(link.label === '' ? link.role : link.label).replaceAll('_', ' ')}
                    </span>
                  )}{' '}
                  <a
                    class="text quiet"
                    href={
                      node.kind === 'memory'
                        ? linkTo('memory', { id: node.id })
                        : node.kind === 'entity'
                          ? linkTo('thing', { id: node.name ?? node.id })
                          : linkTo('graph', { params: { view: 'around', of: node.id } })
                    }
                  >
                    {node.name ?? node.content}
                  </a>
                </li>
              );
            })}
          </ul>
          {left > 0 && <p class="small muted">{T.graph.left(left)}</p>}
        </>
  );
}
