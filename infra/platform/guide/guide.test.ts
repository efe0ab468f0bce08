import { expect, it } from '@rstest/core';
import { harbourContent, mill, millContent } from '../testing/sample-content.ts';
import { createGuide } from './guide.ts';
import { type GuideQuestion, type GuideReply, type GuideState, newGuideState } from './guide-state.ts';

const guide = createGuide(millContent);
const explore = { language: 'en', visitMode: 'exploration', exhibitionId: mill.wheelId } as const;
const tour = { language: 'en', visitMode: 'guided', exhibitionId: mill.wheelId } as const;
const ask = (text: string, visit: Omit<GuideQuestion, 'text'> = explore, state: GuideState = newGuideState) =>
  guide.reply(state, { ...visit, text });
const unasked: GuideReply = { state: newGuideState, text: '', passages: [], sources: [] };
const talk = (texts: readonly string[], visit: Omit<GuideQuestion, 'text'> = explore): GuideReply =>
  texts.reduce((before, text) => ask(text, visit, before.state), unasked);
const documentOf = ({ sources }: GuideReply) => sources.map(({ document }) => document).join();

it('An answer quotes one paragraph without its question, and names its source', () => {
  const answer = ask('Who built the water wheel?');
  expect(answer.sources).toEqual([{ title: 'wall text, Water Wheel', document: 'wheel', paragraphs: [1] }]);
  expect(millContent.knowledge[0]?.paragraphs[0]).toContain(answer.text);
  expect(ask('Why is the wheel not moving in August?').text).toMatch(/^The brook runs dry/);
});

it('An answer has up to three sentences, or two for children, hurried visitors and conversations', () => {
  const sentences = (visit: Partial<GuideQuestion>) => ask('Who built the water wheel?', { ...explore, ...visit }).text.split('. ').length;
  expect(sentences({})).toBe(3);
  expect([sentences({ visitorType: 'kids' }), sentences({ time: '5' }), sentences({ style: 'style.interactive' })]).toEqual([2, 2, 2]);
  expect([sentences({ time: 'time.15' }), sentences({ style: 'contemplative' })]).toEqual([3, 3]);
});

it('An answer consists of the sentences that contain the words of the question', () => {
  const brief = { ...explore, visitorType: 'kids' } as const;
  expect(ask('How many litres do the buckets hold?', brief).text).toContain('forty buckets');
  expect(ask('Who was the carpenter?', brief).text).toContain('Jonas Brook');
});

it.each([
  ['en', 'GUARDED GRAIN?!', 'loft'],
  ['en', 'who guarded the grain', 'loft'],
  ['en', 'grain guardd by whom', 'loft'],
  ['en', '  the   loft ', 'loft'],
  ['en', 'Hello Clara, who guarded the grain, please?', 'loft'],
  ['de', 'Wer bewachte das Getreide im Kornspeicher?', 'loft'],
  ['de', 'Wer baute das Mühlenwasserrad?', 'wheel'],
  ['fr', 'Qui gardait le grenier ?', 'loft'],
  ['fr', 'QUI A CONSTRUIT LA ROUE A EAU', 'wheel'],
] as const)('The guide finds the answer in %s to %j', (language, text, document) => {
  expect(documentOf(ask(text, { ...explore, language }))).toBe(document);
});

it('The chosen exhibition decides the meaning of “here” in an exploration', () => {
  const here = (exhibitionId: string) => documentOf(ask('What is special about this place?', { ...explore, exhibitionId }));
  expect([here(mill.wheelId), here(mill.loftId)]).toEqual(['wheel', 'loft']);
});

it('The chosen exhibition decides between two documents that both answer', () => {
  const paragraphs = ['A ghost is said to walk here at night.'];
  const twin = (id: string, exhibitionId: string) => ({ id, exhibitionId, paragraphs, title: 'panel', language: 'en' as const });
  const twins = createGuide({ ...millContent, knowledge: [twin('one', mill.wheelId), twin('other', mill.loftId)] });
  const asked = (exhibitionId: string) => documentOf(twins.reply(newGuideState, { ...explore, exhibitionId, text: 'Is there a ghost?' }));
  expect([asked(mill.wheelId), asked(mill.loftId)]).toEqual(['one', 'other']);
});

it('The visitor’s place is the chosen exhibition until the tour begins, and answers name no room', () => {
  const here = ask('What can I see here?', tour);
  expect([here.room, documentOf(here)]).toEqual([undefined, 'wheel']);
  const where = ask('Where am I?', tour, here.state);
  expect([where.room, where.text]).toEqual([undefined, expect.stringContaining('The Wheel')]);
  expect(talk(['Not yet', 'Goodbye', 'Where are we?'], tour).room).toBeUndefined();
});

it.each([
  ['en', 'Take me to the Kitchen.'],
  ['de', 'Führen Sie mich in den Raum „Küche“.'],
  ['fr', 'Emmenez-moi dans la salle « Cuisine ».'],
] as const)('A room chosen from a list becomes the visitor’s place, in %s', (language, text) => {
  const begun = talk(['Yes please'], tour);
  expect(ask(text, { ...tour, language }, begun.state).room?.index).toBe(1);
});

it('The visitor’s place is the tour’s room from its first step on, whatever room an answer is about', () => {
  const begun = talk(['Yes please'], tour);
  expect(begun.room).toEqual({ index: 0, count: 2, name: 'Yard' });
  const asked = [ask('How deep is the well?', tour, begun.state), ask('Was bread baked in the kitchen?', tour, begun.state)];
  expect(asked.map((answer) => [answer.room?.index, documentOf(answer)])).toEqual(['yard', 'kitchen'].map((document) => [0, document]));
  const german = ask('Wie tief ist der Brunnen im Hof?', { ...tour, language: 'de' }, begun.state);
  expect(german.room).toEqual({ index: 0, count: 2, name: 'Hof' });
});

