import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { parseTourMark } from '@enfilade/shared-contracts/museum/tour-mark';
import { planTour } from '@enfilade/shared-contracts/museum/tour-plan';
import { tourTextsOf } from '@enfilade/shared-contracts/museum/tour-texts';
import { tourActions, tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { expect, it } from '@rstest/core';
import { demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import { harbourContent, mill, millContent } from '../testing/sample-content.ts';
import unseenSayings from '../testing/unseen-tour-sayings.json';
import { createGuide, type EmbeddedGuide } from './guide.ts';
import { type GuideQuestion, type GuideReply, type GuideState, newGuideState } from './guide-state.ts';

type Visit = Partial<GuideQuestion>;

/** A visitor on a tour, who spends the planned time on each answer. */
function createVisitor(guide: EmbeddedGuide, visit: Visit = {}, begun: GuideState = newGuideState) {
  let state = begun;
  let now = 0;
  let before: GuideReply['tour'];
  return {
    say(text: string, more: Visit = {}): GuideReply {
      const reply = guide.reply(state, { language: 'en', visitMode: 'guided', now, ...visit, ...more, text });
      state = reply.state;
      const { room = 1, stop = 0 } = reply.tour ?? {};
      const isArrival = room !== (before?.room ?? 1);
      const isNew = isArrival || stop !== before?.stop;
      now += (60_000 * reply.text.split(/\s+/).length) / 130 + 8_000 + (isArrival ? 30_000 : 0) + (isNew ? 17_000 : 0);
      before = reply.tour;
      return reply;
    },
    wait(minutes: number) {
      now += 60_000 * minutes;
    },
    minutes: () => now / 60_000,
  };
}

const belmonte = (visit: Visit = {}) => createVisitor(demoMuseum('belmonte').guide, { time: '15', ...visit });
const sentencesOf = (...replies: GuideReply[]) => replies.flatMap(({ text }) => splitSentences(text));

const walks = demoMuseums
  .filter(({ content }) => content.profile.entryScreen === 'visit')
  .flatMap(({ content, guide }) =>
    languages.flatMap((language) => ['5', '10', '15', '30'].map((time) => ({ museum: content.folder, content, guide, language, time }))),
  );

it.each(walks)(
  'if the visitor always answers “yes”, the tour repeats no sentence and keeps to its announced time ($museum, $language, $time minutes)',
  (walk) => {
    const { content, guide, language, time } = walk;
    const exhibitionId = content.exhibitions[0]?._id;
    const visitor = createVisitor(guide, { language, time, exhibitionId });
    const replies = [visitor.say(tourWords[language].begin[0])];
    const announced = (replies[0]?.tour?.leftSeconds ?? 0) / 60;
    while (replies.at(-1)?.tour?.phase !== 'over' && replies.length < 80) {
      expect(replies.at(-1)?.tour?.asks).toBeDefined();
      replies.push(visitor.say(tourWords[language].yes[0]));
    }
    expect(replies.at(-1)?.tour).toMatchObject({ phase: 'over', action: 'yes' });
    expect(replies.at(-1)?.tour).not.toHaveProperty('asks');
    const texts = new Set(content.knowledge.flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)));
    const quoted = sentencesOf(...replies).filter((sentence) => texts.has(sentence));
    expect(new Set(quoted).size).toBe(quoted.length);
    expect(Math.abs(visitor.minutes() - announced)).toBeLessThanOrEqual(Math.max(1.5, 0.15 * announced));
    // The remaining time never grows by more than 30 s.
    const left = replies.map(({ tour }) => tour?.leftSeconds ?? 0);
    expect(left.filter((seconds, at) => seconds > (left[at - 1] ?? Number.POSITIVE_INFINITY) + 30)).toEqual([]);
  },
);

