import { linkTo } from '../../state/route.js';
import { heard, live } from '../../state/live.js';
import { T } from '../../texts/index.js';
import { Moment } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';

/** What others change, as it happens. */
export function LivePart() {
  return (
    <Card title={T.settings.parts.live} aside={live.value ? T.shell.live : T.shell.notLive} flush>
      {heard.value.length === 0 ? (
        <p class="muted padded">{T.settings.live.none}</p>
      ) : (
        <ul class="list" aria-live="polite">
          {heard.value.map(({ sequence, at, verb, actor, memories }) => (
            <li key={sequence} class="row">
              <span class="number muted">{sequence}</span>
              <b>{T.journal.verbs[verb] ?? verb}</b>
              <span class="small muted">
                <bdi>{actor}</bdi>, <Moment at={at} clock />
              </span>
              {memories.slice(0, 3).map((id) => (
                <a key={id} class="mono" href={linkTo('memory', { id })}>
                  {id}
                </a>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
