import { Fingerprint } from './fingerprint.js';
import { MemoryActions } from './memory-actions.js';
import { NotePart } from './note-part.js';
import { useAnswer } from '../../state/answer.js';
import { linkTo, route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { exactly, Meter, Moment } from '../../ui/figures.js';
import { ValidityBadge } from '../../ui/memory-line.js';
import { Card, Page } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

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
  const shown = useAnswer(() => call('show', { id }), [id]);
  return (
    <Page
      title={T.memory.title}
      lead={<code>{id}</code>}
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
      <div class="columns">
        <NotePart shown={shown} />
        <Card title={T.memory.claims}>
          <Claims claims={shown.claims} />
        </Card>
        <Card title={T.memory.evidence}>
          <Evidence shown={shown} />
        </Card>
        <Card title={T.memory.links} aside={shown.links.length}>
          <Links links={shown.links} />
        </Card>
        <Card title={T.memory.history}>
          <History id={memory.id} />
        </Card>
        <Fingerprint id={memory.id} />
      </div>
    </>
  );
}

function Facts({ shown: { memory, validity, validityDetail, usage } }: { readonly shown: Shown }) {
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
        <span class="row">
          {T.memory.confidence} <Meter share={memory.confidence} label={T.memory.confidence} />
        </span>
        <span class="row">
          {T.memory.importance} <Meter share={memory.importance} label={T.memory.importance} />
        </span>
        <span>{T.memory.used(usage.accessCount)}</span>
      </div>
      {memory.retraction !== null && <p class="small muted">{memory.retraction}</p>}
      {validityDetail !== null && (
        <p class="hintbox small">
          {validityDetail.why}{' '}
          <a href={linkTo('memory', { id: validityDetail.by })}>{validityDetail.by}</a>
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
          <bdi>{speaker ?? ''}</bdi> {T.memory.source[source]},{' '}
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
