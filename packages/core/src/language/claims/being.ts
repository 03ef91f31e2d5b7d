import { PROFESSIONS } from '../names/gazetteer.js';
import {
  type Claim,
  type ClaimSubject,
  dateValue,
  nameValue,
  nounKey,
  numberValue,
  placeValue,
  identifiesThing,
} from './claim.js';
import {
  assign,
  COMPARISONS,
  endClaim,
  headOf,
  isAttribute,
  PASSING,
  PERSONAL_GROUPS,
  splitScope,
  stateClaim,
  type Statement,
  stateOf,
  termValue,
  truthClaim,
  valueClaim,
  whenClaims,
  word,
} from './statement.js';
import { isReplaced } from './transitive-verbs.js';
import { isPerson, nounPhrase } from './subject-and-verb.js';

const ROLES =
  'ceo|cfo|cto|coo|president|chair|chairman|chairwoman|director|captain|head|mayor|principal|lead|leader|owner|manager|editor|founder';
const RESET =
  'moved|postponed|pushed(?: back)?|rescheduled|delayed|extended|brought forward|shifted|raised|increased|lowered|reduced|bumped(?: up)?|cut|set|reset|changed|updated|upgraded|downgraded|migrated|switched|relocated|renamed|converted|dropped|reverted';
const SET_TO = new RegExp(
  `^(?:${RESET})(?: back)?(?: from (.+?))? (?:to|for|until) (.+?)(?: instead(?: of (.+))?)?$`,
  'i',
);

/** The claims of "is …" about a subject. `was` is about the past unless something was changed. */
export function readBeing(statement: Statement, text: string): Claim[] {
  const { subject } = statement;
  const changed = SET_TO.exec(text);
  if (changed !== null)
    return resetClaims(
      { ...statement, past: false, change: true },
      changed[2] ?? '',
      changed[1] ?? changed[3],
    );
  const person = isPerson(subject) || subject.kind === 'name';
  const gone = isReplaced(statement, text);
  if (gone.length > 0) return gone;
  const inverse = inverted(statement, text);
  if (inverse.length > 0) return inverse;
  return [
    ...compared(statement, text),
    ...quality(statement, text),
    ...fixedPhrases(statement, text),
    ...(person ? ofPerson(statement, text) : []),
    ...(isPerson(subject) && !isAttribute(subject) ? [] : ofThing(statement, text)),
  ];
}

/** "Summer is my favourite season" claims the season. */
function inverted(statement: Statement, text: string): Claim[] {
  const { subject } = statement;
  if (
    (subject.kind !== 'name' && subject.kind !== 'thing') ||
    !/^(?:now |currently )?(?:my|our|the user's|\p{Lu}[\p{L}-]+'s) (?:new )?(?:favou?rite|preferred|current|default|main) /u.test(
      text,
    )
  )
    return [];
  const owned = nounPhrase(text.replace(/^(?:now|currently) /i, ''));
  const value = owned === null ? null : termValue(subject.name);
  return owned === null || value === null
    ? []
    : [valueClaim({ ...statement, subject: owned.subject }, 'is', value)];
}

/** "taller than Paul": one side of a comparison. */
function compared(statement: Statement, text: string): Claim[] {
  const match = /^(\w+) than (.+)$/i.exec(text);
  const side = COMPARISONS.get((match?.[1] ?? '').toLowerCase());
  const key = nounKey(match?.[2] ?? '');
  return side === undefined || !identifiesThing(key) || statement.negated
    ? []
    : [truthClaim(statement, `${side.dimension} than ${key}`, side.more)];
}

/** A lasting quality of a thing or of a named person: true or false. */
function quality(statement: Statement, text: string): Claim[] {
  const { subject } = statement;
  const match = /^(?:always |never )?([a-z][a-z-]{2,})$/.exec(text);
  const adjective = match?.[1] ?? '';
  const speaks = subject.kind === 'speaker' || subject.kind === 'user';
  if (
    adjective === '' ||
    speaks ||
    PASSING.has(adjective) ||
    stateOf(adjective) !== undefined ||
    /(?:ing|ed)$/.test(adjective) ||
    isAttribute(subject) ||
    numberValue(adjective) !== null
  )
    return [];
  return [truthClaim(statement, `is ${adjective}`)];
}

