import { describe, expect, it } from 'vitest';
import type { Claim, ClaimSubject } from './claim.js';
import { readDates } from '../dates.js';
import { daysAhead } from './clauses.js';
import { readClaims } from './read-claims.js';

const who = (subject: ClaimSubject): string =>
  subject.kind === 'speaker'
    ? 'I'
    : subject.kind === 'user'
      ? 'user'
      : subject.kind === 'owned'
        ? `${who(subject.owner)}'s ${subject.noun}`
        : subject.name;
const told = ({ subject, slot, value, mode, next, scope }: Claim): string =>
  `${who(subject)} | ${slot} | ${mode === 'holds' ? '' : `${mode} `}${value.key}${next === null ? '' : ` → ${next.key}`}${scope.length > 0 ? ` (${scope.join(', ')})` : ''}`;
const read = (text: string): string[] => readClaims(text).map(told);

describe('what lies ahead', () => {
  const said = Date.UTC(2026, 4, 1, 10);
  const ahead = (text: string): string[] =>
    readClaims(text, daysAhead(readDates(text, said), said, said)).map(
      ({ slot, mode, value, from }) =>
        `${slot} ${mode} ${value.key}${from === undefined ? '' : ` ${new Date(from).toISOString().slice(5, 10)}`}`,
    );

  it.each([
    ['I signed with Zonnehart! Starting June 1st.', 'works at planned zonnehart 06-01'],
    ['My last day at Bolwerk is May 22.', '* denied bolwerk 05-22'],
    ['We are moving to Vught on 3 July.', 'lives in planned vught 07-03'],
    ['From 1 July the rent is 1,200 euros.', 'is planned 1200 eur 07-01'],
    ['I will start at Acme on Monday.', 'works at planned acme 05-04'],
    ['I accepted an offer from Acme.', 'works at planned acme'],
    ['The wedding is on 3 July.', 'when holds ?-7-3 ?'],
    ['I live in Utrecht until June 30.', 'lives in holds utrecht'],
    ['Today was my last day at Bolwerk.', '* denied bolwerk'],
    ['First day at Zonnehart was great.', 'works at holds zonnehart'],
  ])('counts from its day: %s', (text, claim) => {
    expect(ahead(text)).toEqual([claim]);
  });
});

