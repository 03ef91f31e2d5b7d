import { useSignal } from '@preact/signals';
import { type Drawing, type DrawnNode, fromAround, fromConclusions, fromMap, fromPath } from './drawing.js';
import { AnswerView, orEmpty, useAnswer } from '../../state/requests.js';
import { keep, linkTo } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Segmented, Select, Words } from '../../ui/forms.js';
import { Card, Icon, MemoryLine } from '../../ui/page.js';
import type { EdgeFamily } from '@mneme/core/domain/graph.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/**
 * `all`: the bank; `around`: a neighbourhood; `path`: the path between two; `lineage`: what a memory comes from and
 * what superseded it; `causes`: causes and effects.
 */
type View = 'all' | 'around' | 'path' | 'lineage' | 'causes';

const VIEWS = Object.entries(T.graph.views) as readonly (readonly [View, string])[];
const FAMILIES = Object.entries(T.graph.families) as readonly (readonly [
  EdgeFamily,
  string,
])[];
const LIMITS = [500, 2_000, 10_000, 50_000] as const;
const FEW = 2_000;
const MAX_AROUND = 150;
const MAX_CHAIN = 200;
const MAX_CONCLUSIONS = 50;
const MAX_WORDS = 2_000;

/** The view in the URL. */
export interface AskedView {
  readonly view: View;
  readonly of: string;
  readonly to: string;
  readonly family: EdgeFamily | null;
  readonly hops: number;
  readonly memories: boolean;
  readonly limit: number;
}

export function askedView(params: Readonly<Record<string, string>>): AskedView {
  const of = params['of'] ?? '';
  return {
    view: VIEWS.find(([each]) => each === params['view'])?.[0] ?? (of === '' ? 'all' : 'around'),
    of,
    to: params['to'] ?? '',
    family: FAMILIES.find(([each]) => each === params['family'])?.[0] ?? null,
    hops: [1, 2, 3].find((each) => String(each) === params['hops']) ?? 2,
    memories: params['memories'] !== '0',
    limit: LIMITS.find((each) => String(each) === params['limit']) ?? FEW,
  };
}

/** Whether a node has yet to be given before anything can be drawn. */
export const isUnfinished = ({ view, of, to }: AskedView): boolean =>
  view !== 'all' && (of === '' || (view === 'path' && to === ''));

/** The graph of a view; null where the bank does not exist yet, or a node is missing. */
export async function readView(asked: AskedView): Promise<Drawing | null> {
  const { view, of, to, family, hops, memories, limit } = asked;
  const families = family === null ? {} : { families: [family] };
  if (isUnfinished(asked)) return null;
  if (view === 'around')
    return fromAround(await call('graph', { of, hops, limit: MAX_AROUND, ...families }));
  if (view === 'path')
    return fromPath(
      await call('graph', {
        of,
        to,
        hops: 6,
        alternatives: true,
        ...(family === 'causal' || family === 'semantic' ? { type: family } : {}),
      }),
    );
  if (view === 'lineage')
    return fromAround(
      await call('graph', {
        of,
        hops: 3,
        limit: MAX_CHAIN,
        roles: ['supersedes', 'derived_from'],
      }),
    );
  if (view === 'causes') return readCauses(of);
  const map = await orEmpty(call('graph', { limit, memories, ...families }));
  return map === null ? null : fromMap(map);
}

/** Chains of causes and effects, as memories state them. A memory is searched for by its text. */
async function readCauses(of: string): Promise<Drawing> {
  const what = of.startsWith('m_') ? (await call('show', { id: of })).memory.content : of;
  const asked = { limit: MAX_CONCLUSIONS };
  const [back, on] = await Promise.all([
    call('causes', { ...asked, to: what.slice(0, MAX_WORDS), direction: 'backward' }),
    call('causes', { ...asked, from: what.slice(0, MAX_WORDS), direction: 'forward' }),
  ]);
  return fromConclusions(
    [back, on].flatMap(({ inferred }) => inferred?.conclusions ?? []),
  );
}

const MAX_NAME = 500;

/** Selects the view and its nodes. */
export function GraphControls({ asked }: { readonly asked: AskedView }) {
  const of = useSignal(asked.of);
  const to = useSignal(asked.to);
  const { view } = asked;
  const look = (event: Event): void => {
    event.preventDefault();
    keep({ view, of: of.value.trim(), ...(view === 'path' ? { to: to.value.trim() } : {}) });
  };
  return (
    <form class="card stack" onSubmit={look}>
      <Segmented
        label={T.graph.view}
        options={VIEWS}
        value={view}
        choose={(next) => keep({ view: next })}
      />
      <div class="option-grid">
        {view !== 'all' && (
          <Words
            label={T.graph.of[view]}
            limit={MAX_NAME}
            placeholder={view === 'lineage' ? T.graph.lineageHint : T.graph.ofHint}
            value={of.value}
            change={(value) => (of.value = value)}
          />
        )}
        {view === 'path' && (
          <Words
            label={T.graph.to}
            limit={MAX_NAME}
            placeholder={T.graph.toHint}
            value={to.value}
            change={(value) => (to.value = value)}
          />
        )}
        <Choices asked={asked} />
        {view !== 'all' && (
          <button type="submit" class="button primary fit">
            {T.graph.look}
          </button>
        )}
      </div>
    </form>
  );
}

/** The other options of a view. */
function Choices({ asked: { view, family, hops, memories, limit } }: { asked: AskedView }) {
  return (
    <>
      {(view === 'all' || view === 'around') && (
        <Select
          label={T.graph.family}
          value={family ?? ''}
          options={[['', T.graph.anyFamily], ...FAMILIES]}
          choose={(value) => keep({ family: value })}
        />
      )}
      {view === 'path' && (
        <Select
          label={T.graph.family}
          value={family ?? ''}
          options={[
            ['', T.graph.anyFamily],
            ...FAMILIES.filter(([each]) => each === 'causal' || each === 'semantic'),
          ]}
          choose={(value) => keep({ family: value })}
        />
      )}
      {view === 'around' && (
        <Select
          label={T.graph.hops}
          value={String(hops)}
          options={[1, 2, 3].map((each) => [String(each), T.graph.links(each)] as const)}
          choose={(value) => keep({ hops: value })}
        />
      )}
      {view === 'all' && (
        <Select
          label={T.graph.limit}
          value={String(limit)}
          options={LIMITS.map((each) => [String(each), each.toLocaleString('en')] as const)}
          choose={(value) => keep({ limit: value })}
        />
      )}
      {view === 'all' && (
        <label class="check">
          <input
            type="checkbox"
            checked={memories}
            onChange={(event) => keep({ memories: event.currentTarget.checked ? undefined : '0' })}
          />
          {T.graph.memories}
        </label>
      )}
    </>
  );
}

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
          {isMemory && <NodeText id={id} />}
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

function NodeText({ id }: { readonly id: string }) {
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
