import { rmSync } from 'node:fs';
import { MnemeError } from '../../domain/errors.js';
import { readIfThere, writeSettings } from '../client-settings.js';
import type { Scope, Surroundings } from '../mcp/clients.js';
import {
  missingFolders,
  removeEmpty,
  type SetupRecord,
  type SetupRecords,
} from './setup-record.js';
import {
  planFormer,
  planPart,
  type Commands,
  type PartChange,
  type SetupPart,
} from './setup-part.js';

/** What came of one part. */
export interface PartOutcome extends SetupPart {
  readonly path: string | null;
  readonly action: PartChange['action'] | 'failed';
  /** What its trial showed. */
  readonly told: string;
  readonly error: MnemeError | null;
}

export interface SetupParts {
  readonly records: SetupRecords;
  readonly surroundings: Surroundings;
  readonly scope: Scope;
  readonly commands: Commands;
  /** Tries what stands in the client's file now; throws where it does not work. Resolves with what it showed. */
  prove(change: PartChange): Promise<string>;
}

/** Puts each part in and tries it; one that does not work is put back as it was, and keeps none of the others from being set up. */
export function setUp(
  parts: readonly SetupPart[],
  { records, surroundings, scope, commands, prove }: SetupParts,
): Promise<PartOutcome[]> {
  const one = async (part: SetupPart): Promise<PartOutcome> => {
    let path: string | null = null;
    try {
      const change = planPart(part, commands, surroundings, scope);
      path = change.path;
      const told = await tried(change, records, { surroundings, scope }, () => prove(change));
      return { ...part, path, action: change.action, told, error: null };
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      return { ...part, path, action: 'failed', told: '', error };
    }
  };
  return records.alone(async () => {
    const outcomes: PartOutcome[] = [];
    for (const part of parts) outcomes.push(await one(part));
    return outcomes;
  });
}

/** The record is written first, so that a setup that is cut off can be undone, too. */
async function tried(
  change: PartChange,
  records: SetupRecords,
  place: { readonly surroundings: Surroundings; readonly scope: Scope },
  prove: () => Promise<string>,
): Promise<string> {
  if (change.action === 'none') return prove();
  const { path, old, text } = change;
  const earlier = records.find(path);
  const record = recordOf(change, earlier, place);
  records.keep(record);
  try {
    writeSettings(path, text, old);
    return await prove();
  } catch (error) {
    if (readIfThere(path) === text) restore(path, old, text, record.made);
    if (earlier === null) records.drop(record);
    else records.keep(earlier);
    throw error;
  }
}

/** What became of a file that a setup had changed. */
export interface UndoOutcome extends SetupPart {
  readonly path: string;
  /** To the letter; or, as it was changed since, only ours was taken out; or it was gone. */
  readonly how: 'as_before' | 'entry_only' | 'gone' | 'failed';
  readonly error: MnemeError | null;
}

/** Puts back what setups changed. */
export function undoSetup(
  wanted: (record: SetupRecord) => boolean,
  records: SetupRecords,
  surroundings: Surroundings,
): Promise<UndoOutcome[]> {
  return records.alone(async () =>
    records
      .all()
      .filter(wanted)
      .map((record): UndoOutcome => {
        const { client, kind, path } = record;
        try {
          return { client, kind, path, how: putBack(record, records, surroundings), error: null };
        } catch (error) {
          if (!MnemeError.is(error)) throw error;
          return { client, kind, path, how: 'failed', error };
        }
      }),
  );
}

/** What stood there before the first setup is kept through later ones, with what others changed in between. */
function recordOf(
  change: PartChange,
  earlier: SetupRecord | null,
  { surroundings, scope }: { readonly surroundings: Surroundings; readonly scope: Scope },
): SetupRecord {
  const { client, kind, path, old, text, previous } = change;
  const project = scope === 'project' ? surroundings.folder : null;
  const base = { version: 1, client, kind, project, path, after: text } as const;
  if (earlier === null) return { ...base, before: old, previous, made: missingFolders(path) };
  const { made } = earlier;
  if (earlier.after === old)
    return { ...base, before: earlier.before, previous: earlier.previous, made };
  const former = planFormer(earlier, surroundings);
  return {
    ...base,
    before: former.action === 'none' ? old : former.text,
    previous: earlier.previous,
    made,
  };
}

function putBack(
  record: SetupRecord,
  records: SetupRecords,
  surroundings: Surroundings,
): UndoOutcome['how'] {
  const { path, before, after, made } = record;
  const now = readIfThere(path);
  let how: UndoOutcome['how'] = 'as_before';
  if (now === null) how = before === null ? 'as_before' : 'gone';
  else if (now === after) restore(path, before, now, made);
  else if (now !== before) {
    const { action, text, old } = planFormer(record, surroundings);
    if (action !== 'none') writeSettings(path, text, old);
    how = 'entry_only';
  }
  records.drop(record);
  return how;
}

function restore(path: string, before: string | null, now: string, made: readonly string[]): void {
  if (before !== null) return writeSettings(path, before, now);
  rmSync(path);
  removeEmpty(made);
}
