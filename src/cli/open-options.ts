import { readConfig } from '../config/config.js';
import { definedOnly } from '../domain/defined-only.js';
import type { OpenOptions } from '../index.js';
import { assertFileThere } from '../open.js';

/** The flags that choose a memory, as every command has them. */
export interface OpenFlags {
  readonly file?: string;
  readonly bank?: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly runId?: string;
  readonly readOnly?: boolean;
  readonly owner?: string;
  readonly facts?: boolean;
}

export function openOptions({
  file,
  bank,
  userId,
  agentId,
  runId,
  readOnly,
  owner,
  facts,
}: OpenFlags): Pick<OpenOptions, keyof OpenFlags> {
  return definedOnly({
    file,
    bank,
    userId,
    agentId,
    runId,
    readOnly,
    owner,
    facts,
  }) as Pick<OpenOptions, keyof OpenFlags>;
}

/** A mistyped path must not found a memory and back up nothing. */
export function assertThere(flags: OpenFlags): void {
  assertFileThere(readConfig(openOptions(flags)).file);
}
