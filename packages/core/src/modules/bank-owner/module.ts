import { OwnerName } from '../../domain/bank.js';
import type { LearnedId } from '../../domain/ids.js';
import { OWNER_RECORD } from '../../indexes/owner-and-zone.js';
import type { Consequence } from '../../kernel/module.js';
import { isOfUser } from '../../language/claims/keyed-claim.js';
import { readOwnNames } from '../../language/entity-names.js';
import type { NewMemory } from '../../remember/plan-context.js';
import { defineModule } from '../module.js';

/** A user's stated own name is stored with the turn's memory, so that undo, retraction and erasure cover it. */
function learnName({ draft, memory }: NewMemory): Consequence | null {
  const { speaker, source } = draft.provenance;
  if (!isOfUser(speaker, source) || memory.language !== 'en') return null;
  const names = readOwnNames(draft.reading).filter(({ name }) => OwnerName.safeParse(name).success);
  const [first] = names;
  if (first === undefined) return null;
  const { type, key } = OWNER_RECORD;
  return { records: [{ type, key, value: { name: first.name } }] };
}

/** Learns the owner of a bank from what users say about themselves, where none was configured. */
export const bankOwner = defineModule({
  name: OWNER_RECORD.module,
  records: [OWNER_RECORD.type],
  onRemember: learnName,
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['name'] === 'string' && names(body.value['name']) ? [id] : [],
    ),
});
