/** Small environments with hidden rules, noise and drift. What they are made of is drawn from a seed; nothing of it is told to who acts. */
export interface WorldSpec {
  readonly name: string;
  /** What is asked for, in words. */
  readonly tasks: readonly string[];
  /** Attributes that a case has, with their values; one of them decides which choice is right. */
  readonly attributes: Readonly<Record<string, readonly [string, string]>>;
  /** Actions that may have to come first. */
  readonly preparations: readonly string[];
  /** Of these one is right, by the deciding attribute. */
  readonly choices: readonly [string, string, ...string[]];
  /** Actions that look harmless; one of them spoils the case. */
  readonly extras: readonly string[];
  readonly final: string;
  /** How many preparations the final action needs. */
  readonly needed: number;
  /** A wrong choice is refused, or it goes through and spoils the case. */
  readonly wrongChoice: 'refused' | 'spoils';
}

export const WORLDS: readonly WorldSpec[] = [
  {
    name: 'web shop',
    tasks: [
      'order a desk lamp',
      'order a winter coat',
      'order three paperbacks',
      'order a garden hose',
      'order a birthday cake',
    ],
    attributes: {
      customer: ['new', 'regular'],
      basket: ['small', 'large'],
      country: ['home', 'abroad'],
      weekday: ['working day', 'weekend'],
    },
    preparations: ['verify_address', 'check_stock', 'accept_terms'],
    choices: ['pay_by_card', 'pay_by_invoice', 'pay_by_voucher'],
    extras: ['choose_express', 'add_gift_wrap'],
    final: 'submit_order',
    needed: 1,
    wrongChoice: 'refused',
  },
  {
    name: 'ticket desk',
    tasks: [
      'resolve a login ticket',
      'resolve a billing ticket',
      'resolve a slow search ticket',
      'resolve a missing mail ticket',
      'resolve a crash ticket',
    ],
    attributes: {
      priority: ['low', 'urgent'],
      plan: ['free', 'enterprise'],
      client: ['browser', 'phone'],
      shift: ['day', 'night'],
    },
    preparations: ['read_history', 'reproduce_fault', 'ask_customer'],
    choices: ['apply_patch', 'restart_service', 'escalate_ticket'],
    extras: ['clear_sessions', 'change_password'],
    final: 'close_ticket',
    needed: 1,
    wrongChoice: 'spoils',
  },
  {
    name: 'build pipeline',
    tasks: [
      'release the parser',
      'release the web client',
      'release the scheduler',
      'release the report tool',
      'release the importer',
    ],
    attributes: {
      branch: ['main', 'hotfix'],
      cache: ['fresh', 'stale'],
      language: ['typed', 'untyped'],
      runner: ['fast', 'shared'],
    },
    preparations: ['run_tests', 'run_linter', 'update_changelog', 'sign_package'],
    choices: ['build_incremental', 'build_clean', 'build_remote'],
    extras: ['bump_dependencies', 'rebase_branch'],
    final: 'publish_package',
    needed: 2,
    wrongChoice: 'refused',
  },
];

/** Numbers from 0 to below 1, the same for the same seed. */
export type Draw = () => number;

/** What is hidden: which preparations are needed, which attribute decides on the choice and how, which extra spoils all. */
export interface Rules {
  readonly needed: readonly string[];
  readonly attribute: string;
  /** The right choice for each of its two values. */
  readonly right: readonly [string, string];
  readonly spoiler: string;
}

export function drawRules(spec: WorldSpec, draw: Draw): Rules {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const preparations = [...spec.preparations].sort(() => draw() - 0.5).slice(0, spec.needed);
  const first = pick(spec.choices);
  return {
    needed: preparations,
    attribute: pick(Object.keys(spec.attributes)),
    right: [first, pick(spec.choices.filter((each) => each !== first))],
    spoiler: pick(spec.extras),
  };
}

/** The rules after they changed: what was right for the deciding attribute is turned round, and another preparation is needed. */
export function changeRules(rules: Rules, spec: WorldSpec, draw: Draw): Rules {
  const others = spec.preparations.filter((each) => !rules.needed.includes(each));
  const other = others[Math.floor(draw() * others.length)];
  return {
    ...rules,
    right: [rules.right[1], rules.right[0]],
    needed: other === undefined ? rules.needed : [...rules.needed.slice(1), other],
  };
}

const NOISE = 0.04;
export const MAX_STEPS = 10;

export interface Effect {
  readonly observation: string;
  readonly state: readonly string[];
}

/** One case of a world, while it is worked on. */
export class Case {
  readonly facts: readonly string[];
  readonly #done: string[] = [];
  #spoilt = false;
  #chosen = false;
  steps = 0;
  ended: 'success' | 'failure' | null = null;

  constructor(
    private readonly spec: WorldSpec,
    private readonly rules: Rules,
    private readonly draw: Draw,
  ) {
    this.facts = Object.entries(spec.attributes).map(
      ([name, values]) => `${name}: ${values[draw() < 0.5 ? 0 : 1]}`,
    );
  }

  /** What can be seen: the facts of the case and what was done. */
  context(): string[] {
    return [
      ...this.facts,
      ...(this.#chosen ? ['chosen: yes'] : []),
      ...this.#done.map((action) => `done: ${action}`),
    ];
  }

  actions(): string[] {
    return allActions(this.spec).filter(
      (action) =>
        !this.#done.includes(action) && !(this.#chosen && this.spec.choices.includes(action)),
    );
  }

  /** The true chance that an action goes through now. */
  chance(action: string): number {
    return this.#refusal(action) === null ? 1 - NOISE : 0;
  }

  act(action: string): Effect {
    this.steps++;
    const effect = this.#effect(action);
    if (this.ended === null && this.steps >= MAX_STEPS) this.ended = 'failure';
    return effect;
  }

  #effect(action: string): Effect {
    if (this.draw() < NOISE) return { observation: 'Error: timed out', state: ['timed out'] };
    const refusal = this.#refusal(action);
    if (refusal !== null) return { observation: `Error: ${refusal}`, state: ['refused'] };
    this.#done.push(action);
    if (action === this.rules.spoiler) this.#spoilt = true;
    if (this.spec.choices.includes(action)) {
      this.#chosen = true;
      if (action !== this.#right()) this.#spoilt = true;
    }
    if (action !== this.spec.final)
      return {
        observation: 'ok',
        state: [`done: ${action}`, ...(this.spec.choices.includes(action) ? ['chosen: yes'] : [])],
      };
    this.ended = this.#spoilt ? 'failure' : 'success';
    return this.#spoilt
      ? { observation: 'It was sent back the next day.', state: [`done: ${action}`, 'sent back'] }
      : { observation: 'All is well.', state: [`done: ${action}`, 'reached the goal'] };
  }

  #right(): string {
    const values = this.spec.attributes[this.rules.attribute] ?? ['', ''];
    return this.rules.right[this.facts.includes(`${this.rules.attribute}: ${values[0]}`) ? 0 : 1];
  }

  #refusal(action: string): string | null {
    if (action === this.spec.final) {
      if (!this.#chosen) return 'nothing was chosen';
      return this.rules.needed.every((each) => this.#done.includes(each))
        ? null
        : 'something is missing';
    }
    return this.spec.choices.includes(action) &&
      this.spec.wrongChoice === 'refused' &&
      action !== this.#right()
      ? 'not accepted here'
      : null;
  }
}

export function allActions(spec: WorldSpec): string[] {
  return [...spec.preparations, ...spec.choices, ...spec.extras, spec.final];
}
