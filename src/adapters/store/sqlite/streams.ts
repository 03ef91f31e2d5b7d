import type { Edge } from '../../../domain/graph.js';
import type { IndexRow, Store, StoredCode } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { codesAfter, codesOf, indexRowsAfter, indexRowsOf } from './index-rows.js';
import { edgesAfter } from './read.js';

/** Rows that an index load reads at once. */
const INDEX_PAGE = 2_000;
const EDGE_PAGE = 5_000;

export async function* streamEdges(
  connection: Connection,
  bank: number,
): AsyncIterable<readonly Edge[]> {
  for (let after = 0; ;) {
    const { edges, last } = connection.read(() => edgesAfter(connection, bank, after, EDGE_PAGE));
    if (last === null) return;
    yield edges;
    after = last;
  }
}

export async function* streamIndexRows(
  connection: Connection,
  bank: number,
  space: string,
  encoder: string,
  ids: Parameters<Store['indexRows']>[3],
): AsyncIterable<readonly IndexRow[]> {
  if (ids !== undefined) {
    yield connection.read(() => indexRowsOf(connection, bank, [space, encoder], ids));
    return;
  }
  for (let after = 0; ;) {
    const { rows, last } = connection.read(() =>
      indexRowsAfter(connection, bank, [space, encoder], after, INDEX_PAGE),
    );
    if (last === null) return;
    yield rows;
    after = last;
  }
}

export async function* streamCodes(
  connection: Connection,
  bank: number,
  space: string,
  encoder: string,
  ids: Parameters<Store['codes']>[3],
): AsyncIterable<readonly StoredCode[]> {
  if (ids !== undefined) {
    yield connection.read(() => codesOf(connection, bank, [space, encoder], ids));
    return;
  }
  for (let after = 0; ;) {
    const { codes, last } = connection.read(() =>
      codesAfter(connection, bank, [space, encoder], after, INDEX_PAGE),
    );
    if (last === null) return;
    yield codes;
    after = last;
  }
}