describe('claims are read from', () => {
  it.each([
    ['I live in Leeds, near the canal.', 'I | lives in | leeds'],
    ['My sister lives in Rome.', "I's sister | lives in | rome"],
    ['We finally moved to Exeter last weekend.', 'I | lives in | exeter'],
    ['The user works at Google.', 'user | works at | google'],
    ['Kofi is 34 years old.', 'Kofi | age | 34'],
    ['My favorite color is actually purple.', "I's favourite colour | is | purple"],
    ['The gateway timeout was raised to 90 seconds.', 'gateway timeout | is | 90 s'],
    ['The TTL is set to five minutes.', 'ttl | is | 300 s'],
    ['pool_size = 20', 'pool size | is | 20'],
    ['MAX_CONNECTIONS=250', 'max connection | is | 250'],
    ['The launch has been moved to 26 June.', 'launch | when | ?-6-26 ?'],
    ['The stand-up is at 9:30 from now on.', 'stand-up | when | 09:30'],
    ["Ravi's email address is ravi@new.example.", "Ravi's email | is | ravi@newexample"],
    ['Jin is single.', 'Jin | state marital | single'],
    ['The museum is closed on Mondays.', 'museum | state openness | closed (monday)'],
    ["I can't stand coriander.", 'I | likes coriander | no'],
    ["I don't like sushi any more.", 'I | likes sushi | no'],
    ['I quit smoking.', 'I | smoke | no'],
    ['The endpoint does not support XML.', 'endpoint | support xml | no'],
    ['I used to live in Leeds.', 'I | lives in | past leeds'],
    ['In staging, the pool size is 10.', 'pool size | is | 10 (staging)'],
    ['Raj Patel is the new CEO of Acme.', "Acme's ceo | is | raj patel"],
    ['Ayesha leads the platform team.', "platform team's lead | is | ayesha"],
    ['Set the retry limit to 5.', 'retry limit | is | 5'],
    ['The concert is on 5 June at the Apollo.', 'concert | when | ?-6-5 ?'],
    ['The build takes ten minutes.', 'build | takes | 600 s'],
    ['The lift was repaired.', 'lift | state tests | passing'],
    ['Tom is my partner.', 'I | partner | tom'],
    ['Our reviews are monthly now.', "I's review | state frequency | monthly"],
    ['The meeting is at 11am instead.', 'meeting | when | 11:00'],
    ['I got married last Saturday.', 'I | state marital | married'],
    ['I started drinking coffee again.', 'I | drink coffee | yes'],
    ['I stopped going to the gym.', 'I | go gym | no'],
    ['I quit smoking in March.', 'I | smoke | no'],
    ['I do not eat oysters any more.', 'I | likes oyster | no'],
    ['I broke up with Sam two weeks ago.', 'I | partner | denied sam'],
    ['Anna and Mike broke up.', 'Anna | partner | denied mike'],
    ['Sara is the team lead now.', 'team lead | is | sara'],
    ['Luis is my new boss.', "I's boss | is | luis"],
    ['The printer works again.', 'printer | state tests | passing'],
    ['The printer is out of order.', 'printer | state tests | failing'],
    ['Dana had the baby last night.', 'Dana | state pregnancy | denied pregnant'],
    ['We migrated the billing service to MySQL.', 'I | uses for billing service | mysql'],
    ['I gave up Welsh and am learning Italian now.', 'I | learn italian | yes'],
    ['I sold the Corolla and bought a Honda.', 'I | * | denied corolla'],
    ['I gave up tennis for padel.', 'I | * | denied tennis → padel'],
    ['I quit coffee for tea.', 'I | * | denied coffee → tea'],
    ['We moved over to Zulip last week.', 'I | uses zulip | yes'],
    ['We are moving to TimescaleDB.', 'I | uses timescaledb | yes'],
    ['We are moving from Slack to Zulip.', 'I | * | denied slack → zulip'],
    ['We switched to Zulip from Slack.', 'I | * | denied slack → zulip'],
    ['Jonas traded his Golf in for a Tesla.', 'Jonas | * | denied golf → tesla'],
    ['We ditched Slack for Zulip.', 'I | * | denied slack → zulip'],
    ['I cancelled Netflix.', 'I | * | denied netflix'],
    ['We got rid of the Corolla.', 'I | * | denied corolla'],
    ['Zulip replaced Slack.', 'I | * | denied slack → zulip'],
    ['Slack has been replaced by Zulip.', 'I | * | denied slack → zulip'],
    ['Instead of Slack we now use Zulip.', 'I | * | denied slack → zulip'],
    ['We moved from Leeds to Porto.', 'I | lives in | porto'],
  ])('%s', (text, claim) => {
    expect(read(text)).toContain(claim);
  });

  it.each([
    'Do you live in Leeds?',
    'I wish I lived in Brazil.',
    'If I lived in Japan I would eat sushi every day.',
    'I might move to Oslo some day.',
    'I am so happy today!',
    'I love it.',
    'She lives in Rome.',
    'We are going to move to Porto.',
    'I am at the airport.',
    'The drive took two hours.',
    'It takes courage.',
    'I had a baby shower last week.',
    'I am going to stop smoking.',
    'I swapped numbers with Tom.',
    'I traded stories with my sister.',
    'I gave up my seat for an old lady.',
    'I sold cookies for charity.',
    'I dropped Tom at the airport.',
    'Ana replaced Tom in the second half.',
    'We moved from the kitchen to the garden.',
  ])('nothing of: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('a pronoun only where its own text says whom it means', () => {
    expect(read('Lena lived in Oslo for years. She moved to Bergen.')).toEqual([
      'Lena | lives in | past oslo',
      'Lena | lives in | bergen',
    ]);
  });
});
