import type { Path, StrategyName } from '../../../domain/profile.js';
import { REASONING_TYPES } from '../../../domain/reasoning.js';
import { T } from '../../texts/index.js';
import type { AskOptions } from './options.js';

type Choice<Name extends string> = Readonly<Record<Name, true>>;
/** By their types, so that a new one does not compile until it is here. */
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

/** What may be set beside the question. */
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
          options={['auto', ...REASONING_TYPES]}
          change={set('reasoning')}
        />
        <Select
          label={T.ask.strategy}
          value={options.strategy}
          options={Object.keys(STRATEGIES)}
          change={set('strategy')}
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

/** Which ways of finding are walked; all of them is as usual. */
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

function Select({
  label,
  value,
  options,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly change: (event: { readonly currentTarget: { value: string } }) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value} onChange={change}>
        {options.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
