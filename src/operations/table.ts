import { forgetOperation, restoreOperation } from './forget.js';
import { importOperation } from './import.js';
import { listOperation } from './list.js';
import { recallOperation } from './recall.js';
import { reindexOperation } from './reindex.js';
import { rememberOperation } from './remember.js';
import { showOperation } from './show.js';
import { doctorOperation, statsOperation } from './upkeep.js';

/** Every verb, by name, in the order in which doors list them. */
export const OPERATIONS = Object.freeze({
  import: importOperation,
  remember: rememberOperation,
  recall: recallOperation,
  show: showOperation,
  list: listOperation,
  forget: forgetOperation,
  restore: restoreOperation,
  reindex: reindexOperation,
  stats: statsOperation,
  doctor: doctorOperation,
});
export type OperationName = keyof typeof OPERATIONS;

type RunOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['run'];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<RunOf<Name>>>;
