import { EDGE_ROLES, type Edge } from '../../../domain/graph.js';
import { edgeId } from '../edge-id.js';
import type { Connection } from './connection.js';
import {
  edgeKey,
  EDGE_KEY,
  keepBefore,
  keepRow,
  stoodBefore,
  type Founded,
  type Place,
} from './removed.js';
import { readBefore } from './set-aside.js';

export function putEdge(connection: Connection, place: Place, edge: Edge): void {
  const row = connection
    .statement(`SELECT * FROM edge WHERE ${EDGE_KEY}`)
    .get(place.bank, ...edgeKey(edgeId(edge))) as Founded | undefined;
  if (row !== undefined) {
    const was = readBefore(connection, place.bank, 'edge', row, (each: Founded) => each);
    if (stoodBefore(row, place)) keepBefore(connection, place, 'edge', edgeId(edge), was);
  }
  connection
    .statement(
      `INSERT INTO edge (bank, source, role, target, label, created, family, weight, confidence, status, evidence)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (bank, source, role, target, label) DO UPDATE SET
         weight = excluded.weight, confidence = excluded.confidence, status = excluded.status, evidence = excluded.evidence`,
    )
    .run(
      place.bank,
      ...edgeKey(edgeId(edge)),
      place.sequence,
      EDGE_ROLES[edge.role],
      edge.weight,
      edge.confidence,
      edge.status,
      edge.evidence,
    );
}

export function removeEdge(connection: Connection, place: Place, edge: Edge): void {
  const row = connection
    .statement(`SELECT * FROM edge WHERE ${EDGE_KEY}`)
    .get(place.bank, ...edgeKey(edgeId(edge))) as Founded | undefined;
  if (row === undefined) return;
  const was = readBefore(connection, place.bank, 'edge', row, (each: Founded) => each);
  keepBefore(connection, place, 'edge', edgeId(edge), was);
  if (was !== null) keepRow(connection, place, 'edge', edgeId(edge), was);
  connection
    .statement(`DELETE FROM edge WHERE ${EDGE_KEY}`)
    .run(place.bank, ...edgeKey(edgeId(edge)));
}
