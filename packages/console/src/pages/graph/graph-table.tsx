import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useWords } from '../../state/answer.js';
import { T } from '../../texts/index.js';
import { count } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import { shortened, type Drawing, type DrawnNode } from './drawing.js';

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
