import { splitBankName } from '@mneme/core/domain/user-bank.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { assertAllows, homeBank, noBankNear } from '../auth/admission.js';
import { foreignKey } from '../auth/request.js';
import type { RestParts } from '../rest/app.js';
import {
  disconnectSignal,
  type HttpApp,
  type HttpContext,
  parseObjectBody,
  readText,
  sendJson,
} from '../rest/http.js';
import { PEERS, type ForeignRequest } from './peers.js';
import type { ForeignRoute } from './foreign-call.js';
import { reportingRedactions } from '@mneme/core/operations/operation.js';
import { NOTICE, plainNotice } from '../running/answers.js';

type Asked = HttpContext;

/** A route of a peer, and its index among them. */
interface Served {
  readonly route: ForeignRoute;
  readonly is: Pick<ForeignRequest, 'peer' | 'route'>;
}

/**
 * Serves the APIs of other memory servers to their own clients: `/compat/PEER` is the bank that the server was
 * started with, or the only one that the key opens; `/compat/banks/BANK/PEER` is any other.
 */
export function addCompat(app: HttpApp, bank: string, parts: RestParts): void {
  app.use('/compat/*', async (asked, next) => {
    const { headers, socket } = asked.env.incoming;
    const key = foreignKey(headers);
    asked.set('caller', await parts.admission.admitForeign(key, socket.remoteAddress ?? ''));
    await next();
  });
  for (const { name, routes } of PEERS)
    for (const [at, route] of routes.entries())
      for (const end of ['', '/']) {
        const served: Served = { route, is: { peer: name, route: at } };
        if (route.path.includes('/:bank')) {
          app.on(route.method, `/compat/${name}${route.path}${end}`, (asked) =>
            serve(served, asked, asked.req.param('bank') ?? '', parts),
          );
          continue;
        }
        app.on(route.method, `/compat/${name}${route.path}${end}`, (asked) =>
          serve(served, asked, homeBank(asked.get('caller'), bank), parts),
        );
        app.on(route.method, `/compat/banks/:bank/${name}${route.path}${end}`, (asked) =>
          serve(served, asked, asked.req.param('bank') ?? '', parts),
        );
      }
}

async function serve(
  { route, is }: Served,
  asked: Asked,
  bank: string,
  { runner, limits, admission }: RestParts,
): Promise<Response> {
  const caller = asked.get('caller');
  const memory = runner.bankFor(caller, bank);
  assertAllows(caller, route.effect);
  // Reading never creates a bank: a guessed name would leave one behind.
  if (route.effect === 'read' && route.anyBank !== true && !(await isThere(memory)))
    throw await noBankNear(caller, bank, runner.memory);
  const text = route.method === 'GET' ? '' : await readText(asked.env.incoming, limits);
  admission.charge(caller, text.length);
  const { answer, takenOut } = await reportingRedactions(() =>
    runner.runForeign(
      { caller, bank },
      {
        ...is,
        path: asked.req.param() as Record<string, string>,
        body: parseObjectBody(text),
        url: asked.req.url,
      },
      { reads: route.effect === 'read', signal: disconnectSignal(asked.env.outgoing) },
    ),
  );
  // The peers' answers have no field for this notice.
  if (takenOut !== '') asked.env.outgoing.setHeader(NOTICE, plainNotice(takenOut));
  if (answer === '') return new Response(null, { status: 204 });
  return sendJson(asked.env.outgoing, { status: 200, body: answer });
}

/** Whether the bank, or that of one of its users, exists. */
async function isThere(memory: Mneme): Promise<boolean> {
  if ((await memory.care.info()) !== null) return true;
  return (await memory.file.banks()).some(
    ({ name }) => splitBankName(name).bank === memory.bankName,
  );
}