it('The palace’s tour fills each of the four times, for every company, style and goal, in every language', () => {
  const { content } = demoMuseum('belmonte');
  const [exhibition] = content.exhibitions;
  const goals = ['', 'learn', 'relax', 'explore', 'challenge', 'learn,challenge', 'relax,explore'];
  const chosen = [['5', '10', '15', '30'], ['alone', 'group'], ['interactive', 'contemplative'], goals].reduce<string[][]>(
    (all, list) => all.flatMap((one) => list.map((value) => [...one, value])),
    [[]],
  );
  for (const language of languages) {
    const documents = content.knowledge.filter((document) => document.language === language);
    for (const [time, visitorType, style, goal] of chosen) {
      const answers = { time, visitorType, style, goals: goal };
      const texts = tourTextsOf({ profile: content.profile, exhibition, documents, language, answers });
      expect([language, answers, planTour({ texts, answers })]).toEqual([language, answers, expect.objectContaining({ fills: true })]);
    }
  }
});

it('the tour announces its minutes at the start if the texts do not fill the visitor’s time', () => {
  const { guide, content } = demoMuseum('archive');
  const visit = { exhibitionId: content.exhibitions[0]?._id, time: '30' };
  expect(createVisitor(guide, visit).say('Begin').text).toMatch(/about \d+ (of your 30 )?minutes/);
  expect(belmonte({ time: '30' }).say('Begin').text).not.toMatch(/minutes/);
});

it.each(languages)('The word of each control has its intent in %s', (language) => {
  const understood = tourActions.map((action) => {
    const visitor = belmonte({ language });
    if (action !== 'begin') visitor.say(tourWords[language].begin[0]);
    return visitor.say(tourWords[language][action][0]).tour?.action;
  });
  expect(understood).toEqual([...tourActions]);
});

it.each(languages)(
  'At least 95 % of unseen sayings are recognised in %s, and no greeting or insult starts or ends a tour',
  (language: Language) => {
    const said = Object.entries(unseenSayings[language]).flatMap(([intent, texts]) => texts.map((text) => ({ intent, text })));
    const missed = said.filter(({ intent, text }) => {
      const visitor = belmonte({ language });
      if (intent !== 'begin') visitor.say(tourWords[language].begin[0]);
      const action = visitor.say(text).tour?.action;
      const isRude = intent === 'none' && (action === undefined || action === 'stop');
      return !isRude && action !== intent;
    });
    expect(missed.length / said.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
    for (const { text } of said.filter(({ intent }) => intent === 'none')) {
      const { tour, sources, isUnanswered } = belmonte({ language }).say(text);
      expect([text, tour?.phase, sources, isUnanswered]).toEqual([text, 'before', [], undefined]);
      const visitor = belmonte({ language });
      visitor.say(tourWords[language].begin[0]);
      expect([text, visitor.say(text).tour?.phase]).toEqual([text, 'under-way']);
    }
  },
);

it('“Back” tells the previous stop again, “again” repeats the last answer, and both keep the rest of the tour', () => {
  const visitor = belmonte();
  visitor.say('Begin');
  const second = visitor.say('Next');
  const again = visitor.say('Again');
  expect(again.text).toContain(splitSentences(second.text)[0] ?? '–');
  const back = visitor.say('Back');
  expect(back.tour).toMatchObject({ action: 'back', room: 1, asks: 'more' });
  expect(back.text).toContain('The Vestibule is the hall on the water.');
  const next = visitor.say('Next');
  expect(sentencesOf(next).some((sentence) => sentencesOf(second).includes(sentence))).toBe(false);
});

it('“Skip” leaves a stop, “stay” keeps the room, and “next room” changes it', () => {
  const visitor = belmonte();
  const begun = visitor.say('Begin');
  const skipped = visitor.say('Skip this');
  expect(skipped.tour).toMatchObject({ action: 'skip', room: 1, stop: 2 });
  expect(skipped.sources.map(({ document }) => document)).not.toContain(begun.sources[0]?.document);
  expect(visitor.say('Stay here').tour).toMatchObject({ room: 1, asks: 'more' });
  expect(visitor.say('Next room').tour).toMatchObject({ room: 2, stop: 1 });
});

it('“No” ends the stop after “more?”, the room after “go on?”, and keeps the room after “next room?”', () => {
  const visitor = belmonte({ time: '30' });
  expect(visitor.say('Begin').tour?.asks).toBe('more');
  expect(visitor.say('No').tour?.asks).toBe('next-stop');
  expect(visitor.say('No').tour).toMatchObject({ asks: 'next-room', room: 1 });
  expect(visitor.say('No').tour).toMatchObject({ action: 'no', asks: 'more', room: 1 });
});

it('A visitor may return to a seen room, where new texts come first, but may not jump ahead', () => {
  const visitor = belmonte({ time: '5' });
  visitor.say('Begin');
  expect(visitor.say('Take me to the Grand Salon').tour?.room).toBe(1);
  visitor.say('Next room');
  const back = visitor.say('Take me to the Vestibule');
  expect(back).toMatchObject({ tour: { action: 'back', room: 1, asks: 'next-room' } });
  expect(back.sources).not.toEqual([]);
});

it('Time spent elsewhere shortens the rest of a tour, which still passes every room', () => {
  const visitor = belmonte({ time: '10' });
  visitor.say('Begin');
  visitor.wait(9);
  const rooms = [visitor.say('Yes'), visitor.say('Next room'), visitor.say('Next room')].map(({ tour }) => tour);
  expect(rooms.map((tour) => tour?.room)).toEqual([1, 2, 3]);
  expect(rooms.at(-1)?.leftSeconds).toBeLessThan(120);
});

it('Time that is left brings the exhibition’s other stops into the last room', () => {
  const { content, guide } = demoMuseum('belmonte');
  const visitor = createVisitor(guide, { time: '30', exhibitionId: content.exhibitions.find(({ _id }) => _id.endsWith('001'))?._id });
  const replies = [visitor.say('Begin')];
  while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say('Yes', { now: 0 }));
  expect(replies.flatMap(({ sources }) => sources.map(({ document }) => document))).toContain('grand-staircase');
});

