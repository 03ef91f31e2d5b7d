import type { InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Select } from '../../ui/fields.js';
import type { Path, StrategyName } from '@mneme/core/domain/profile.js';
import { REASONING_TYPES } from '@mneme/core/domain/reasoning.js';

/** Recall options as they are in the URL. */
export interface AskOptions {
  readonly limit: string;
  readonly reasoning: string;
  readonly strategy: string;
  readonly precision: string;
  readonly speaker: string;
  readonly asOf: string;
  /** Separated by commas; empty for all. */
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
const OPTION_NAMES = Object.keys(DEFAULTS) as readonly (keyof AskOptions)[];

type Asked = InputOf<'recall'>;

/** A query and its options, as recall takes them. */
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

/** Options in the URL, by a prefix; missing ones have their defaults. */
export function optionsOf(params: Readonly<Record<string, string>>, prefix = ''): AskOptions {
  // An old URL may say `breadth`.
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

type Choice<Name extends string> = Readonly<Record<Name, true>>;
/** Typed so that a new strategy does not compile until it is added here. */
const STRATEGIES: Choice<StrategyName | 'auto'> = {
  auto: true,
  plain: true,
  reranking: true,
  hyde: true,
  reflective: true,
  transform: true,
};
const PATHS: Choice<Exclude<Path, 'image'>> = {
  semantic: true,
  lexical: true,
  graph: true,
  temporal: true,
  causal: true,
  feedback: true,
};

/** Fields for the recall options. */
export function OptionFields({
  options,
  change,
}: {
  readonly options: AskOptions;
  readonly change: (options: AskOptions) => void;
}) {
  const set = (name: keyof AskOptions) => (event: { readonly currentTarget: { value: string } }) =>
    change({ ...options, [name]: event.currentTarget.value });
  return (
    <div class="stack">
      <div class="option-grid">
        <label class="field">
          <span>{T.ask.limit}</span>
          <input
            class="input"
            type="number"
            min="1"
            max="200"
            value={options.limit}
            onChange={set('limit')}
          />
        </label>
        <Select
          label={T.ask.reasoning}
          value={options.reasoning}
          options={['auto', ...REASONING_TYPES].map((each) => [each, each] as const)}
          choose={(reasoning) => change({ ...options, reasoning })}
        />
        <Select
          label={T.ask.strategy}
          value={options.strategy}
          options={Object.keys(STRATEGIES).map((each) => [each, each] as const)}
          choose={(strategy) => change({ ...options, strategy })}
        />
        <label class="field">
          <span>{T.ask.speaker}</span>
          <input class="input" value={options.speaker} onChange={set('speaker')} dir="auto" />
        </label>
        <label class="field">
          <span>{T.ask.asOf}</span>
          <input
            class="input"
            type="datetime-local"
            value={options.asOf}
            onChange={set('asOf')}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={options.precision === 'high'}
            onChange={(event) =>
              change({ ...options, precision: event.currentTarget.checked ? 'high' : 'normal' })
            }
          />
          {T.ask.precision}
        </label>
      </div>
      <PathChoice
        chosen={options.paths}
        choose={(paths) => change({ ...options, paths })}
      />
    </div>
  );
}

/** Which paths of retrieval are used; all by default. */
function PathChoice({
  chosen,
  choose,
}: {
  readonly chosen: string;
  readonly choose: (paths: string) => void;
}) {
  const paths = Object.keys(PATHS);
  const on = chosen === '' ? paths : chosen.split(',');
  const toggle = (path: string): void => {
    const next = paths.filter((each) => on.includes(each) !== (each === path));
    choose(next.length === 0 || next.length === paths.length ? '' : next.join(','));
  };
  return (
    <fieldset class="plain-set">
      <legend class="label">{T.ask.paths}</legend>
      <div class="row">
        {paths.map((path) => (
          <label key={path} class="check">
            <input type="checkbox" checked={on.includes(path)} onChange={() => toggle(path)} />
            {path}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
