import { MnemeError } from '../../domain/errors.js';
import type { Logistic } from './logistic.js';
import { KNOWN_EVIDENCE } from './known-evidence.js';
import { RESULT_EVIDENCE } from './result-evidence.js';

/**
 * The fitted probabilities of an answer: for each result, and for the existence of any. Made by
 * `npm run bench -- fit-certainty`.
 */
export interface CertaintyModel {
  /** The encoder of the banks it was fitted on; it does not apply to banks of another encoder. */
  readonly encoder: string;
  readonly result: Logistic<(typeof RESULT_EVIDENCE)[number]>;
  readonly known: Logistic<(typeof KNOWN_EVIDENCE)[number]>;
  /** The same for banks whose turns were read into notes: what fits best comes to more there. */
  readonly knownByNotes?: Logistic<(typeof KNOWN_EVIDENCE)[number]>;
  /** Mean logit of the twentieth candidate; stands in for the candidates that a small bank lacks. */
  readonly background: number;
  readonly fittedOn: string;
  /** The same for banks that another encoder fills. */
  readonly otherwise?: CertaintyModel;
}

/** The model for banks that an encoder fills; the first where none is fitted for it. */
export function certaintyFor(model: CertaintyModel, encoder: string): CertaintyModel {
  const { otherwise } = model;
  return otherwise?.encoder === encoder ? otherwise : model;
}

/**
 * Throws `invalid_input` for a model fitted on different evidence: its weights would be applied to the
 * wrong features.
 */
export function assertJudges({
  result,
  known,
  knownByNotes = known,
  fittedOn,
  otherwise,
}: CertaintyModel): void {
  if (otherwise !== undefined) assertJudges(otherwise);
  if (
    same(result.names, RESULT_EVIDENCE) &&
    same(known.names, KNOWN_EVIDENCE) &&
    same(knownByNotes.names, KNOWN_EVIDENCE)
  )
    return;
  throw new MnemeError(
    'invalid_input',
    "The model of certainty was fitted on other evidence than today's.",
    {
      field: 'certainty',
      value: fittedOn,
      hint: 'Fit it anew: npm run bench -- fit-certainty --dir PATH.',
    },
  );
}

function same(given: readonly string[], wanted: readonly string[]): boolean {
  return given.length === wanted.length && given.every((name, at) => name === wanted[at]);
}
