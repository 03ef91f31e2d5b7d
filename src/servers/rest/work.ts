import { assertAllows, type Caller } from '../auth/admission.js';
import type { LongWork } from '../running/long-work.js';
import type { Runner } from '../running/runner.js';
import { askedBank } from './asked-bank.js';
import type { DoorApp, DoorContext } from './door-app.js';

/** Long work: told to, and stopped by, whoever may know all that its caller may. */
export function addWork(
  app: DoorApp,
  place: string,
  { runner, work }: { readonly runner: Runner; readonly work: LongWork },
): void {
  const known = (asked: DoorContext): readonly [Caller, string] => {
    const caller = asked.get('caller');
    const { bank } = askedBank(asked.req.param('bank') ?? '', asked.req.url);
    return [caller, runner.bankFor(caller, bank).bankName];
  };
  app.get(`${place}/operations`, (asked) => asked.json(work.list(...known(asked))));
  app.get(`${place}/operations/:id`, (asked) =>
    asked.json(work.get(...known(asked), asked.req.param('id') ?? '')),
  );
  app.delete(`${place}/operations/:id`, async (asked) => {
    const [caller, bank] = known(asked);
    assertAllows(caller, 'write');
    return asked.json(await work.cancel(caller, bank, asked.req.param('id') ?? ''));
  });
}
