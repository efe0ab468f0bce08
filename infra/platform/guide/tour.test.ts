import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { parseTourMark } from '@enfilade/shared-contracts/museum/tour-mark';
import { planTour } from '@enfilade/shared-contracts/museum/tour-plan';
import { tourTextsOf } from '@enfilade/shared-contracts/museum/tour-texts';
import { tourActions, tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { describe, expect, it } from '@rstest/core';
import { demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import { harbourContent, mill, millContent } from '../testing/sample-content.ts';
import unseenSayings from '../testing/unseen-tour-sayings.json';
import { createGuide, type EmbeddedGuide } from './guide.ts';
import { type GuideQuestion, type GuideReply, type GuideState, newGuideState } from './guide-state.ts';

type Visit = Partial<GuideQuestion>;

/** A visitor of a guided visit who takes for each answer what the plan counts for it. */
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
      now +=
        (60_000 * reply.text.split(/\s+/).length) / 130 +
        8_000 +
        (isArrival ? 30_000 : 0) +
        (isArrival || stop !== before?.stop ? 17_000 : 0);
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

describe('a tour by yes alone', () => {
  const walks = demoMuseums
    .filter(({ content }) => content.profile.entryScreen === 'visit')
    .flatMap(({ content, guide }) =>
      languages.flatMap((language) => ['5', '10', '15', '30'].map((time) => ({ museum: content.folder, content, guide, language, time }))),
    );

  it.each(walks)('in $museum, $language, for $time minutes asks until its end, says nothing twice and takes what it says', (walk) => {
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
    // What is left never grows while the visitor follows.
    const left = replies.map(({ tour }) => tour?.leftSeconds ?? 0);
    expect(left.filter((seconds, at) => seconds > (left[at - 1] ?? Number.POSITIVE_INFINITY) + 30)).toEqual([]);
  });

  it('fills each of the four times at the palace, with every company, style and goal, in every language', () => {
    const { content } = demoMuseum('belmonte');
    const [exhibition] = content.exhibitions;
    const missed = languages.flatMap((language) => {
      const documents = content.knowledge.filter((document) => document.language === language);
      return ['5', '10', '15', '30'].flatMap((time) =>
        ['alone', 'group'].flatMap((visitorType) =>
          ['interactive', 'contemplative'].flatMap((style) =>
            ['', 'learn', 'relax', 'explore', 'challenge', 'learn,challenge', 'relax,explore'].flatMap((goals) => {
              const answers = { time, visitorType, style, goals };
              const texts = tourTextsOf({ profile: content.profile, exhibition, documents, language, answers });
              const { fills, minutes } = planTour({ texts, answers });
              return fills ? [] : [`${language} ${JSON.stringify(answers)}: ${minutes}`];
            }),
          ),
        ),
      );
    });
    expect(missed).toEqual([]);
  });

  it('says at its start how much of the time it takes where the texts do not fill it', () => {
    const { guide, content } = demoMuseum('archive');
    const visit = { exhibitionId: content.exhibitions[0]?._id, time: '30' };
    expect(createVisitor(guide, visit).say('Begin').text).toMatch(/about \d+ (of your 30 )?minutes/);
    expect(belmonte({ time: '30' }).say('Begin').text).not.toMatch(/minutes/);
  });
});

describe('a step of the tour', () => {
  it.each(languages)('is understood by the word that each control sends, in %s', (language) => {
    const understood = tourActions.map((action) => {
      const visitor = belmonte({ language });
      if (action !== 'begin') visitor.say(tourWords[language].begin[0]);
      return visitor.say(tourWords[language][action][0]).tour?.action;
    });
    expect(understood).toEqual([...tourActions]);
  });

  it.each(languages)(
    'is understood in %s in 95 of 100 sayings, and no greeting and no insult starts or ends a tour',
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

  it('back tells the stop before again, again the last answer, and neither moves the rest', () => {
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

  it('skip leaves a stop, stay keeps the visitor in the room, and the next room is a tap away', () => {
    const visitor = belmonte();
    const begun = visitor.say('Begin');
    const skipped = visitor.say('Skip this');
    expect(skipped.tour).toMatchObject({ action: 'skip', room: 1, stop: 2 });
    expect(skipped.sources.map(({ document }) => document)).not.toContain(begun.sources[0]?.document);
    expect(visitor.say('Stay here').tour).toMatchObject({ room: 1, asks: 'more' });
    expect(visitor.say('Next room').tour).toMatchObject({ room: 2, stop: 1 });
  });

  it('no ends the stop at “more?”, the room at “go on?”, and waits at “next room?”', () => {
    const visitor = belmonte({ time: '30' });
    expect(visitor.say('Begin').tour?.asks).toBe('more');
    expect(visitor.say('No').tour?.asks).toBe('next-stop');
    expect(visitor.say('No').tour).toMatchObject({ asks: 'next-room', room: 1 });
    expect(visitor.say('No').tour).toMatchObject({ action: 'no', asks: 'more', room: 1 });
  });

  it('leads back to a room that was seen, where what is new is told, and not ahead of its turn', () => {
    const visitor = belmonte({ time: '5' });
    visitor.say('Begin');
    expect(visitor.say('Take me to the Grand Salon').tour?.room).toBe(1);
    visitor.say('Next room');
    const back = visitor.say('Take me to the Vestibule');
    expect(back).toMatchObject({ tour: { action: 'back', room: 1, asks: 'next-room' } });
    expect(back.sources).not.toEqual([]);
  });
});

describe('time', () => {
  it('that was spent elsewhere shortens the rest, and every room is still passed', () => {
    const visitor = belmonte({ time: '10' });
    visitor.say('Begin');
    visitor.wait(9);
    const rooms = [visitor.say('Yes'), visitor.say('Next room'), visitor.say('Next room')].map(({ tour }) => tour);
    expect(rooms.map((tour) => tour?.room)).toEqual([1, 2, 3]);
    expect(rooms.at(-1)?.leftSeconds).toBeLessThan(120);
  });

  it('that is left brings the exhibition’s other stops into the last room', () => {
    const { content, guide } = demoMuseum('belmonte');
    const exhibitionId = content.exhibitions.find(({ _id }) => _id.endsWith('001'))?._id;
    const visitor = createVisitor(guide, { time: '30', exhibitionId });
    const replies = [visitor.say('Begin')];
    while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say('Yes', { now: 0 }));
    expect(replies.flatMap(({ sources }) => sources.map(({ document }) => document))).toContain('grand-staircase');
  });
});

describe('a question in between', () => {
  it('is answered, and the tour’s question is said again once, and stands', () => {
    const visitor = belmonte();
    const { tour } = visitor.say('Begin');
    const answers = ['Who painted the ceiling?', 'Where did the servants live?', 'How was the chandelier lit?'].map((text) =>
      visitor.say(text),
    );
    expect(answers.map(({ text }) => text.trim().endsWith('?'))).toEqual([true, false, false]);
    expect(answers.map((answer) => [answer.tour?.asks, answer.tour?.room, answer.tour?.action])).toEqual(
      Array(3).fill([tour?.asks, 1, undefined]),
    );
  });
});

describe('courtesy', () => {
  it.each([
    ['en', 'hi there!', /^(Hello|Welcome|Good to see you).*\?$/],
    ['de', 'Guten Tag', /^(Guten Tag|Willkommen|Schön).*\?$/],
    ['fr', 'Bonjour', /^(Bonjour|Bienvenue|Quel plaisir).*\?$/],
  ] as const)('in %s greets back and offers the tour', (language, text, said) => {
    const { text: answer, tour } = belmonte({ language }).say(text);
    expect(answer).toMatch(said);
    expect(tour).toMatchObject({ phase: 'before', asks: 'begin' });
  });

  it('answers rude words with one calm sentence that changes nothing', () => {
    const visitor = belmonte();
    const { tour: before } = visitor.say('Begin');
    const { text, tour } = visitor.say('You are a stupid robot');
    expect(splitSentences(text)).toHaveLength(1);
    expect([tour?.phase, tour?.asks, tour?.room, tour?.stop]).toEqual([before?.phase, before?.asks, before?.room, before?.stop]);
  });

  it('says goodbye only at an end that the visitor chose', () => {
    const visitor = belmonte({ time: '5' });
    const replies = [visitor.say('Begin')];
    while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say('Yes'));
    for (const text of ['Stop', 'Be quiet', 'Enough']) replies.push(visitor.say(text));
    expect(replies.filter(({ text }) => /goodbye/i.test(text))).toEqual([]);
    expect(visitor.say('End the tour').text).toMatch(/goodbye/);
  });
});

describe('children', () => {
  const museums = ['belmonte', 'cathedral'].flatMap((museum) => languages.map((language) => ({ museum, language })));

  it.each(museums)('get what $museum wrote for them and nothing else, in $language', ({ museum, language }) => {
    const { guide, content } = demoMuseum(museum);
    const visitor = createVisitor(guide, { language, visitorType: 'kids', time: '10', exhibitionId: content.exhibitions[0]?._id });
    const replies = [visitor.say(tourWords[language].begin[0])];
    while (replies.at(-1)?.tour?.phase !== 'over') replies.push(visitor.say(tourWords[language].yes[0]));
    const sentencesIn = (paragraphs: readonly string[] = []) => paragraphs.flatMap(splitSentences);
    const own = content.knowledge.filter((document) => document.language === language);
    const [written, others] = [
      own.flatMap(({ kids }) => sentencesIn(kids?.paragraphs)),
      new Set(own.flatMap(({ paragraphs }) => sentencesIn(paragraphs))),
    ];
    const said = sentencesOf(...replies);
    expect(said.filter((sentence) => others.has(sentence))).toEqual([]);
    expect(said.filter((sentence) => written.includes(sentence)).length).toBeGreaterThan(20);
    expect(new Set(replies.map(({ tour }) => tour?.room)).size).toBe(content.profile.rooms.length);
    for (const sentence of written) expect([sentence, sentence.split(/\s+/).length <= 16]).toEqual([sentence, true]);
  });
});

describe('a museum', () => {
  const yards = {
    ...millContent,
    profile: { ...millContent.profile, rooms: [...millContent.profile.rooms, { id: 'attic', name: 'Attic' }] },
  };

  it('without rooms is toured through its exhibition as one room, which no answer calls a room of the museum', () => {
    const visitor = createVisitor(createGuide(harbourContent), { exhibitionId: harbourContent.exhibitions[0]?._id });
    const begun = visitor.say('Begin');
    expect(begun).toMatchObject({ tour: { phase: 'over', room: 1, rooms: 1, stop: 1, stops: 1 } });
    expect(begun.text).toContain('The Lighthouse');
    expect(begun.room).toBeUndefined();
  });

  it('without texts for the exhibition has no tour', () => {
    expect(
      createGuide({ ...harbourContent, knowledge: [] }).reply(newGuideState, { text: 'Begin', language: 'en', visitMode: 'guided' }),
    ).not.toHaveProperty('tour');
  });

  it('with a room of which nothing is written passes it and says so', () => {
    const visitor = createVisitor(createGuide(yards), { exhibitionId: mill.wheelId });
    visitor.say('Begin');
    visitor.say('Next room');
    const attic = visitor.say('Next room');
    expect(attic.tour).toMatchObject({ room: 3, stops: expect.any(Number) });
    expect(attic.text).toMatch(/not written anything|no text for this room|wheel/i);
  });

  it('that changed its rooms under an open tour begins it anew', () => {
    const visitor = createVisitor(createGuide(millContent), { exhibitionId: mill.wheelId });
    const { state } = visitor.say('Begin');
    const changed = createVisitor(createGuide(yards), { exhibitionId: mill.wheelId }, state);
    expect(changed.say('Where are we?').tour).toMatchObject({ phase: 'before', asks: 'begin', rooms: 3 });
  });

  it('with another exhibition under an open tour offers that one’s', () => {
    const { guide, content } = demoMuseum('archive');
    const [one, other] = content.exhibitions.map(({ _id }) => _id);
    const { state } = createVisitor(guide, { exhibitionId: one }).say('Begin');
    expect(createVisitor(guide, { exhibitionId: other }, state).say('Next').tour).toMatchObject({
      action: 'begin',
      phase: 'under-way',
      stop: 1,
    });
  });
});

describe('what an answer carries', () => {
  it('an answer carries the tour, the position and the heard words, from which another conversation continues', () => {
    const visitor = belmonte({ time: '30' });
    visitor.say('Begin');
    visitor.say('Yes');
    const { tour } = visitor.say('Next room');
    const mark = parseTourMark(tour?.mark ?? '');
    expect(mark).toMatchObject({ phase: 'under-way', room: 1, told: ['vestibule', 'painting-salon'] });
    expect(mark?.heard).toContainEqual({ document: 'vestibule', paragraphs: [0, 1, 2, 3] });
    expect(mark?.spentSeconds).toBeGreaterThan(60);
  });
});
