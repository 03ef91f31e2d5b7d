import { drawComparison, drawExplanation } from '../../modules/spaces/view.js';
import type { OperationName, OutputOf } from '../../operations/table.js';

type Drawers = { readonly [Name in OperationName]?: (output: OutputOf<Name>) => string };

/** Operations whose output can also be drawn, as an SVG text. */
export const DRAWERS: Drawers = {
  explain: drawExplanation,
  compare: drawComparison,
};
