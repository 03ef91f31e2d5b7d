import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionDirection } from './causal-judgement.js';

describe('the direction of a question', () => {
  it.each([
    'Why did Ana move?',
    'And why is that?',
    'How come you left?',
    'What made her quit?',
    'What has made them so angry?',
    'What caused the fire?',
    'What could have caused it?',
    'What led to the strike?',
    'What triggered the alarm?',
    'What was the reason for the delay?',
    'What are the reasons behind it?',
    'Because of what did they fight?',
    'What is the cause of the leak?',
    'What resulted in the loss?',
    'Who caused the accident?',
    'What brought on the fever?',
    'What is behind the rise in rents?',
    'Which mistake led to the outage?',
    'What motivated Caroline to sing?',
    'What inspired the song?',
    'Explain why the tests fail.',
    'What is causing the noise?',
    'What prompted them to leave?',
    'What was the strike caused by?',
    'What is the delay due to?',
    'What was the fire blamed on?',
    'Warum ist sie weggezogen?',
    'Was hat den Brand verursacht?',
    '¿Por qué se fue?',
    'Pourquoi est-elle partie ?',
    'Waarom ging hij weg?',
  ])('%s asks for a cause', (query) => expect(questionDirection(query)).toBe('cause'));

  it.each([
    'What did the strike lead to?',
    'What has the move led to?',
    'What did the fire cause?',
    'What happened because of the storm?',
    'What happened because Ana left?',
    'What happened as a result of the vote?',
    'What was the outcome of the trial?',
    'What are the effects of the drug?',
    'What was the consequence of leaving?',
    'What came of the idea?',
    'What came out of the meeting?',
    'What did it result in?',
    'What resulted from the talks?',
    'What was the impact of the cuts?',
    'As a result of the flood, what changed?',
    'What did the noise trigger?',
    'What will the reform bring about?',
    'How did the injury affect her training?',
    'What followed from it?',
    'Tell me the consequences of the merger.',
    'Where did it lead to?',
    'To what did the strike lead?',
    'What did the strike end up causing?',
    'Wozu führte der Streik?',
    'Welche Folgen hatte der Brand?',
    '¿A qué llevó la huelga?',
    '¿Cuáles fueron las consecuencias de la huelga?',
    'Quelles ont été les conséquences de la grève ?',
  ])('%s asks for an effect', (query) => expect(questionDirection(query)).toBe('effect'));

  it.each([
    'When did Ana move?',
    'Where does she live?',
    'What is her dog called?',
    'What did Ana eat?',
    'Who came to the party?',
    'the whys and wherefores',
    'What does she do for a living?',
    'What did Tom bake?',
    'Was ist das?',
    '',
    'How many cats?',
    'What did they do in May?',
  ])('%j asks for neither', (query) => expect(questionDirection(query)).toBeNull());

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [null, 'cause', 'effect'].includes(questionDirection(text)),
      ),
    );
  });

  it('reads the longest texts through', () => {
    for (const part of ['what ', 'what did ', 'because ', 'a', ' '])
      expect([null, 'cause', 'effect']).toContain(questionDirection(part.repeat(1_000)));
  });
});
