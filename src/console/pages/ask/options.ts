import type { InputOf } from '../../state/server.js';

/** What may be set beside the question, as it stands in the address. */
export interface AskOptions {
  readonly limit: string;
  readonly reasoning: string;
  readonly strategy: string;
  readonly precision: string;
  readonly speaker: string;
  readonly asOf: string;
  /** With commas; empty for all. */
  readonly paths: string;
}

export const DEFAULTS: AskOptions = {
  limit: '10',
  reasoning: 'auto',
  strategy: 'auto',
  precision: 'normal',
  speaker: '',
  asOf: '',
  paths: '',
};
export const OPTION_NAMES = Object.keys(DEFAULTS) as readonly (keyof AskOptions)[];

type Asked = InputOf<'recall'>;

/** A question and its options, as recall takes them. */
export function asProfile(query: string, options: AskOptions): Asked {
  const { limit, reasoning, strategy, precision, speaker, asOf, paths } = options;
  return {
    query,
    limit: Number(limit),
    reasoning: reasoning as Asked['reasoning'],
    strategy: strategy as Asked['strategy'],
    precision: precision as Asked['precision'],
    ...(speaker.trim() === '' ? {} : { speaker: speaker.trim() }),
    ...(asOf === '' ? {} : { asOf: new Date(asOf).getTime() }),
    ...(paths === '' ? {} : { paths: paths.split(',') }),
  };
}

/** Options of the address, by a prefix; what it does not name is as usual. */
export function optionsOf(params: Readonly<Record<string, string>>, prefix = ''): AskOptions {
  // An address from before may say `breadth`.
  const { [`${prefix}breadth`]: limit = DEFAULTS.limit } = params;
  return Object.fromEntries(
    OPTION_NAMES.map((name) => [name, params[prefix + name] ?? { ...DEFAULTS, limit }[name]]),
  ) as unknown as AskOptions;
}

export function asParams(
  options: AskOptions,
  prefix = '',
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    OPTION_NAMES.map((name) => [
      prefix + name,
      options[name] === DEFAULTS[name] ? undefined : options[name],
    ]),
  );
}
