import type { EdgeFamily } from '../../../domain/graph.js';
import { orEmpty } from '../../state/no-bank.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { fromConclusions, fromMap, fromAround, fromPath, type Drawing } from './drawing.js';

/** `all`: the bank; `around`: what surrounds one; `path`: how two hang together; `lineage`: what a memory comes from and what took its place; `causes`: what leads to what. */
export type View = 'all' | 'around' | 'path' | 'lineage' | 'causes';

export const VIEWS = Object.entries(T.graph.views) as readonly (readonly [View, string])[];
export const FAMILIES = Object.entries(T.graph.families) as readonly (readonly [
  EdgeFamily,
  string,
])[];
export const LIMITS = [500, 2_000, 10_000, 50_000] as const;
const FEW = 2_000;
const MAX_AROUND = 150;
const MAX_CHAIN = 200;
const MAX_CONCLUSIONS = 50;
const MAX_WORDS = 2_000;

/** What the address asks to be drawn. */
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

/** Whether something must be named before there is anything to draw. */
export const isUnfinished = ({ view, of, to }: AskedView): boolean =>
  view !== 'all' && (of === '' || (view === 'path' && to === ''));

/** What a view draws; null while its bank is not there, or nothing is named yet. */
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

/** What led to it and what it leads to, as memories state it, chained. A memory is asked about by its words. */
async function readCauses(of: string): Promise<Drawing> {
  const what = of.startsWith('m_') ? (await call('show', { id: of })).memory.content : of;
  const asked = { limit: MAX_CONCLUSIONS };
  const [back, on] = await Promise.all([
    call('infer', { ...asked, to: what.slice(0, MAX_WORDS), direction: 'backward' }),
    call('infer', { ...asked, from: what.slice(0, MAX_WORDS), direction: 'forward' }),
  ]);
  return fromConclusions([...back.conclusions, ...on.conclusions]);
}