it('Answers name no room in an exploration, nor in a museum without rooms', () => {
  expect(ask('How deep is the well in the yard?', explore)).not.toHaveProperty('room');
  expect(createGuide(harbourContent).reply(newGuideState, { ...tour, text: 'Hello' })).not.toHaveProperty('room');
});

it('An exploration does not move the tour', () => {
  const { state } = talk(['Start', 'next room'], tour);
  expect(ask('How deep is the well in the yard?', explore, state).state.tour).toEqual(state.tour);
  expect(state.tour?.room).toBe(1);
});

it.each([
  [
    'en',
    'brook runs dry',
    'Who built the water wheel?',
    'Why?|Tell me more|and then?|go on|What else?|More, please|Can you explain that?|yes please',
  ],
  ['de', 'Bach trocken', 'Wer baute das Wasserrad?', 'Warum?|Erzählen Sie mir mehr|Und dann?|Ja, bitte|Weiter'],
  ['fr', 'ruisseau', 'Qui a construit la roue à eau ?', 'Pourquoi ?|Dites-m’en plus|Et ensuite ?|Oui, s’il vous plaît|Continuez'],
] as const)('A follow-up continues the quoted paragraph in %s with “%s”', (language, expected, first, followUps) => {
  for (const text of followUps.split('|')) expect(talk([first, text], { ...explore, language }).text, text).toContain(expected);
});

it.each([
  ['en', 'Who built the water wheel?', 'And in which year?'],
  ['de', 'Wer baute das Wasserrad?', 'Und in welchem Jahr?'],
  ['fr', 'Qui a construit la roue à eau ?', 'Et en quelle année ?'],
] as const)('A question in %s that names only the kind of answer is answered from the quoted paragraph', (language, first, text) => {
  expect(talk([first, text], { ...explore, language }).text).toContain('1788');
});

it('A follow-up after the last paragraph gets the answer that this is all, without a source', () => {
  const last = talk(['Who built the water wheel?', 'Tell me more', 'Tell me more', 'Tell me more']);
  expect(last).toMatchObject({ text: expect.stringContaining('all I know'), passages: [], sources: [] });
});

it('A follow-up works after a change of language, small talk and an unknown question, and ignores a state of another museum', () => {
  const { state } = ask('Who built the water wheel?');
  expect(ask('Warum?', { ...explore, language: 'de' }, state).text).toContain('Bach trocken');
  expect(talk(['Who built the water wheel?', 'Thank you!', 'Who won the football?', 'Tell me more']).text).toContain('brook runs dry');
  expect(documentOf(createGuide(harbourContent).reply(state, { ...tour, text: 'Tell me more' }))).toBe('lighthouse');
});

it('A pronoun refers to the quoted paragraph, and a first “Tell me more” to the visitor’s place', () => {
  expect(documentOf(talk(['How deep is the well in the yard?', 'How deep is it?']))).toBe('yard');
  expect(documentOf(ask('Tell me more', { ...explore, exhibitionId: mill.loftId }))).toBe('loft');
});

it.each([
  ['en', 'Clara', 'Hello'],
  ['en', 'AI guide', 'good morning, Clara!|Who are you?|Am I talking to a real person?'],
  ['en', 'welcome', 'Thanks a lot'],
  ['en', 'not a human being', 'Are you human?'],
  ['en', 'Goodbye', 'Bye'],
  ['en', 'Ask me about', 'What can you do?'],
  ['de', 'KI-Guide', 'Guten Tag|Wer sind Sie?|Spreche ich mit einer Maschine?'],
  ['de', 'Sehr gern', 'Vielen Dank'],
  ['de', 'kein Mensch', 'Sind Sie ein Mensch?'],
  ['de', 'Auf Wiedersehen', 'Tschüss'],
  ['fr', 'une IA', 'Bonjour|Qui êtes-vous ?|Est-ce que je parle à un robot ?'],
  ['fr', 'Avec plaisir', 'Merci beaucoup'],
  ['fr', 'pas un être humain', 'Êtes-vous un être humain ?'],
  ['fr', 'Au revoir', 'Au revoir'],
] as const)('Small talk in %s is answered with “%s”: %s', (language, said, texts) => {
  const answer = { ...unasked, text: expect.stringContaining(said) };
  for (const text of texts.split('|')) expect(ask(text, { ...explore, language }), text).toEqual(answer);
});

it('A question between greetings is answered', () => {
  expect(documentOf(ask('Hi! Who built the water wheel? Thanks'))).toBe('wheel');
});

it.each(['lighthouse', '???', '', '🙂', '   ', '\u0000'])('The guide says of %j that it does not know the answer', (text) => {
  const state = { ...newGuideState, offered: { document: 'wheel', paragraph: 1 } };
  expect(ask(text)).toMatchObject({ ...unasked, state, text: expect.stringMatching(/don't know.*member of staff/) });
});

it("A museum without documents answers every question with “I don't know”", () => {
  const empty = createGuide({ ...millContent, knowledge: [] });
  for (const text of ['What is this?', 'Tell me more', 'Who built the water wheel?'])
    expect(empty.reply(newGuideState, { ...explore, text }).text).toContain("don't know");
});
