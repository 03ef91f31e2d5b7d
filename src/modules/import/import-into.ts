import type { PrincipalStanding } from '../../domain/access.js';
import { MnemeError } from '../../domain/errors.js';
import { hasChecksum, looksLikeExport } from './mneme/export-line.js';
import { importExport } from './mneme/import-export.js';
import { importForeign } from './mneme/import-foreign.js';
import { importFolder } from './import-folder.js';
import { importText, type ImportOptions, type ImportReport, type Write } from './import-text.js';
import type { OpenFile, OpenBank } from '../../bank/core.js';
import { openSource, type ImportStream, type PeekedText } from './open-source.js';

/**
 * Takes a text into a bank, as the one who asks may. An export is put back as it was for who administers the bank, where its checksums show that
 * it is as it was written; all else is text of others, which the guard and the bank's privacy look at.
 */
export async function importInto(
  source: string | ImportStream,
  options: ImportOptions,
  bank: OpenBank,
  core: OpenFile,
): Promise<ImportReport> {
  const { standing = 'owner' } = core.parts;
  if (options.settings === true && standing === 'guest')
    throw new MnemeError('denied', 'The settings of a bank are taken by who administers it.', {
      field: 'settings',
      hint: 'Import without them; or at the command line of the file, or with a key that has the scope admin.',
    });
  const folder =
    typeof source === 'string'
      ? await importFolder(source, options, core.parts, writing(bank, core))
      : null;
  if (folder !== null) return folder;
  const { path, text } = await openSource(source, core.parts);
  try {
    return await importOpened(path, text, options, bank, core);
  } finally {
    await text.chunks.return();
  }
}

async function importOpened(
  path: string,
  text: PeekedText,
  options: ImportOptions,
  bank: OpenBank,
  core: OpenFile,
): Promise<ImportReport> {
  const { store, clock, actor, standing = 'owner' } = core.parts;
  const exported =
    options.format === 'mneme' || (options.format === undefined && looksLikeExport(text.head));
  const write = writing(bank, core);
  if (!exported) return importText(path, text, options, write);
  const why = whyForeign(standing, options, text.head);
  if (why !== null) return importForeign(path, text, { ...options, why, now: clock.now() }, write);
  const by = standing === 'owner' ? null : { actor, at: clock.now() };
  const { report, users } = await importExport(path, text, { ...options, by }, bank.name, store);
  core.openAnew(bank);
  for (const user of users) await core.letGo(user);
  return report;
}

const writing = (bank: OpenBank, core: OpenFile): Write => {
  return (inputs) => core.write(bank, inputs, 'import', core.parts.actor);
};

/** Why nothing is believed that an export says of itself; null where it is put back as it was. */
function whyForeign(
  standing: PrincipalStanding,
  { source }: ImportOptions,
  head: string,
): string | null {
  if (standing === 'guest') return 'who brings it does not administer the bank';
  if (source !== undefined) return 'it is brought as texts';
  return hasChecksum(head) ? null : 'it has no checksums';
}
