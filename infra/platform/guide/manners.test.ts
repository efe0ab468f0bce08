import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { expect, it } from '@rstest/core';
import { demoMuseum } from '../testing/demo-museums.ts';
import { type GuideReply, newGuideState } from './guide-state.ts';

function talk(folder: string, texts: readonly string[], visit: { language?: Language; visitMode?: 'guided' | 'exploration' } = {}) {
  let state = newGuideState;
  return texts.map((text): GuideReply => {
    const answer = demoMuseum(folder).guide.reply(state, { text, language: 'en', visitMode: 'exploration', ...visit });
    state = answer.state;
    return answer;
  });
}
const guided = { visitMode: 'guided' } as const;
const lastOf = (...asked: Parameters<typeof talk>) => talk(...asked).at(-1);

it.each([
  // Pronouns refer to the previous subject.
  ['archive', 'en', 'Who was Ida Lorenthal?|When did she die?', /1931/],
  ['archive', 'en', 'What wood is the writing desk made of?|How much did she pay for it?', /three marks/],
  ['archive', 'fr', 'Ida Lorenthal, c’était qui ?|Elle est née où ?', /Grauhaven/],
  // Typing errors and synonyms.
  ['belmonte', 'en', 'who painted the cieling', /Savelli/],
  ['archive', 'en', 'what are the strings for', /thread/],
  // A question of the documents in other words.
  ['belmonte', 'en', 'Why is the ceiling of the painting salon so dark?', /candle/i],
  // A quotation begins with its subject.
  ['gallery', 'en', 'Who were the Lock Painters?', /^The Lock Painters were seven friends/i],
  ['archive', 'de', 'Wer war Ida Lorenthal?', /^Ida Lorenthal war eine Romanautorin/],
  ['archive', 'fr', 'Ida Lorenthal, c’était qui ?', /^Ida Lorenthal était une romancière/],
  // The length of a visit, if the museum has texts about it.
  ['belmonte', 'en', 'How long does it take to see everything?', /With fifteen minutes/],
  ['cathedral', 'de', 'Wie lange dauert der Besuch?', /genügt eine Stunde/],
  ['gallery', 'fr', 'Combien de temps faut-il pour tout voir ?', /Avec dix minutes/],
  ['archive', 'en', 'How long does a visit take?', /not in my texts/],
  ['gallery', 'de', 'Wie viel kostet der Eintritt?', /Kasse/],
  // Questions in another language than the visit's.
  ['belmonte', 'en', 'Wer hat die Decke gemalt?', /Savelli.*auf Deutsch weitermachen/],
  ['archive', 'fr', 'Who was Sanna Veit?', /painter.*in English/],
  ['text-chat', 'en', 'Parlez-vous français ?', /je parle français/],
  // Names and goodbyes.
  ['belmonte', 'de', 'Ich heiße Eva. Wer hat die Decke gemalt?', /^Guten Tag, Eva! .*Savelli/],
  ['belmonte', 'en', 'What’s my name?', /I don't know/],
  ['belmonte', 'en', 'goodbye', /^Goodbye, and/],
  ['belmonte', 'en', 'Thank you so much Clara, goodbye!', /Goodbye, and thank you/],
  ['belmonte', 'de', 'Vielen Dank und auf Wiedersehen!', /Auf Wiedersehen, und/],
  ['belmonte', 'fr', 'Merci et au revoir, bonne journée', /Au revoir, et merci/],
] as const)('the guide of %s, in a visit in language %s, answers “%s” with %s', (folder, language, texts, said) => {
  expect(lastOf(folder, texts.split('|'), { language })?.text).toMatch(said);
});

it('“Tell me more” continues the subject, also before the tour', () => {
  const [first, more] = talk('belmonte', ['Who painted the ceiling?', 'Tell me more'], guided);
  expect(more?.sources[0]?.document).toBe(first?.sources.at(-1)?.document);
  expect(more?.room).toBeUndefined();
});

it('“Again” repeats the last answer without quotation marks', () => {
  const [first, again] = talk('archive', ['Why are there holes in the paper?', 'again please']);
  expect(again?.text).toBe(first?.text);
  const [, tour, repeated] = talk('belmonte', ['Start', 'Who painted the ceiling?', 'again'], guided);
  expect(repeated?.text).not.toMatch(/As I said|To say it again|[“„«]Jacopo/);
  expect(repeated?.sources).not.toEqual([]);
  expect(tour?.text).toContain('Savelli');
});

it.each([
  ['en', 'sorry', 'You are a stupid useless robot|You know nothing|You can’t even answer a simple question'],
  ['de', 'Schade', 'Du bist doof|Sie haben ja keine Ahnung'],
  ['fr', 'regrette', 'Vous ne savez rien'],
  ['en', 'fair question', 'Why should I care about any of this?'],
  ['en', 'glad', '❤️❤️'],
  ['en', 'better', 'I am bored'],
  ['de', 'Überraschendem', 'langweilig'],
  ['fr', 'surprenant', 'C’est ennuyeux'],
  ['en', 'own texts', 'Is that true? How do you know?'],
  ['en', 'one thing at a time', 'slower please'],
  ['fr', 'une chose à la fois', 'plus lentement'],
  ['en', 'You are very welcome', 'Perfect, thanks a lot, that helps'],
  ['de', 'Sehr gern', 'Prima, danke, das hat mir sehr geholfen'],
  ['fr', 'Avec plaisir', 'Merci beaucoup, ça m’aide'],
  ['en', 'English, German and French', 'Can we go on in French?'],
  ['de', 'Deutsch, Englisch und Französisch', 'Können wir auf Englisch weitermachen?'],
  ['fr', 'français, anglais et allemand', 'Bonjour, on peut continuer en français ?'],
  ['en', 'Tastes differ', 'what a dump|This place is pretty ugly if you ask me'],
  ['de', 'Geschmack', 'Sieht ja aus wie eine Müllhalde|Das gefällt mir überhaupt nicht'],
  ['fr', 'goûts', 'Quelle horreur|On dirait une décharge'],
  ['en', 'beyond me', 'Could you please sing something for us?|tell me a joke'],
  ['de', 'kann ich leider nicht', 'Kannst du mir ein Lied singen?'],
  ['fr', 'pas le faire', 'Chantez-nous une chanson, s’il vous plaît'],
  ['en', 'no wages', 'Do you get paid?|How old are you?'],
  ['de', 'ohne Lohn', 'Was verdienst du hier eigentlich?'],
  ['fr', 'ni salaire', 'Vous gagnez combien ?|Quel âge avez-vous ?'],
] as const)('The guide stays polite in %s and says “%s”: %s', (language, said, texts) => {
  const polite = { text: expect.stringContaining(said), sources: [] };
  for (const text of texts.split('|'))
    for (const visitMode of ['guided', 'exploration'] as const)
      expect(lastOf('belmonte', [text], { language, visitMode }), text).toMatchObject(polite);
});

it('The guide greets a visitor by name once, answers the question beside the name, and says goodbye by name', () => {
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
  expect(lastOf('belmonte', ['Je m’appelle Zoé'], { language: 'fr', ...guided })?.text).toContain('Quel plaisir de vous accueillir, Zoé.');
});

it('The guide offers the tour after the first two answers only', () => {
  const questions = ['Who painted the ceiling?', 'How was the chandelier lit?', 'What did they eat?', 'Where did the servants live?'];
  const offers = talk('belmonte', [...questions, 'thank you'], guided).map(({ text }) => /\?$/.test(text));
  expect(offers).toEqual([true, true, false, false, false]);
});

it('The guide answers a visitor’s practical questions from the leaflet, or says that it does not know', () => {
  for (const text of ['I am tired, where can I sit?', 'Can I take photos?'])
    expect(lastOf('belmonte', [text])?.sources, text).toMatchObject([{ title: 'leaflet for visitors', document: 'highlights' }]);
  for (const text of ['How much is the entrance ticket and when do you close?', 'Where are the toilets?', 'Is there a café?'])
    expect(lastOf('gallery', [text]), text).toMatchObject({ text: expect.stringMatching(/know|told/), sources: [] });
});

const profile = 'profile.json';
it.each([
  ['en', 'When do you close?', /10 to 18/, profile],
  ['en', 'Is the building accessible for wheelchairs?', /lift behind the Vestibule/, profile],
  ['en', 'How much is the entrance ticket and when do you close?', /12 euros.*10 to 18/, profile],
  ['de', 'Wann schließen Sie?', /10 bis 18 Uhr/, profile],
  ['de', 'Wo gibt es hier Kaffee?', /Café im Hof/, profile],
  ['fr', 'À quelle heure fermez-vous ?', /10 à 18 heures/, profile],
  ['fr', 'Où sont les toilettes ?', /rez-de-chaussée/, profile],
  ['en', 'What is number 12?|12|What is no. 12?|what’s no 12', /Lady with a Lemon/, expect.any(String)],
  ['en', 'Tell me about object number seven', /chandelier/, expect.any(String)],
  ['de', 'Was ist die Nummer zwölf?|Nr. 12', /Zitrone/, expect.any(String)],
  ['fr', 'Et le n° 12 ?|Qu’est-ce que le numéro 12 ?', /citron/i, expect.any(String)],
] as const)(
  'The guide answers in %s from the profile’s hours and label numbers, in both visit modes: %s',
  (language, texts, said, document) => {
    for (const text of texts.split('|'))
      for (const visitMode of ['guided', 'exploration'] as const) {
        const answer = lastOf('belmonte', [text], { language, visitMode });
        expect(answer?.text, text).toMatch(said);
        expect(answer?.sources, text).toMatchObject([{ title: expect.any(String), document }]);
      }
  },
);

it('The guide names the nearest number for an unknown label number, and treats no other number as a label’s', () => {
  const nearest = expect.stringContaining('There is no number 13 here. The nearest is number 12: Lady with a Lemon.');
  expect(lastOf('belmonte', ['What is number 13?'])).toMatchObject({ text: nearest, sources: [] });
  const between = /^There is no number 10 here\. The nearest are number 9, .+, and number 11, /;
  expect(lastOf('belmonte', ['What is number 10?'])?.text).toMatch(between);
  expect(lastOf('gallery', ['What is number 13?'])?.text).not.toContain('number 13 here');
  expect(lastOf('belmonte', ['How many candles does the chandelier have, 72?'])?.sources[0]?.document).toBe('music-and-chandelier');
});

it('The guide quotes the text of a label number whole, even for a visitor with little time', () => {
  const { guide } = demoMuseum('belmonte');
  const question = { text: '12', language: 'en', visitMode: 'exploration', time: '5', visitorType: 'kids' } as const;
  expect(guide.reply(newGuideState, question).text).toMatch(/The lemon may stand for faithfulness/);
});

it.each([
  ['en', 'No, two minutes is enough.|Are no two rooms alike?|No. Two of us are tired.|Is this object 200 years old?'],
  ['de', 'No, zwei Minuten reichen.|Ist dieses Objekt 200 Jahre alt?'],
  ['fr', 'Cet objet, 200 ans, vraiment ?'],
] as const)('The guide treats a number in other words as no label number in %s: %s', (language, texts) => {
  const objects = [2, 200].map((number) => lastOf('belmonte', [String(number)], { language })?.text);
  for (const text of texts.split('|')) expect(objects, text).not.toContain(lastOf('belmonte', [text], { language })?.text);
});

it('The guide offers to continue in another language once', () => {
  const german = ['Wer hat die Decke gemalt?', 'Wann wurde die Decke gemalt?'];
  const asked = [...german, 'Qui a peint le plafond ?', 'Pourquoi le plafond est-il sombre ?'];
  const hints = talk('belmonte', asked).map(({ text }) => /auf Deutsch weitermachen|continuer en français/.test(text));
  expect(hints).toEqual([true, false, true, false]);
});

it.each([
  ['en', 'Shut up', /^As you wish/],
  ['de', 'Halt die Klappe!', /^Ganz wie Sie wünschen/],
  ['fr', 'Taisez-vous', /^Comme vous voulez/],
  ['en', 'Stop', /^As you wish/],
  ['en', 'Bye', /^Goodbye/],
  ['fr', 'Au revoir', /^Au revoir, et merci/],
] as const)('A visitor may say goodbye or “stop” before the tour in %s: %s', (language, text, said) => {
  for (const visit of [{ language }, { language, ...guided }]) expect(lastOf('belmonte', [text], visit)?.text).toMatch(said);
});

it('“Shut up” silences the guide on a tour, and “go on” continues at the same stop', () => {
  const [, before, quiet, more] = talk('belmonte', ['Start', 'yes', 'Shut up!', 'go on'], guided);
  expect(quiet?.text).toBe('As you wish. I am silent until you ask me something.');
  expect(quiet?.state.tour?.phase).toBe(before?.state.tour?.phase);
  expect(more?.sources).not.toEqual([]);
});

it.each([
  ['en', 'Who is the director?|Who’s the curator here?|Who runs this museum?', 'Who built the dome?'],
  ['de', 'Wer ist der Direktor?|Wer leitet das Museum?', 'Wer hat die Kuppel gebaut?'],
  ['fr', 'Qui est le directeur ?|Qui dirige ce musée ?', 'Qui a construit la coupole ?'],
] as const)(
  'The guide says in %s that its texts do not name the staff, and does not answer “who built it” with the year',
  (language, staff, built) => {
    const text = expect.stringMatching(/not in my texts|nicht in meinen Texten|ne disent pas/);
    for (const asked of staff.split('|'))
      for (const folder of ['belmonte', 'text-chat', 'cathedral', 'archive'])
        expect(lastOf(folder, [asked], { language }), `${folder}: ${asked}`).toMatchObject({ text, isUnanswered: true, sources: [] });
    expect(lastOf('text-chat', [built], { language })?.sources).toEqual([]);
  },
);

it.each([
  ['en', 'Until when is the café open?', /half past 17/],
  ['de', 'Wie lange hat das Café geöffnet?', /halb sechs/],
  ['fr', 'Jusqu’à quelle heure le café est-il ouvert ?', /17 heures 30/],
] as const)('The guide answers a question about the café’s hours in %s with the café’s hours alone', (language, text, hours) => {
  const answer = lastOf('belmonte', [text], { language });
  expect(answer?.text).toMatch(hours);
  expect(answer?.text).not.toMatch(/10 (to|bis|à) 18/);
  expect(lastOf('gallery', [text], { language })?.sources).toEqual([]);
});

it('“Tell me more” after a practical question continues the topic before that question', () => {
  const [, before, , after] = talk('belmonte', ['Who built the staircase?', 'Tell me more', 'Where is the toilet?', 'Tell me more']);
  expect([before, after].map((reply) => reply?.sources[0]?.document)).toEqual(['grand-staircase', 'grand-staircase']);
});

it('An unknown question is refused with the nearest question as an offer, and “yes” answers that question', () => {
  const text = expect.stringMatching(/don't know.*You could ask me, for example: .*\?$/);
  expect(lastOf('belmonte', ['Why did Napoleon sleep here?'])).toMatchObject({ text, sources: [] });
  const [refused, yes] = talk('cathedral', ['Whose ghost walks in the crypt?', 'yes please']);
  expect(refused?.sources).toEqual([]);
  const offered = /for example: (.*\?)$/.exec(refused?.text ?? '')?.[1];
  expect(yes?.text).toBe(lastOf('cathedral', [offered ?? ''])?.text);
  expect(yes?.sources).not.toEqual([]);
  expect(lastOf('cathedral', ['Whose ghost walks in the crypt?', 'thank you', 'yes'])?.text).not.toBe(yes?.text);
});

it('The guide names rooms in German and French without a template', () => {
  for (const language of ['de', 'fr'] as const)
    for (const { text } of talk('belmonte', ['Start', 'next room', 'Where are we?'], { ...guided, language }))
      expect(text).not.toMatch(/Raum „|salle «/);
});
