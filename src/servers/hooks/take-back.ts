import { MnemeError } from '../../domain/errors.js';
import type { Mneme } from '../../mneme.js';

const REASON = 'mneme doctor --hooks';

/** Undoes what hooks took in of a session since a change, and looks that nothing of it is left. Throws `conflict` for what is. */
export async function takeBack(
  memory: Mneme,
  { session, after }: { readonly session: string; readonly after: number },
): Promise<string> {
  const { changes } = await memory.curation.log({ verb: 'import', limit: 200 });
  const undone: string[] = [];
  for (const { sequence, memories, reversal, state } of changes) {
    const [first] = memories;
    if (sequence <= after || first === undefined || state !== 'reversible') continue;
    if ((await memory.show(first)).memory.session !== session) continue;
    await memory.undo({ hash: reversal, reason: REASON });
    undone.push(reversal);
  }
  const left = (await memory.list({ session })).memories.map(({ id }) => id);
  if (left.length > 0)
    throw new MnemeError('conflict', `Not all was taken back: ${left.join(', ')}.`, {
      hint: `Run \`mneme forget ${left.join(' ')}\`.`,
    });
  return undone.length === 0
    ? 'nothing had gone in'
    : `it was taken back (undone: ${undone.join(', ')})`;
}
