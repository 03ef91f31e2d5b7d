import type { EngineParts, OpenBank } from './open-bank.js';

/** Waits for what was accepted, writes down what waits, and stops what a bank does in the background. */
export async function closeBank(
  opening: Promise<OpenBank>,
  { readOnly }: Pick<EngineParts, 'readOnly'>,
): Promise<void> {
  const bank = await opening.catch(() => null);
  if (bank === null) return;
  try {
    await bank.accepted.settle();
  } finally {
    await bank.late?.stop();
    await bank.parts.close();
    await bank.writes.idle();
    await bank.uses.flush();
    await bank.parts.flush();
    if (!readOnly && bank.refusal === null) await bank.state.keep();
  }
}
