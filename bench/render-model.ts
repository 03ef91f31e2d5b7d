/** Fitted figures as the JSON that ships in `packages/core/data/models`. */
export function renderModel(model: object): string {
  const json = JSON.stringify(model, null, 1)
    .replace(/\n\s+(-?\d)/g, ' $1')
    .replace(/(\d)\n\s*\]/g, '$1]');
  return `${json}\n`;
}
