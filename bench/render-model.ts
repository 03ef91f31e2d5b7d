import type { FusionModel } from '../packages/core/src/recall/ranking/fusion-model.js';

/** A fitted fusion as source. */
export function renderModel(name: string, command: string, model: FusionModel): string {
  const json = JSON.stringify(model, null, 1)
    .replace(/\n\s+(-?\d)/g, ' $1')
    .replace(/(\d)\n\s*\]/g, '$1]');
  return `import type { FusionModel } from './fusion-model.js';

/** A fitted fusion that ships: figures only, made by \`${command}\`. Never edit it by hand; fit it anew when the features change. */
export const ${name}: FusionModel = ${json};
`;
}