it('The tour answers a question, repeats its own question once and keeps it open', () => {
  const visitor = belmonte();
  const { tour } = visitor.say('Begin');
  const questions = ['Who painted the ceiling?', 'Where did the servants live?', 'How was the chandelier lit?'];
  const answers = questions.map((text) => visitor.say(text));
  expect(answers.map(({ text }) => text.trim().endsWith('?'))).toEqual([true, false, false]);
  const open = [tour?.asks, 1, undefined];
  expect(answers.map((answer) => [answer.tour?.asks, answer.tour?.room, answer.tour?.action])).toEqual([open, open, open]);
});

it.each([
  ['en', 'hi there!', /^(Hello|Welcome|Good to see you).*\?$/],
  ['de', 'Guten Tag', /^(Guten Tag|Willkommen|Schön).*\?$/],
  ['fr', 'Bonjour', /^(Bonjour|Bienvenue|Quel plaisir).*\?$/],
] as const)('A greeting in %s gets a greeting and the offer of the tour', (language, text, said) => {
  const { text: answer, tour } = belmonte({ language }).say(text);
  expect(answer).toMatch(said);
  expect(tour).toMatchObject({ phase: 'before', asks: 'begin' });
});

it('Rude words get one calm sentence and change nothing', () => {
  const visitor = belmonte();
  const { tour: before } = visitor.say('Begin');
  const { text, tour } = visitor.say('You are a stupid robot');
  expect(splitSentences(text)).toHaveLength(1);
  expect([tour?.phase, tour?.asks, tour?.room, tour?.stop]).toEqual([before?.phase, before?.asks, before?.room, before?.stop]);
});

it('The guide says goodbye only at an end that the visitor chose', () => {
  const visitor = belmonte({ time: '5' });
  const replies = [visitor.say('Begin')];
  while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say('Yes'));
  for (const text of ['Stop', 'Be quiet', 'Enough']) replies.push(visitor.say(text));
  expect(replies.filter(({ text }) => /goodbye/i.test(text))).toEqual([]);
  expect(visitor.say('End the tour').text).toMatch(/goodbye/);
});

const museums = ['belmonte', 'cathedral'].flatMap((museum) => languages.map((language) => ({ museum, language })));

