/**
 * A process that is killed, or works beside another: writes an {@link Acknowledgement} a line after each promise
 * resolved. Arguments: the file, a seed, the number of the run, and what to do: remember, forget and restore without
 * end (by default), so many batches (`batches`, how many), or erase a person (`erase`, the name).
 */
import { openMemory, type Mneme, type RememberInput } from '../packages/mneme/src/index.js';
import type { Acknowledgement } from './crash-acknowledgement.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

const LARGEST_BATCH = 24;
/** Only memories this old are forgotten, so that most of the file stands. */
const KEPT_BACK = 30;

const [file = '', seed = '1', run = '0', task = 'live', what = ''] = process.argv.slice(2);
const random = seeded(Number(seed));
const below = (limit: number): number => Math.floor(random() * limit);
const turns = syntheticTurns(Number(seed));
const standing: string[] = [];
const forgotten: string[] = [];
let written = 0;
let batches = 0;

/** Inputs of one batch, each with a ticket of its own and the size of the batch, so that a part of it shows as such. */
function compose(size: number): RememberInput[] {
  const batch = `k${run}b${batches++}`;
  return Array.from({ length: size }, () => {
    const { content, speaker = '', session = '' } = turns.next().value.input;
    const ticket = `k${run}n${written++}`;
    return {
      content: `${content} Ticket ${ticket}.`,
      speaker,
      session: `${run}/${session}`,
      metadata: { batch, of: size, ticket },
    };
  });
}

async function remember(memory: Mneme, size: number): Promise<Acknowledgement> {
  const inputs = compose(size);
  const receipts =
    size === 1 && inputs[0] !== undefined
      ? [await memory.remember(inputs[0])]
      : (await memory.rememberAll(inputs)).receipts;
  standing.push(...receipts.map(({ id }) => id));
  return {
    did: 'remember',
    memories: receipts.map(({ id }, at) => ({
      id,
      content: inputs[at]?.content ?? '',
      ticket: String(inputs[at]?.metadata?.['ticket']),
    })),
  };
}

async function forget(memory: Mneme): Promise<Acknowledgement> {
  const ids = standing.splice(below(standing.length - KEPT_BACK), 1 + below(4));
  await memory.forget(ids, 'crash');
  forgotten.push(...ids);
  return { did: 'forget', ids };
}

async function restore(memory: Mneme): Promise<Acknowledgement> {
  const ids = forgotten.splice(below(forgotten.length), 1 + below(2));
  await memory.undo({ ids: ids });
  return { did: 'restore', ids };
}

function step(memory: Mneme): Promise<Acknowledgement> {
  const draw = random();
  if (draw < 0.08 && standing.length > KEPT_BACK) return forget(memory);
  if (draw < 0.12 && forgotten.length > 0) return restore(memory);
  return remember(memory, draw < 0.6 ? 1 : 2 + below(LARGEST_BATCH - 1));
}

function acknowledge(what: Acknowledgement): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const memory = await openMemory({ file, bank: 'default' });
acknowledge({ did: 'open' });
if (task === 'erase') await memory.privacy.erase({ subject: what, yes: true });
else if (task === 'batches')
  for (let left = Number(what); left > 0; left--) acknowledge(await remember(memory, 2));
else for (;;) acknowledge(await step(memory));
await memory.close();
