import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { attempt } from '../../state/requests.js';
import { linkTo, route } from '../../state/route.js';
import { call, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Select } from '../../ui/forms.js';
import { Card } from '../../ui/page.js';
import type { Path, StrategyName } from '@mneme/core/domain/profile.js';
import { REASONING_TYPES } from '@mneme/core/domain/reasoning.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

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

/** A query with its expected memories, as `test` returned it: the case itself, and as YAML for a file of cases. */
type PinnedCase = Pick<NonNullable<OutputOf<'test'>['pinned']>, 'case' | 'yaml'>;

const keyOf = (bank: string): string => `mneme:cases:${bank}`;

/** Cases of a bank, stored in this browser until saved as a file. */
const pinned = signal<readonly PinnedCase[]>([]);

function readCases(bank: string): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(bank)) ?? '[]');
    pinned.value = Array.isArray(kept) ? kept.filter(isCase) : [];
  } catch {
    pinned.value = [];
  }
}

/** One per query. */
function pinCase(bank: string, added: PinnedCase): void {
  keep(bank, [...pinned.value.filter(({ case: { ask } }) => ask !== added.case.ask), added]);
}

function unpinCase(bank: string, asked: string): void {
  keep(
    bank,
    pinned.value.filter(({ case: { ask } }) => ask !== asked),
  );
}

function keep(bank: string, cases: readonly PinnedCase[]): void {
  pinned.value = cases;
  localStorage.setItem(keyOf(bank), JSON.stringify(cases));
}

/** Earlier versions of the console stored cases in another format. */
function isCase(kept: unknown): kept is PinnedCase {
  const { case: made, yaml } = (kept ?? {}) as Partial<PinnedCase>;
  return typeof yaml === 'string' && typeof made?.ask === 'string';
}

type Report = OutputOf<'test'>;
/** Mutable, as `test` takes it. */
type Case = NonNullable<InputOf<'test'>['cases']>[number];

/** Pinned queries with their expected memories, and whether these are recalled. */
export function PinnedCases({
  query,
  options,
}: {
  readonly query: string;
  readonly options: AskOptions;
}) {
  const { bank } = route.value;
  const report = useSignal<Report | null>(null);
  useEffect(() => {
    readCases(bank);
    report.value = null;
  }, [bank]);
  const cases = pinned.value;
  const pin = (): void => {
    const { asOf } = asProfile(query, options);
    void attempt(() => call('test', { pin: query, ...(asOf === undefined ? {} : { asOf }) }), {
      done: ({ pinned: made }) => T.ask.pinDone(made?.from ?? ''),
    }).then((told) => {
      const made = told?.pinned ?? null;
      if (made !== null) pinCase(bank, { case: made.case, yaml: made.yaml });
    });
  };
  const check = async (): Promise<void> => {
    report.value = await attempt(
      () =>
        call('test', { cases: cases.map(({ case: each }) => structuredClone(each) as Case) }),
      { done: ({ passed, failed }) => T.ask.checked(passed, passed + failed) },
    );
  };
  if (cases.length === 0 && query === '') return null;
  return (
    <Card title={T.ask.pinned} aside={report.value !== null && told(report.value)}>
      <div class="stack">
        <p class="small muted">{T.ask.pinLead}</p>
        {cases.length > 0 && (
          <ul class="stack tight">
            {cases.map((each) => (
              <CaseLine
                key={each.case.ask}
                pinned={each}
                outcome={report.value?.cases.find(({ ask }) => ask === each.case.ask)}
              />
            ))}
          </ul>
        )}
        <div class="row">
          {query !== '' && (
            <button type="button" class="button small" onClick={pin}>
              {T.ask.pin}
            </button>
          )}
          {cases.length > 0 && (
            <>
              <button type="button" class="button small" onClick={() => void check()}>
                {T.ask.check}
              </button>
              <button type="button" class="button small" onClick={() => save(bank, cases)}>
                {T.ask.saveCases}
              </button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

const told = ({ passed, failed }: Report): string => T.ask.checked(passed, passed + failed);

/** Saves the cases as a file for `mneme test`. */
function save(bank: string, cases: readonly PinnedCase[]): void {
  const text = cases.map(({ yaml }) => (yaml.endsWith('\n') ? yaml : `${yaml}\n`)).join('');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }));
  link.download = `${bank}-cases.yaml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function CaseLine({
  pinned: {
    case: { ask, mustReturn = [], mustNotReturn = [], mustBe },
  },
  outcome,
}: {
  readonly pinned: PinnedCase;
  readonly outcome: Report['cases'][number] | undefined;
}) {
  const wanted = [
    ...mustReturn.map(({ text }) => T.ask.mustReturn(text)),
    ...mustNotReturn.map(({ text }) => T.ask.mustNotReturn(text)),
    ...(mustBe === undefined ? [] : [T.ask.mustBe[mustBe]]),
  ];
  return (
    <li class="stack tight">
      <div class="row apart">
        <a class="text" href={linkTo('ask', { params: { q: ask } })}>
          {ask}
        </a>
        <span class="row">
          {outcome !== undefined && (
            <span class={outcome.passed ? 'badge good' : 'badge bad'}>
              {outcome.passed ? T.ask.comesBack : T.ask.fails}
            </span>
          )}
          <button
            type="button"
            class="button plain small"
            onClick={() => unpinCase(route.value.bank, ask)}
          >
            {T.ask.unpin}
          </button>
        </span>
      </div>
      {wanted.map((words) => (
        <span key={words} class="small muted text clamp-one">
          {words}
        </span>
      ))}
      {outcome?.failures.map(({ why }) => (
        <span key={why} class="small text">
          {why}
        </span>
      ))}
    </li>
  );
}
