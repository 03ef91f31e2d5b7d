import type { OutputOf } from '../../../operations/table.js';
import { linkTo } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Meter } from '../../ui/figures.js';
import { dayOf } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';
import { ClaimActions } from './claim-actions.js';

type Slot = OutputOf<'about'>['slots'][number];
type Claim = Slot['claims'][number];

const holds = ({ validity, mode }: Claim): boolean =>
  (validity === 'current' || validity === 'disputed') && (mode === 'holds' || mode === 'planned');

/** Every property that something is told to have: its value now, and those before. */
export function Slots({
  slots,
  now,
}: {
  readonly slots: readonly Slot[];
  /** Of a moment that is past nothing can be changed. */
  readonly now: boolean;
}) {
  return (
    <Card title={T.thing.slots} flush>
      {slots.length === 0 ? (
        <p class="muted padded">{T.thing.noSlots}</p>
      ) : (
        <dl class="slots">
          {slots.map(({ part, slot, claims }) => (
            <div key={`${part} ${slot}`} class="slot">
              <dt>{slot}</dt>
              <dd class="stack tight">
                {claims.map((claim) => (
                  <ClaimLine key={claim.memory + claim.value + claim.mode} claim={claim} now={now} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function ClaimLine({ claim, now }: { readonly claim: Claim; readonly now: boolean }) {
  const { value, mode, from, until, told, validity, memory, text, speaker, saidAt } = claim;
  const current = holds(claim);
  return (
    <div class={current ? 'claim' : 'claim past'}>
      <div class="row">
        <b class="text">{value}</b>
        {validity === 'disputed' && <span class="badge warn">{T.memory.validity.disputed}</span>}
        {validity === 'superseded' && (
          <span class="badge info">{T.memory.validity.superseded}</span>
        )}
        {validity === 'forgotten' && <span class="badge bad">{T.thing.forgotten}</span>}
        {mode !== 'holds' && <span class="badge">{T.memory.modes[mode]}</span>}
        <span class="small muted">
          {from !== null && `${T.thing.from} ${dayOf(from)} `}
          {until !== null && `${T.thing.until} ${dayOf(until)}`}
        </span>
        {current && <Meter share={claim.confidence} label={T.memory.confidence} />}
      </div>
      <a class="small text clamp quiet muted" href={linkTo('memory', { id: memory })}>
        {speaker !== null && `${speaker}, `}
        {dayOf(saidAt)}: “{text}”
      </a>
      {now && validity !== 'forgotten' && <ClaimActions memory={memory} />}
      {told !== null && <span class="small muted">{T.thing.toldBy(told.by)}</span>}
    </div>
  );
}
