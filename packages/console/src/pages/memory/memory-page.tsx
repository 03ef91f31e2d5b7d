import { useSignal } from '@preact/signals';
import { MemoryActions } from './memory-actions.js';
import { NotePart } from './note-part.js';
import { AnswerView, useAnswer } from '../../state/requests.js';
import { linkTo, route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { exactly, Meter, Moment, percent } from '../../ui/figures.js';
import { Card, Page, ValidityBadge } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Row = OutputOf<'explain'>['rows'][number];
const [SIZE, RADIUS, RINGS] = [320, 104, [0.25, 0.5, 0.75, 1]];

/** A radar of a memory's values in the twelve spaces; for a selected space, its neighbours there. */
function Fingerprint({ id }: { readonly id: string }) {
  const space = useSignal<Row['space'] | null>(null);
  const explained = useAnswer(() => call('explain', { id }), [id]);
  return (
    <Card title={T.memory.fingerprint}>
      <AnswerView of={explained}>
        {({ rows, notices }) => (
          <div class="stack">
            <p class="small muted">{T.memory.fingerprintLead}</p>
            <Radar rows={rows} />
            <div class="row">
              {rows
                .filter(({ present }) => present)
                .map((row) => (
                  <button
                    key={row.space}
                    type="button"
                    class="button small"
                    aria-pressed={space.value === row.space}
                    title={row.serves ?? ''}
                    onClick={() => (space.value = row.space)}
                  >
                    {row.space.replaceAll('_', ' ')}
                  </button>
                ))}
            </div>
            {space.value !== null && <Near id={id} space={space.value} />}
            {notices.map((notice) => (
              <p key={notice} class="small muted">
                {notice}
              </p>
            ))}
          </div>
        )}
      </AnswerView>
    </Card>
  );
}

function Radar({ rows }: { readonly rows: readonly Row[] }) {
  const middle = SIZE / 2;
  const point = (at: number, share: number): string => {
    const angle = (at / rows.length) * 2 * Math.PI - Math.PI / 2;
    const x = middle + Math.cos(angle) * RADIUS * share;
    return `${x.toFixed(1)},${(middle + Math.sin(angle) * RADIUS * share).toFixed(1)}`;
  };
  const shareOf = ({ coherence, alignment }: Row): number => coherence ?? alignment ?? 0;
  const ring = (share: number): string => rows.map((_, at) => point(at, share)).join(' ');
  const words = rows.map((row) => `${row.space} ${percent(shareOf(row))}`).join(', ');
  return (
    <svg class="radar" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={words}>
      {RINGS.map((share) => (
        <polygon key={share} class="ring" points={ring(share)} />
      ))}
      <polygon class="shape" points={rows.map((row, at) => point(at, shareOf(row))).join(' ')} />
      {rows.map((row, at) => {
        const [x = 0, y = 0] = point(at, 1.16).split(',').map(Number);
        const anchor = Math.abs(x - middle) < 8 ? 'middle' : x < middle ? 'end' : 'start';
        return (
          <text key={row.space} x={x} y={y + 3} text-anchor={anchor}>
            {row.space.replaceAll('_', ' ')}
          </text>
        );
      })}
    </svg>
  );
}

function Near({ id, space }: { readonly id: string; readonly space: Row['space'] }) {
  const near = useAnswer(() => call('search_space', { space, memory: id, limit: 6 }), [id, space]);
  return (
    <AnswerView of={near}>
      {({ results }) => (
        <ul class="stack tight">
          {results.map(({ memory, score }) => (
            <li key={memory.id} class="row apart top">
              <a class="text quiet grow" href={linkTo('memory', { id: memory.id })}>
                {memory.content.slice(0, 160)}
              </a>
              <span class="number muted">{score.toFixed(2)}</span>
            </li>
          ))}
        </ul>
      )}
    </AnswerView>
  );
}

/** Every change of a memory, oldest first, and what superseded it. */
function History({ id }: { readonly id: string }) {
  const lineage = useAnswer(() => call('show', { id, history: true }), [id]);
  return (
    <AnswerView of={lineage}>
      {({ history }) => (
        <ol class="steps">
          {history?.steps.map(({ change, altered }) => (
            <li key={change.sequence}>
              <b>{T.journal.verbs[change.verb] ?? change.verb}</b>{' '}
              <span class="small muted">
                <Moment at={change.at} clock /> · <bdi>{change.actor}</bdi>
              </span>
              {change.reason !== '' && <div class="small text">{change.reason}</div>}
              {altered.length > 0 && <div class="small muted">{altered.join(', ')}</div>}
            </li>
          ))}
          {history?.successors.map((each) => (
            <li key={each}>
              {T.memory.replacedBy} <a href={linkTo('memory', { id: each })}>{each}</a>
            </li>
          ))}
        </ol>
      )}
    </AnswerView>
  );
}

type Shown = OutputOf<'show'>;

/** One memory: its text, validity, source, links and history. */
export function MemoryPage() {
  const { id } = route.value;
  const shown = useAnswer(() => call('show', { id, support: true }), [id]);
  const note = shown.answer.value.data?.memory.note;
  return (
    <Page
      title={note === undefined ? T.memory.title : T.memory.noteOf(note.about, note.aspect)}
      lead={note === undefined ? T.memory.lead : T.memory.noteLead}
      actions={
        <a class="button" href={linkTo('graph', { params: { of: id } })}>
          {T.memory.graph}
        </a>
      }
    >
      <AnswerView of={shown}>{(data) => <Whole shown={data} />}</AnswerView>
    </Page>
  );
}

function Whole({ shown }: { readonly shown: Shown }) {
  const { memory } = shown;
  return (
    <>
      <Card>
        <div class="stack">
          <p class={memory.retractedAt === null ? 'text lead-text' : 'text lead-text struck'}>
            {memory.content}
          </p>
          <Facts shown={shown} />
          <MemoryActions memory={memory} />
        </div>
      </Card>
      <NotePart shown={shown} />
      <Card title={T.memory.evidence}>
        <Evidence shown={shown} />
      </Card>
      <Card title={T.memory.history}>
        <History id={memory.id} />
      </Card>
      <details class="card">
        <summary>{T.memory.inside}</summary>
        <div class="columns top-gap">
          <Card title={T.memory.claims}>
            <Claims claims={shown.claims} />
          </Card>
          <Card title={T.memory.links} aside={shown.links.length}>
            <Links links={shown.links} />
          </Card>
          <Fingerprint id={memory.id} />
        </div>
        <p class="small muted">
          {T.memory.id} <code>{memory.id}</code>
        </p>
      </details>
    </>
  );
}

/** The words of a linked memory; of any other, what it is called. */
const textOf = ({ links }: Shown, id: string): string =>
  links.find(({ other }) => other === id)?.text ?? T.memory.another;

function Facts({ shown }: { readonly shown: Shown }) {
  const { memory, validity, validityDetail, usage } = shown;
  return (
    <div class="stack tight">
      <div class="meta">
        {memory.speaker !== null && (
          <a href={linkTo('thing', { id: memory.speaker })}>
            <bdi>{memory.speaker}</bdi>
          </a>
        )}
        <span>
          {T.memory.said} <Moment at={memory.saidAt} clock />
        </span>
        <span class="badge">{T.memory.kinds[memory.kind]}</span>
        {memory.retractedAt !== null && <span class="badge bad">{T.memory.retracted}</span>}
        <ValidityBadge validity={validity} />
        {memory.tags.map((tag) => (
          <span key={tag} class="badge">
            #{tag}
          </span>
        ))}
        <span class="row" title={T.memory.confidenceLead}>
          {T.memory.confidence} <Meter share={memory.confidence} label={T.memory.confidence} />
        </span>
        <span>{T.memory.used(usage.accessCount)}</span>
      </div>
      {memory.retraction !== null && <p class="small muted">{memory.retraction}</p>}
      {validityDetail !== null && (
        <p class="hintbox small">
          {T.memory.because[validity === 'superseded' ? 'superseded' : 'other']}{' '}
          <a class="text" href={linkTo('memory', { id: validityDetail.by })}>
            {textOf(shown, validityDetail.by)}
          </a>
          {validityDetail.why !== '' && ` (${validityDetail.why})`}
        </p>
      )}
      {memory.quarantine !== null && <p class="hintbox small">{T.home.outcome.quarantined}</p>}
    </div>
  );
}

function Claims({ claims }: { readonly claims: Shown['claims'] }) {
  if (claims.length === 0) return <p class="muted">{T.memory.noClaims}</p>;
  return (
    <ul class="stack tight">
      {claims.map((claim) => (
        <li key={JSON.stringify(claim)}>
          <a href={linkTo('thing', { id: claim.subject })}>
            <bdi>{claim.subject}</bdi>
          </a>{' '}
          {claim.slot} <b class="text">{claim.value}</b>{' '}
          <span class="muted small">
            {claim.mode === 'holds' ? '' : `${T.memory.modes[claim.mode]} `}
            {claim.from !== null && <Moment at={claim.from} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Evidence({ shown: { memory } }: { readonly shown: Shown }) {
  return (
    <ul class="stack tight">
      {memory.provenance.map(({ source, speaker, session, turn, origin, saidAt }, at) => (
        <li key={at}>
          {speaker !== null && <bdi>{speaker}, </bdi>}
          {T.memory.source[source]},{' '}
          <span title={exactly(saidAt)}>
            <Moment at={saidAt} clock />
          </span>
          <div class="small muted text">
            {[session, turn, origin].filter((part) => part !== null).join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Links({ links }: { readonly links: Shown['links'] }) {
  if (links.length === 0) return <p class="muted">{T.memory.noLinks}</p>;
  return (
    <ul class="stack tight scroll-y">
      {links.map((link) => (
        <li key={JSON.stringify([link.role, link.label, link.direction, link.other])}>
          <span class="badge">{(link.label === '' ? link.role : link.label).replaceAll('_', ' ')}</span>{' '}
          <a
            class="text"
            href={
              link.other.startsWith('m_')
                ? linkTo('memory', { id: link.other })
                : linkTo('thing', { id: link.text })
            }
          >
            {link.text}
          </a>{' '}
          {link.validity !== null && <ValidityBadge validity={link.validity} />}
        </li>
      ))}
    </ul>
  );
}
