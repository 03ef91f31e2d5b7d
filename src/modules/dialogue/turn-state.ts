import { applyEdits } from './curation/apply-edits.js';
import { buildBridge, type ContextBridge, type TurnState } from './bridge/build-bridge.js';
import type { StoredTurn } from './records.js';

/** A kept turn with its edits taken in. */
export function stateOf({ id, value, stages, edits }: StoredTurn): TurnState {
  return {
    id,
    query: value.query,
    artifact: value.artifact,
    curated: applyEdits(value.artifact, edits),
    raw: value.raw,
    stages,
  };
}

/** The bridge behind a turn, with what was kept in the turns of the session before it, oldest first. */
export function bridgeAfter(before: readonly StoredTurn[], turn: StoredTurn): ContextBridge {
  return buildBridge([...before.map(stateOf), stateOf(turn)]);
}