/** A value was replaced by another. */
export function resetClaims(statement: Statement, to: string, from: string | undefined): Claim[] {
  const claims = assign(statement, to);
  const place = placeValue(to);
  const old = from === undefined ? null : termValue(from);
  const next = termValue(to);
  return [
    ...(claims.length > 0 ? claims : place === null ? [] : [valueClaim(statement, 'place', place)]),
    ...(old === null ? [] : [endClaim(statement, old, next)]),
  ];
}

function fixedPhrases(statement: Statement, text: string): Claim[] {
  const { subject } = statement;
  const fixed =
    /^(?:now |still |currently )?(called|named|known as|written in|rewritten in|implemented in|built in|allergic to|into|fond of|afraid of|scared of|(?:a |the )?(?:big |huge )?fan of|sick of|tired of|married to|engaged to|dating|led by|run by|managed by|headed by|owned by|born on|born in|based in|located in|situated in|living in|worth|priced at|due|scheduled for|planned for|set for) (.+)$/i.exec(
      text,
    );
  if (fixed === null) return role(statement, text);
  const [, how = '', what = ''] = fixed;
  const phrase = how.toLowerCase();
  const key = nounKey(what);
  const name = nameValue(what);
  if (phrase === 'called' || phrase === 'named' || phrase === 'known as')
    return name === null ? [] : [valueClaim(statement, 'name', name)];
  if (phrase.endsWith('written in') || phrase === 'implemented in' || phrase === 'built in') {
    const value = nameValue(what);
    return value === null
      ? []
      : [
          valueClaim(
            statement,
            'written in',
            value,
            phrase === 'rewritten in' ? { past: false, change: true } : {},
          ),
        ];
  }
  if (phrase === 'allergic to')
    return identifiesThing(key) ? [truthClaim(statement, `allergic ${key}`)] : [];
  if (phrase === 'into' || phrase === 'fond of' || phrase.endsWith('fan of'))
    return identifiesThing(key) ? [truthClaim(statement, `likes ${key}`)] : [];
  if (phrase === 'sick of' || phrase === 'tired of')
    return identifiesThing(key) ? [truthClaim(statement, `likes ${key}`, false)] : [];
  if (phrase === 'afraid of' || phrase === 'scared of')
    return identifiesThing(key) ? [truthClaim(statement, `fears ${key}`)] : [];
  if (phrase === 'married to' || phrase === 'engaged to') {
    const state = stateClaim(statement, {
      group: 'marital',
      value: phrase === 'married to' ? 'married' : 'engaged',
    });
    return name === null
      ? [state]
      : [...(statement.negated ? [] : [state]), valueClaim(statement, 'partner', name)];
  }
  if (phrase === 'dating') return name === null ? [] : [valueClaim(statement, 'partner', name)];
  if (/ by$/.test(phrase))
    return name === null
      ? []
      : [
          valueClaim(statement, 'is', name, {
            subject: {
              kind: 'owned',
              owner: subject,
              noun: phrase === 'owned by' ? 'owner' : 'lead',
            },
            change: statement.change,
          }),
        ];
  if (phrase === 'born on' || phrase === 'born in') {
    const value = dateValue(what) ?? (phrase === 'born in' ? placeValue(what) : null);
    return value === null ? [] : [valueClaim(statement, 'born', value, { past: false })];
  }
  if (/ in$/.test(phrase)) {
    const value = placeValue(what);
    return value === null
      ? []
      : [
          valueClaim(
            statement,
            isPerson(subject) || subject.kind === 'name' ? 'lives in' : 'place',
            value,
          ),
        ];
  }
  if (phrase === 'worth' || phrase === 'priced at') {
    const value = numberValue(what);
    return value === null ? [] : [valueClaim(statement, 'costs', value)];
  }
  return whenClaims(statement, `${phrase === 'due' ? '' : 'for '}${what}`);
}

const ROLE_AT = new RegExp(
  `^(?:now )?(?!an? )(?:the )?(?:new |current )?((?:\\w+ )?(?:${ROLES})) (?:of|at) (?:the )?(.+)$`,
  'i',
);

