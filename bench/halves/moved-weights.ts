import type { FusionModel } from '../../packages/core/src/recall/ranking/fusion-model.js';

/** The fusion with each feature's weight times what `factor` says of it; what a candidate is looked at first by stays. */
export function movedWeights(
  { shifts, ...model }: FusionModel,
  factor: (column: number) => number,
): FusionModel {
  const move = (weights: readonly number[]): number[] =>
    weights.map((weight, column) => weight * factor(column));
  return {
    ...model,
    networks: model.networks.map((layers) =>
      layers.map((layer) => ({ ...layer, weights: move(layer.weights) })),
    ),
    ...(shifts === undefined
      ? {}
      : {
          shifts: {
            assistant: move(shifts.assistant),
            message: move(shifts.message),
            long: move(shifts.long),
          },
        }),
  };
}
