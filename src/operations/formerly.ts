import type { z } from 'zod';
import { parseInput } from '../domain/parse-input.js';
import type { Operation } from './operation.js';

/** What a verb was before another took it in: what it was called, what it took, and what that is now. */
export interface FormerVerb<Was extends z.ZodType, Now extends z.ZodType>
  extends
    Pick<Operation, 'name' | 'positional'>,
    Partial<Pick<Operation, 'effect' | 'words' | 'places' | 'served' | 'forPeople'>> {
  readonly input: Was;
  /** The input of the verb of now. */
  readonly as: (given: z.output<Was>) => z.input<Now>;
}

/** A verb under the name that it had in the version before: it takes what it took, and answers as the verb of now does. */
export function formerly<Was extends z.ZodType, Now extends z.ZodType, Output>(
  now: Operation<Now, Output>,
  { as, ...was }: FormerVerb<Was, Now>,
): Operation<Was, Output> {
  const {
    writesWith: _,
    readsWith: _____,
    verb: __,
    founds: ___,
    forPeopleWith: ____,
    ...taken
  } = now;
  return {
    ...taken,
    ...{ examples: [], forOperators: true, former: now.name, places: [], words: [was.name] },
    ...was,
    run: (memory, given, context) =>
      now.run(memory, parseInput(now.input, as(given), was.name), context),
  };
}

/** A field that the verb of before needed and that of now may leave out. */
export const needed = <Field extends z.ZodType>(field: z.ZodOptional<Field>): Field =>
  field.unwrap().describe(field.description ?? '');
