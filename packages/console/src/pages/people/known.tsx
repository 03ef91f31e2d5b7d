import { useSignal } from '@preact/signals';
import { EditDialog, RetireDialog, type Retirement } from '../memory/memory-actions.js';
import { refused } from '../../state/requests.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { dayOf } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** Actions on a claim, folded, through the memory that states it; each can be undone. */
function ClaimActions({ memory }: { readonly memory: string }) {
  const asked = useSignal<'edit' | Retirement | null>(null);
  const words = useSignal<string | null>(null);
  if (!may('write')) return null;
  const close = (): void => {
    asked.value = null;
  };
  // The list may show only the beginning of a long text: edit all of it.
  const ask = async (what: 'edit' | Retirement): Promise<void> => {
    if (what === 'edit') words.value = (await call('show', { id: memory })).memory.content;
    asked.value = what;
  };
  return (
    <>
      <details class="change">
        <summary class="small">{T.thing.change}</summary>
        <span class="row claim-actions">
          {(['edit', 'over', 'wrong'] as const).map((what) => (
            <button
              key={what}
              type="button"
              class="button plain small"
              onClick={() => void ask(what).catch(refused)}
            >
              {T.thing.does[what]}
            </button>
          ))}
        </span>
      </details>
      {asked.value === 'edit' && words.value !== null && (
        <EditDialog id={memory} content={words.value} close={close} />
      )}
      {asked.value !== null && asked.value !== 'edit' && (
        <RetireDialog id={memory} why={asked.value} close={close} />
      )}
    </>
  );
}

type Slot = OutputOf<'about'>['slots'][number];
type Claim = Slot['claims'][number];
type Group = Slot['part'];
const GROUPS = Object.entries(T.thing.groups) as readonly (readonly [Group, string])[];
/** What is over is folded as a whole. */
const FOLDED: ReadonlySet<Group> = new Set<Group>(['happened', 'over']);

const holds = ({ validity, mode }: Claim): boolean =>
  validity !== 'superseded' &&
  validity !== 'ended' &&
  validity !== 'past' &&
  validity !== 'forgotten' &&
  (mode === 'holds' || mode === 'planned');

interface SlotsProps {
  readonly slots: readonly Slot[];
  /** False for a past time, where nothing can be changed. */
  readonly now: boolean;
}
type About = OutputOf<'about'>;

/** Where notes tell of a subject, what fixed rules made of other texts is shown apart: they often err. */
function apart({ read, slots }: About): readonly [readonly Slot[], readonly Slot[]] {
  const isTold = ({ claims }: Slot): boolean => claims.some(({ told }) => told !== null);
  return read ? [slots.filter(isTold), slots.filter((slot) => !isTold(slot))] : [slots, []];
}

/** What is known of an entity; what rules alone tell of it is folded. */
export function Known({ about, now }: { readonly about: About; readonly now: boolean }) {
  const [told, byRules] = apart(about);
  return (
    <>
      <Slots slots={told} now={now} />
      {byRules.length > 0 && (
        <details class="card">
          <summary>
            {T.thing.byRules} ({byRules.length})
          </summary>
          <SlotList slots={byRules} now={now} />
        </details>
      )}
    </>
  );
}

/** What is known, by why one should know it; what was before is folded behind what is now. */
function Slots({ slots, now }: SlotsProps) {
  if (slots.length === 0)
    return (
      <Card title={T.thing.slots}>
        <p class="muted">{T.thing.noSlots}</p>
      </Card>
    );
  return (
    <>
      {GROUPS.map(([group, title]) => {
        const own = slots.filter(({ part }) => part === group);
        if (own.length === 0) return null;
        return FOLDED.has(group) ? (
          <details key={group} class="card">
            <summary>
              {title} ({own.length})
            </summary>
            <SlotList slots={own} now={now} />
          </details>
        ) : (
          <Card key={group} title={title} flush>
            <SlotList slots={own} now={now} />
          </Card>
        );
      })}
    </>
  );
}

function SlotList({ slots, now }: SlotsProps) {
  return (
    <dl class="slots">
      {slots.map(({ part, slot, claims }) => {
        const current = claims.filter(holds);
        const shown = current.length > 0 ? current : claims.slice(0, 1);
        const before = claims.filter((claim) => !shown.includes(claim));
        return (
          <div key={`${part} ${slot}`} class="slot">
            <dt>{slot}</dt>
            <dd class="stack tight">
              <Claims claims={shown} now={now} />
              {before.length > 0 && (
                <details>
                  <summary class="small">{T.thing.before(before.length)}</summary>
                  <Claims claims={before} now={now} />
                </details>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Claims({ claims, now }: { readonly claims: readonly Claim[]; readonly now: boolean }) {
  return (
    <>
      {claims.map((claim) => (
        <ClaimLine key={claim.memory + claim.value + claim.mode} claim={claim} now={now} />
      ))}
    </>
  );
}

/** When a value holds or happens, in words. */
function daysOf({ fromDay: from, untilDay: until, mode, validity }: Claim): string {
  const { on, from: begin, since, until: end } = T.thing.days;
  if (from !== null && from === until) return `${on} ${dayOf(from)}`;
  const isAhead = mode === 'planned' || validity === 'planned';
  return [
    ...(from === null ? [] : [`${isAhead ? begin : since} ${dayOf(from)}`]),
    ...(until === null ? [] : [`${end} ${dayOf(until)}`]),
  ].join(' ');
}

function ClaimLine({ claim, now }: { readonly claim: Claim; readonly now: boolean }) {
  const { value, mode, told, validity, memory, text, speaker, saidAt } = claim;
  const current = holds(claim);
  const badge = validity === 'disputed' || validity === 'doubtful' ? 'warn' : 'info';
  return (
    <div class={current ? 'claim' : 'claim past'}>
      <div class="row">
        <b class="text">{value}</b>
        {validity === 'forgotten' ? (
          <span class="badge bad">{T.thing.forgotten}</span>
        ) : (
          validity !== 'current' &&
          validity !== 'superseded' && (
            <span class={`badge ${badge}`}>{T.memory.validity[validity]}</span>
          )
        )}
        {mode !== 'holds' && validity !== 'planned' && (
          <span class="badge">{T.memory.modes[mode]}</span>
        )}
        <span class="small muted">{daysOf(claim)}</span>
      </div>
      <a class="small text clamp quiet muted" href={linkTo('memory', { id: memory })}>
        {/* A note is a sentence of its own; words of somebody are quoted. */}
        {told === null && `${speaker === null ? '' : `${speaker}, `}${dayOf(saidAt)}: `}
        {told === null ? `“${text}”` : text}
      </a>
      {now && current && <ClaimActions memory={memory} />}
    </div>
  );
}