/** "Raj Patel is the new CEO of Acme" claims who the CEO of Acme is. */
function role(statement: Statement, text: string): Claim[] {
  const match = ROLE_AT.exec(text);
  if (statement.subject.kind !== 'name') return [];
  if (match === null) return ownRole(statement, text);
  const owner = nounPhrase(match[2] ?? '');
  const value = nameValue(statement.subject.name);
  if (owner === null || value === null) return [];
  const subject: ClaimSubject = {
    kind: 'owned',
    owner: owner.subject,
    noun: (match[1] ?? '').toLowerCase(),
  };
  return [
    valueClaim(statement, 'is', value, {
      subject,
      change: statement.change || / new |^new /i.test(text),
    }),
  ];
}

const OWN_ROLE = new RegExp(
  `^(?:${ROLES}|boss|partner|husband|wife|boyfriend|girlfriend|supervisor|landlord|landlady|dentist|doctor|therapist|coach|mentor)$`,
);

/** "Sara is the team lead", "Luis is my new boss". */
function ownRole(statement: Statement, text: string): Claim[] {
  const what = /^(?:now )?(?:my|our|the (?=[\w-]+ [\w-])) ?/i.test(text)
    ? nounPhrase(text.replace(/^now /i, ''))
    : null;
  const value = statement.subject.kind === 'name' ? nameValue(statement.subject.name) : null;
  if (
    what === null ||
    value === null ||
    !OWN_ROLE.test(headOf(what.subject)) ||
    / (?:of|at|for) /.test(text)
  )
    return [];
  return [
    valueClaim(statement, 'is', value, {
      subject: what.subject,
      change: statement.change || what.age === 'new',
    }),
  ];
}

function ofPerson(statement: Statement, text: string): Claim[] {
  const age =
    /^(?:now |already |only |almost )?(\d{1,3}|[a-z]+(?:-[a-z]+)?)(?: years old| years of age| yo)?$/i.exec(
      text,
    );
  const years = age === null ? null : numberValue(age[1] ?? '');
  if (years !== null && !years.key.includes(' ')) return [valueClaim(statement, 'age', years)];
  if (/^an only child$/i.test(text))
    return ['brother', 'sister', 'sibling'].map((noun) =>
      truthClaim(statement, `has ${noun}`, false),
    );
  const state = stateOf(text.replace(/ (?:to|by|from) .*$/, ''));
  if (state !== undefined && PERSONAL_GROUPS.has(state.group))
    return [stateClaim(statement, state)];
  return trade(statement, text);
}

/** "a nurse", "the new paediatric surgeon": what somebody does for a living. */
export function trade(statement: Statement, text: string): Claim[] {
  const match =
    /^(?:now |still |currently )?(?:an?|the) ([\w -]+?)(?: (?:at|for|in|with) (.+))?$/i.exec(text);
  const key = nounKey(
    (match?.[1] ?? '').replace(
      /^(?:new|full-time|part-time|professional|senior|junior|freelance|certified|trained|great|good) /i,
      '',
    ),
  );
  if (match === null || !PROFESSIONS.has(key.split(' ').at(-1) ?? '')) return [];
  const employer = match[2] === undefined ? null : nameValue(match[2]);
  return [
    valueClaim(statement, 'works as', word(key)),
    ...(employer === null || statement.negated
      ? []
      : [valueClaim(statement, 'works at', employer)]),
  ];
}

function ofThing(given: Statement, raw: string): Claim[] {
  const told = isAttribute(given.subject) ? assign(given, raw) : [];
  if (told.length > 0) return told;
  const { text, statement } = splitScope(given, raw);
  const where = /^(.+?) (?:on|in|for|to) (?:the )?([\w -]+)$/i.exec(text);
  const limited = where === null ? undefined : stateOf(where[1] ?? '');
  if (limited !== undefined && !PERSONAL_GROUPS.has(limited.group))
    return [
      stateClaim(
        { ...statement, scope: [...statement.scope, (where?.[2] ?? '').toLowerCase()].sort() },
        limited,
      ),
    ];
  const state = stateOf(text);
  if (state !== undefined && !PERSONAL_GROUPS.has(state.group)) {
    return [
      stateClaim(statement, state),
      ...(state.value === 'free' && !statement.negated
        ? [valueClaim(statement, 'costs', { kind: 'number', key: '0' })]
        : []),
    ];
  }
  return statement.subject.kind === 'name' ? whenClaims(statement, text) : assign(given, raw);
}
