import { useSignal } from '@preact/signals';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { linkTo, route } from '../../state/route.js';
import { call, may, send, session } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Words } from '../../ui/fields.js';
import { count, Moment, size } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';
import type { Bank } from '@mneme/core/domain/bank.js';
import { bankPath } from '@mneme/server/rest/places.js';

interface Listed extends Bank {
  readonly memories?: number;
  readonly changes?: number;
  readonly changedAt?: number | null;
}

interface Banks {
  readonly banks: readonly Listed[];
  /** Bytes of the whole file; null for a key limited to some banks. */
  readonly bytes: number | null;
}

/** The banks that the user may access; with counts, for a key of all banks. */
async function readBanks(): Promise<Banks> {
  if (session.value?.banks === null) {
    const { banks, bytes } = await call('banks', {});
    return { banks, bytes };
  }
  return { banks: (await send('GET', '/v1/banks')) as readonly Bank[], bytes: null };
}

export function BanksPart() {
  const banks = useAnswer(readBanks, []);
  return (
    <>
      <AnswerView of={banks}>
        {({ banks: all, bytes }) => (
          <Card
            title={T.settings.parts.banks}
            aside={bytes === null ? undefined : T.settings.banks.file(size(bytes))}
            flush
          >
            <div class="scroll-x" tabIndex={0} role="group" aria-label={T.settings.parts.banks}>
              <BankTable banks={all} />
            </div>
          </Card>
        )}
      </AnswerView>
      {may('write') && <NewBank />}
    </>
  );
}

function BankTable({ banks }: { readonly banks: readonly Listed[] }) {
  const { columns } = T.settings.banks;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.memories}</th>
          <th scope="col">{columns.changes}</th>
          <th scope="col">{columns.changed}</th>
          <th scope="col">{columns.privacy}</th>
          <th scope="col">{columns.guard}</th>
        </tr>
      </thead>
      <tbody>
        {banks.map(({ name, settings, memories, changes, changedAt = null, sequence }) => (
          <tr key={name}>
            <th scope="row">
              <a href={linkTo('home', { bank: name })}>
                <bdi>{name}</bdi>
              </a>
              {name === route.value.bank && (
                <span class="small muted"> {T.settings.banks.here}</span>
              )}
            </th>
            <td class="number">{memories === undefined ? '' : count(memories)}</td>
            <td class="number">{count(changes ?? sequence)}</td>
            <td>{changedAt !== null && <Moment at={changedAt} />}</td>
            <td>{settings.privacy}</td>
            <td>{settings.guard}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewBank() {
  const name = useSignal('');
  const found = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await attempt(
      async () => (await send('PUT', bankPath(name.value.trim()))) as Bank,
      { done: T.settings.banks.founded },
    );
    if (made !== null) name.value = '';
  };
  return (
    <Card title={T.settings.banks.found}>
      <form class="ask-line" onSubmit={(event) => void found(event)}>
        <div class="grow">
          <Words
            label={T.settings.banks.name}
            placeholder="work"
            required
            value={name.value}
            change={(value) => (name.value = value)}
          />
        </div>
        <button type="submit" class="button primary" disabled={name.value.trim() === ''}>
          {T.settings.banks.foundDo}
        </button>
      </form>
    </Card>
  );
}
