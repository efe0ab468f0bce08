import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import { createGuide } from './guide.ts';
import { type GuideReply, newGuideState } from './guide-state.ts';

const { museums } = await loadContent(demoContent);
const guides = new Map(museums.map((content) => [content.folder, createGuide(content)]));

/** What one visitor hears, answer by answer. */
function talk(folder: string, texts: readonly string[], visit: { language?: Language; visitMode?: 'guided' | 'exploration' } = {}) {
  let state = newGuideState;
  return texts.map((text): GuideReply => {
    const answer = guides.get(folder)?.reply(state, { text, language: 'en', visitMode: 'exploration', ...visit });
    if (!answer) throw new Error(`no demo museum ${folder}`);
    state = answer.state;
    return answer;
  });
}
const guided = { visitMode: 'guided' } as const;
const lastOf = (...asked: Parameters<typeof talk>) => talk(...asked).at(-1);

describe('the guide as a host', () => {
  it('takes "he", "she" and "it" for what the answer before was about', () => {
    expect(lastOf('archive', ['Who was Ida Lorenthal?', 'When did she die?'])?.text).toContain('1931');
    expect(lastOf('archive', ['What wood is the writing desk made of?', 'How much did she pay for it?'])?.text).toContain('three marks');
    expect(lastOf('archive', ['Ida Lorenthal, c’était qui ?', 'Elle est née où ?'], { language: 'fr' })?.text).toContain('Grauhaven');
  });

  it('goes on with the subject at "tell me more", before the tour, too', () => {
    const [first, more] = talk('belmonte', ['Who painted the ceiling?', 'Tell me more'], guided);
    expect(more?.sources[0]?.document).toBe(first?.sources.at(-1)?.document);
    expect(more?.room).toBeUndefined();
  });

  it('finds what is meant where the word is another or mistyped', () => {
    expect(lastOf('belmonte', ['who painted the cieling'])?.text).toContain('Savelli');
    expect(lastOf('archive', ['what are the strings for'])?.text).toContain('thread');
  });

  it('says an answer without the heading it stands under, and names its subject', () => {
    expect(lastOf('gallery', ['Who were the Lock Painters?'])?.text).toMatch(/^The Lock Painters were seven friends/i);
    expect(lastOf('archive', ['Wer war Ida Lorenthal?'], { language: 'de' })?.text).toMatch(/^Ida Lorenthal war eine Romanautorin/);
    expect(lastOf('archive', ['Ida Lorenthal, c’était qui ?'], { language: 'fr' })?.text).toMatch(/^Ida Lorenthal était une romancière/);
  });

  it('says again what it said, without quotation marks around it', () => {
    const [first, again] = talk('archive', ['Why are there holes in the paper?', 'again please']);
    expect(again?.text).toBe(first?.text);
    const [, tour, repeated] = talk('belmonte', ['Start', 'Who painted the ceiling?', 'again'], guided);
    expect(repeated?.text).not.toMatch(/As I said|To say it again|[“„«]Jacopo/);
    expect(repeated?.sources).not.toEqual([]);
    expect(tour?.text).toContain('Savelli');
  });

  it.each([
    ['en', 'You are a stupid useless robot', 'sorry'],
    ['en', 'Why should I care about any of this?', 'fair question'],
    ['en', '❤️❤️', 'glad'],
    ['en', 'I am bored', 'better'],
    ['en', 'Is that true? How do you know?', 'own texts'],
    ['en', 'slower please', 'one thing at a time'],
    ['de', 'Du bist doof', 'Schade'],
    ['de', 'langweilig', 'Überraschendem'],
    ['fr', 'C’est ennuyeux', 'surprenant'],
    ['fr', 'plus lentement', 'une chose à la fois'],
    ['en', 'Perfect, thanks a lot, that helps', 'You are very welcome'],
    ['en', 'Can we go on in French?', 'English, German and French'],
    ['de', 'Prima, danke, das hat mir sehr geholfen', 'Sehr gern'],
    ['de', 'Können wir auf Englisch weitermachen?', 'Deutsch, Englisch und Französisch'],
    ['fr', 'Merci beaucoup, ça m’aide', 'Avec plaisir'],
    ['fr', 'Bonjour, on peut continuer en français ?', 'français, anglais et allemand'],
    ['en', 'what a dump', 'Tastes differ'],
    ['en', 'This place is pretty ugly if you ask me', 'Tastes differ'],
    ['en', 'You know nothing', 'sorry'],
    ['en', 'You can’t even answer a simple question', 'sorry'],
    ['en', 'Could you please sing something for us?', 'beyond me'],
    ['en', 'tell me a joke', 'beyond me'],
    ['en', 'Do you get paid?', 'no wages'],
    ['en', 'How old are you?', 'no wages'],
    ['de', 'Sieht ja aus wie eine Müllhalde', 'Geschmack'],
    ['de', 'Das gefällt mir überhaupt nicht', 'Geschmack'],
    ['de', 'Sie haben ja keine Ahnung', 'Schade'],
    ['de', 'Kannst du mir ein Lied singen?', 'kann ich leider nicht'],
    ['de', 'Was verdienst du hier eigentlich?', 'ohne Lohn'],
    ['fr', 'Quelle horreur', 'goûts'],
    ['fr', 'On dirait une décharge', 'goûts'],
    ['fr', 'Vous ne savez rien', 'regrette'],
    ['fr', 'Chantez-nous une chanson, s’il vous plaît', 'pas le faire'],
    ['fr', 'Vous gagnez combien ?', 'ni salaire'],
    ['fr', 'Quel âge avez-vous ?', 'ni salaire'],
  ] as const)('keeps its manners in %s: %j', (language, text, said) => {
    for (const visitMode of ['guided', 'exploration'] as const)
      expect(lastOf('belmonte', [text], { language, visitMode })).toMatchObject({ text: expect.stringContaining(said), sources: [] });
  });

  it('greets who gives a name by it, once, answers what else is asked, and says goodbye by it', () => {
    const [hello, both, more, who, bye] = talk('belmonte', [
      "I'm Martha and this is Joe.",
      'My name is Martha. Who painted the ceiling?',
      'And I am Ben. Who painted the ceiling?',
      'What’s my name?',
      'goodbye',
    ]);
    expect(hello).toMatchObject({ text: expect.stringMatching(/^Pleased to meet you, Martha and Joe\. I am Clara/), sources: [] });
    expect(both?.text).toMatch(/^(?!Hello).*Savelli/);
    expect(more?.text).toMatch(/^Hello, Ben! .*Savelli/);
    expect([who?.text, bye?.text]).toEqual([expect.stringContaining('Martha and Ben'), expect.stringMatching(/^Goodbye, Martha and Ben,/)]);
    expect(lastOf('belmonte', ['Ich heiße Eva. Wer hat die Decke gemalt?'], { language: 'de' })?.text).toMatch(
      /^Guten Tag, Eva! .*Savelli/,
    );
    expect(lastOf('belmonte', ['Je m’appelle Zoé'], { language: 'fr', ...guided })?.text).toContain(
      'Quel plaisir de vous accueillir, Zoé.',
    );
    expect(lastOf('belmonte', ['What’s my name?'])?.text).toContain("I don't know");
    expect(lastOf('belmonte', ['goodbye'])?.text).toMatch(/^Goodbye, and/);
  });

  it.each([
    ['belmonte', 'en', 'How long does it take to see everything?', 'With fifteen minutes'],
    ['cathedral', 'de', 'Wie lange dauert der Besuch?', 'genügt eine Stunde'],
    ['gallery', 'fr', 'Combien de temps faut-il pour tout voir ?', 'Avec dix minutes'],
    ['archive', 'en', 'How long does a visit take?', 'not in my texts'],
  ] as const)('in %s, in %s, says how long a visit takes, if the museum says it: %j', (folder, language, text, said) => {
    expect(lastOf(folder, [text], { language })?.text).toContain(said);
  });

  it.each([
    ['en', 'Thank you so much Clara, goodbye!', 'Goodbye, and thank you'],
    ['de', 'Vielen Dank und auf Wiedersehen!', 'Auf Wiedersehen, und'],
    ['fr', 'Merci et au revoir, bonne journée', 'Au revoir, et merci'],
  ] as const)('says goodbye in %s: %j', (language, text, said) => {
    expect(lastOf('belmonte', [text], { language })).toMatchObject({ text: expect.stringContaining(said), sources: [] });
  });

  it('offers the tour at the first answers and the next room once, not behind every answer', () => {
    const questions = [
      'Who painted the ceiling?',
      'How was the chandelier lit?',
      'What did they eat?',
      'Where did the servants live?',
      'thank you',
    ];
    const offers = talk('belmonte', questions, guided).map(({ text }) => /\?$/.test(text));
    expect(offers).toEqual([true, true, false, false, false]);
  });

  it('tells what every visitor needs from the leaflet, or says honestly that it does not know', () => {
    for (const text of ['I am tired, where can I sit?', 'Can I take photos?'])
      expect(lastOf('belmonte', [text])?.sources, text).toMatchObject([{ title: 'leaflet for visitors', document: 'highlights' }]);
    for (const text of ['How much is the entrance ticket and when do you close?', 'Where are the toilets?', 'Is there a café?'])
      expect(lastOf('gallery', [text]), text).toMatchObject({ text: expect.stringMatching(/know|told/), sources: [] });
    expect(lastOf('gallery', ['Wie viel kostet der Eintritt?'], { language: 'de' })?.text).toContain('Kasse');
  });

  it.each([
    ['en', 'When do you close?', /10 to 18/],
    ['en', 'Is the building accessible for wheelchairs?', /lift behind the Vestibule/],
    ['en', 'How much is the entrance ticket and when do you close?', /12 euros.*10 to 18/],
    ['de', 'Wann schließen Sie?', /10 bis 18 Uhr/],
    ['de', 'Wo gibt es hier Kaffee?', /Café im Hof/],
    ['fr', 'À quelle heure fermez-vous ?', /10 à 18 heures/],
    ['fr', 'Où sont les toilettes ?', /rez-de-chaussée/],
  ] as const)('tells in %s what the profile says of hours and the like, on a tour too: %s', (language, text, said) => {
    for (const visitMode of ['guided', 'exploration'] as const) {
      const answer = lastOf('belmonte', [text], { language, visitMode });
      expect(answer?.text).toMatch(said);
      expect(answer?.sources).toMatchObject([{ title: expect.any(String), document: 'profile.json' }]);
    }
  });

  it.each([
    ['en', 'What is number 12?', /Lady with a Lemon/],
    ['en', '12', /Lady with a Lemon/],
    ['en', 'Tell me about object number seven', /chandelier/],
    ['de', 'Was ist die Nummer zwölf?', /Zitrone/],
    ['fr', 'Qu’est-ce que le numéro 12 ?', /citron/i],
  ] as const)('knows in %s what the number on a label means, on a tour too: %s', (language, text, said) => {
    for (const visitMode of ['guided', 'exploration'] as const) {
      const answer = lastOf('belmonte', [text], { language, visitMode });
      expect(answer?.text).toMatch(said);
      expect(answer?.sources).toHaveLength(1);
    }
  });

  it('says of a number that nothing has which one is nearest, and takes no other number for one of a label', () => {
    expect(lastOf('belmonte', ['What is number 13?'])).toMatchObject({
      text: expect.stringContaining('There is no number 13 here. The nearest is number 12: Lady with a Lemon.'),
      sources: [],
    });
    expect(lastOf('gallery', ['What is number 13?'])?.text).not.toContain('number 13 here');
    expect(lastOf('belmonte', ['How many candles does the chandelier have, 72?'])?.sources[0]?.document).toBe('music-and-chandelier');
  });

  it('goes on with the house, not with the prices, when somebody asked for a toilet and then for more', () => {
    const [, before, , after] = talk('belmonte', ['Who built the staircase?', 'Tell me more', 'Where is the toilet?', 'Tell me more']);
    expect([before, after].map((reply) => reply?.sources[0]?.document)).toEqual(['grand-staircase', 'grand-staircase']);
  });

  it('does not answer who built a thing with the year in which it was built', () => {
    for (const [language, text] of [
      ['en', 'Who built the dome?'],
      ['de', 'Wer hat die Kuppel gebaut?'],
      ['fr', 'Qui a construit la coupole ?'],
    ] as const)
      expect(lastOf('text-chat', [text], { language })?.sources, text).toEqual([]);
  });

  it('refuses what nobody wrote about, and offers something it knows', () => {
    const answer = lastOf('belmonte', ['Why did Napoleon sleep here?']);
    expect(answer).toMatchObject({ text: expect.stringMatching(/don't know.*You could ask me, for example: .*\?$/), sources: [] });
  });

  it('offers the question that is nearest to the one it cannot answer, and answers it at "yes"', () => {
    const [refused, yes] = talk('cathedral', ['Whose ghost walks in the crypt?', 'yes please']);
    expect(refused?.sources).toEqual([]);
    const offered = /for example: (.*\?)$/.exec(refused?.text ?? '')?.[1];
    expect(yes?.text).toBe(lastOf('cathedral', [offered ?? ''])?.text);
    expect(yes?.sources).not.toEqual([]);
    expect(lastOf('cathedral', ['Whose ghost walks in the crypt?', 'thank you', 'yes'])?.text).not.toBe(yes?.text);
  });

  it('answers in the museum’s other languages, and offers to go on in them', () => {
    expect(lastOf('belmonte', ['Wer hat die Decke gemalt?'])?.text).toMatch(/Savelli.*auf Deutsch weitermachen/);
    expect(lastOf('archive', ['Who was Sanna Veit?'], { language: 'fr' })?.text).toMatch(/painter.*in English/);
    expect(lastOf('text-chat', ['Parlez-vous français ?'])?.text).toContain('je parle français');
  });

  it('speaks of rooms in German and French without a template', () => {
    for (const language of ['de', 'fr'] as const)
      for (const { text } of talk('belmonte', ['Start', 'next room', 'Where are we?'], { ...guided, language }))
        expect(text).not.toMatch(/Raum „|salle «/);
  });
});