it.each(museums)('Children hear only the texts that $museum has for children, in $language', ({ museum, language }) => {
  const { guide, content } = demoMuseum(museum);
  const visitor = createVisitor(guide, { language, visitorType: 'kids', time: '10', exhibitionId: content.exhibitions[0]?._id });
  const replies = [visitor.say(tourWords[language].begin[0])];
  while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say(tourWords[language].yes[0]));
  const sentencesIn = (paragraphs: readonly string[] = []) => paragraphs.flatMap(splitSentences);
  const own = content.knowledge.filter((document) => document.language === language);
  const written = own.flatMap(({ kids }) => sentencesIn(kids?.paragraphs));
  const others = new Set(own.flatMap(({ paragraphs }) => sentencesIn(paragraphs)));
  const said = sentencesOf(...replies);
  expect(said.filter((sentence) => others.has(sentence))).toEqual([]);
  expect(said.filter((sentence) => written.includes(sentence)).length).toBeGreaterThan(20);
  expect(new Set(replies.map(({ tour }) => tour?.room)).size).toBe(content.profile.rooms.length);
  for (const sentence of written) expect([sentence, sentence.split(/\s+/).length <= 16]).toEqual([sentence, true]);
});

const yards = {
  ...millContent,
  profile: { ...millContent.profile, rooms: [...millContent.profile.rooms, { id: 'attic', name: 'Attic' }] },
};

it('A museum without rooms has a tour of its exhibition as one room that no answer names, and without texts no tour', () => {
  const visitor = createVisitor(createGuide(harbourContent), { exhibitionId: harbourContent.exhibitions[0]?._id });
  const begun = visitor.say('Begin');
  expect(begun).toMatchObject({ tour: { phase: 'over', room: 1, rooms: 1, stop: 1, stops: 1 } });
  expect(begun.text).toContain('The Lighthouse');
  expect(begun.room).toBeUndefined();
  expect(createVisitor(createGuide({ ...harbourContent, knowledge: [] })).say('Begin')).not.toHaveProperty('tour');
});

it('the tour passes a room without texts, and the guide tells the visitor', () => {
  const visitor = createVisitor(createGuide(yards), { exhibitionId: mill.wheelId });
  visitor.say('Begin');
  visitor.say('Next room');
  const attic = visitor.say('Next room');
  expect(attic.tour).toMatchObject({ room: 3, stops: expect.any(Number) });
  expect(attic.text).toMatch(/not written anything|no text for this room|wheel/i);
});

it('A tour begins again if the museum changed its rooms', () => {
  const visitor = createVisitor(createGuide(millContent), { exhibitionId: mill.wheelId });
  const { state } = visitor.say('Begin');
  const changed = createVisitor(createGuide(yards), { exhibitionId: mill.wheelId }, state);
  expect(changed.say('Where are we?').tour).toMatchObject({ phase: 'before', asks: 'begin', rooms: 3 });
});

it('Another exhibition during a tour begins that exhibition’s tour', () => {
  const { guide, content } = demoMuseum('archive');
  const [one, other] = content.exhibitions.map(({ _id }) => _id);
  const { state } = createVisitor(guide, { exhibitionId: one }).say('Begin');
  const { tour } = createVisitor(guide, { exhibitionId: other }, state).say('Next');
  expect(tour).toMatchObject({ action: 'begin', phase: 'under-way', stop: 1 });
});

it('An answer carries position and heard paragraphs, from which another conversation continues', () => {
  const visitor = belmonte({ time: '30' });
  visitor.say('Begin');
  visitor.say('Yes');
  const { tour } = visitor.say('Next room');
  const mark = parseTourMark(tour?.mark ?? '');
  expect(mark).toMatchObject({ phase: 'under-way', room: 1, told: ['vestibule', 'painting-salon'] });
  expect(mark?.heard).toContainEqual({ document: 'vestibule', paragraphs: [0, 1, 2, 3] });
  expect(mark?.spentSeconds).toBeGreaterThan(60);
});
