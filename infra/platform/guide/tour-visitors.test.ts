import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { createRandom } from '@enfilade/shared-contracts/kit/testing/create-random';
import { expect, it } from '@rstest/core';
import { demoContent } from '../content/testing/content-copy.ts';
import { demoMuseum } from '../testing/demo-museums.ts';
import sayings from '../testing/tour-sayings.json';
import { goldenFolderOf, loadGoldenQuestions } from './golden-questions.ts';
import { type GuideQuestion, type GuideReply, newGuideState } from './guide-state.ts';
import { profileDocumentOf } from './search/knowledge-index.ts';

function createDice(seed: number) {
  const roll = createRandom(seed);
  return {
    chance: (share: number) => roll() < share,
    pick: <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T,
    some: <T>(all: readonly T[]): T[] => all.filter(() => roll() < 0.4),
  };
}
type Dice = ReturnType<typeof createDice>;

const polite: Record<Language, readonly string[]> = {
  en: ['Thank you', 'Hello', 'Who are you?', 'Are you human?', 'What can you do?', 'interesting'],
  de: ['Danke', 'Guten Tag', 'Wer sind Sie?', 'Sind Sie ein Mensch?', 'Was können Sie?', 'interessant'],
  fr: ['Merci', 'Bonjour', 'Qui êtes-vous ?', 'Êtes-vous un être humain ?', 'Que pouvez-vous faire ?', 'intéressant'],
};

const { content, guide } = demoMuseum('belmonte');
const { rooms, artists } = content.profile;
const told = [...content.knowledge, ...languages.flatMap((language) => profileDocumentOf(content.profile, language) ?? [])];
const documents = new Set(told.map(({ id }) => id));
const golden = (await loadGoldenQuestions(goldenFolderOf(demoContent, content))).filter(({ after }) => after.length === 0);
const questionsIn = (language: Language, unknown: boolean) =>
  golden.flatMap((one) => (one.language === language && one.unknown === unknown ? [one.question] : []));

function settingsOf(dice: Dice): Omit<GuideQuestion, 'text' | 'language'> {
  return {
    visitMode: 'guided',
    exhibitionId: dice.pick(content.exhibitions)._id,
    time: dice.pick(['', '5', '10', '15', '30', 'time.15', undefined]),
    visitorType: dice.pick(['', 'alone', 'group', 'kids', 'visitorType.kids', undefined]),
    style: dice.pick(['', 'interactive', 'contemplative', undefined]),
    goals: dice.some(['learn', 'relax', 'explore', 'challenge']).join(','),
    artists: dice.some(artists.map(({ name }) => name)).join(', '),
  };
}

/** A visitor's next words: mostly steps forward, sometimes anything else. */
function nextWords(dice: Dice, language: Language): string {
  if (dice.chance(0.2)) return dice.pick(questionsIn(language, dice.chance(0.3)));
  const kind = dice.pick(['yes', 'yes', 'yes', 'next', 'next', 'no', 'where', 'again', 'back', 'more', 'filler', 'polite'] as const);
  return dice.pick(kind === 'polite' ? polite[language] : sayings[language][kind]);
}

const mostTurns = 150;

interface VisitTurn {
  text: string;
  language: Language;
  answer: GuideReply;
}

function runVisit(seed: number): { turns: VisitTurn[]; wantsEnd: boolean } {
  const dice = createDice(seed);
  const settings = settingsOf(dice);
  let language = languages[seed % 3] ?? 'en';
  const turns: VisitTurn[] = [];
  let state = newGuideState;
  let now = 0;
  const say = (text: string) => {
    const answer = guide.reply(state, { ...settings, text, language, now });
    state = answer.state;
    // The time to hear the text and to look.
    now += 460 * answer.text.split(/\s+/).length + 20_000;
    turns.push({ text, language, answer });
  };
  if (dice.chance(0.5)) say(dice.pick([polite[language][1], sayings[language].filler[0], 'Start']) ?? '');
  const stopsAfter = dice.chance(0.25) ? Math.floor(dice.pick([2, 5, 9, 14])) : Number.POSITIVE_INFINITY;
  const hasEnded = () => state.tour?.phase === 'over' || turns.at(-1)?.answer.tour?.action === 'end';
  while (turns.length < mostTurns && !hasEnded()) {
    if (dice.chance(0.02)) language = dice.pick(languages);
    say(turns.length >= stopsAfter ? dice.pick(sayings[language].end) : nextWords(dice, language));
  }
  for (let after = 0; after < 3; after += 1) say(nextWords(dice, language));
  return { turns, wantsEnd: turns.length >= stopsAfter };
}

const visits = Array.from({ length: 200 }, (_, seed) => runVisit(seed + 1));
const all = visits.flatMap(({ turns }) => turns);

it('Each of 200 visitors reaches the third room, or the end that they asked for', () => {
  const hasArrived = ({ turns }: (typeof visits)[number]) => turns.some(({ answer }) => answer.room?.index === rooms.length - 1);
  const lost = visits.filter((visit) => !hasArrived(visit) && !(visit.wantsEnd && visit.turns.length < mostTurns));
  expect(lost.map(({ turns }) => turns.length)).toEqual([]);
  expect(Math.max(...visits.map(({ turns }) => turns.length))).toBeLessThan(mostTurns);
});

it('No visitor hears a sentence of the museum’s texts twice, unless they ask for a repetition', () => {
  const texts = new Set(told.flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)));
  const steps = new Set<string | undefined>(['begin', 'yes', 'next', 'no', 'skip', 'stay']);
  const repeated = visits.flatMap(({ turns }) => {
    const heard = new Set<string>();
    return turns.flatMap(({ answer }) => {
      const lines = splitSentences(answer.text).filter((line) => texts.has(line));
      const twice = steps.has(answer.tour?.action) ? lines.filter((line) => heard.has(line)) : [];
      for (const line of lines) heard.add(line);
      return twice;
    });
  });
  expect(repeated).toEqual([]);
});

it('Every answer after the tour’s first step names the room, and no room is skipped', () => {
  const names = rooms.map(({ name }) => Object.values(name));
  const wrong = visits.flatMap(({ turns }) =>
    turns.filter(({ answer: { room, state } }, at) => {
      const before = turns[at - 1]?.answer.room?.index;
      if (!room) return before !== undefined || state.tour?.begunAt !== undefined;
      return room.count !== rooms.length || !names[room.index]?.includes(room.name) || room.index > (before ?? -1) + 1;
    }),
  );
  expect(wrong).toEqual([]);
});

it('Every quotation on a tour has its source, and at most 10 % of the unknown questions get a source', () => {
  const textLines = new Set(told.flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)));
  const unsourced = all.filter(({ answer: { text, sources } }) => {
    const isQuote = splitSentences(text).some((sentence) => textLines.has(sentence));
    return text.trim() === '' || (isQuote && sources.length === 0) || sources.some(({ document }) => !documents.has(document));
  });
  expect(unsourced).toEqual([]);
  const asked = all.filter(({ text, language }) => questionsIn(language, true).includes(text));
  expect(asked.length).toBeGreaterThan(100);
  const answered = asked.filter(({ answer: { sources } }) => sources.length > 0);
  expect(answered.length / asked.length, JSON.stringify(answered.map(({ text }) => text))).toBeLessThanOrEqual(0.1);
});
