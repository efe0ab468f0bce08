import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { describe, expect, it } from '@rstest/core';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import demoQuestions from '../testing/demo-questions.json';
import { createGuide } from './guide.ts';
import { type GuideQuestion, type GuideReply, newGuideState } from './guide-state.ts';
import { languageTexts } from './language/language-data.ts';
import { lineKey } from './quotes.ts';
import { profileDocumentOf } from './search/profile-document.ts';

/** Mulberry32: the same visitors in every run. */
function createDice(seed: number) {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (share: number) => roll() < share,
    pick: <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T,
    some: <T>(all: readonly T[]): T[] => all.filter(() => roll() < 0.4),
  };
}
type Dice = ReturnType<typeof createDice>;

type Say = Record<'yes' | 'no' | 'where' | 'again' | 'stop' | 'next' | 'back' | 'more' | 'filler' | 'polite', readonly string[]>;
const says: Record<Language, Say> = {
  en: {
    yes: ['Yes', 'yes please', 'Sure!', 'OK', 'Of course', 'Yes, let us go on'],
    no: ['No', 'not yet', 'No, thanks', 'wait a moment'],
    where: ['Where are we?', 'which room is this', 'Where am I?'],
    again: ['Again, please', 'Could you repeat that?', 'pardon?'],
    stop: ['Stop', 'That is enough', 'I have to go'],
    next: ['next', 'Go on', 'continue please', 'Let’s move on', 'To the next room, please'],
    back: ['back', 'Can we go back?'],
    more: ['Tell me more', 'what else?', 'Why?'],
    filler: ['hm', '...', 'uh', '🙂', '   ', 'Well'],
    polite: ['Thank you', 'Hello', 'Who are you?', 'Are you human?', 'What can you do?', 'interesting'],
  },
  de: {
    yes: ['Ja', 'ja gerne', 'Klar!', 'OK', 'Natürlich', 'Ja, gehen wir weiter'],
    no: ['Nein', 'noch nicht', 'Nein, danke', 'Moment bitte'],
    where: ['Wo sind wir?', 'welcher Raum ist das', 'Wo bin ich?'],
    again: ['Noch einmal bitte', 'Können Sie das wiederholen?', 'Wie bitte?'],
    stop: ['Stopp', 'Das reicht', 'Ich muss gehen'],
    next: ['weiter', 'Gehen wir weiter', 'Bitte weiter', 'Was kommt als Nächstes?', 'In den nächsten Raum bitte'],
    back: ['zurück', 'Können wir zurückgehen?'],
    more: ['Erzählen Sie mir mehr', 'was noch?', 'Warum?'],
    filler: ['hm', '...', 'ähm', '🙂', '   ', 'Naja'],
    polite: ['Danke', 'Guten Tag', 'Wer sind Sie?', 'Sind Sie ein Mensch?', 'Was können Sie?', 'interessant'],
  },
  fr: {
    yes: ['Oui', 'oui, volontiers', 'Bien sûr !', 'OK', 'D’accord', 'Oui, continuons'],
    no: ['Non', 'pas encore', 'Non, merci', 'un moment'],
    where: ['Où sommes-nous ?', 'dans quelle salle sommes-nous', 'Où suis-je ?'],
    again: ['Encore une fois', 'Pouvez-vous répéter ?', 'Pardon ?'],
    stop: ['Stop', 'Ça suffit', 'Je dois partir'],
    next: ['suite', 'Continuons', 'continuez s’il vous plaît', 'Passons à la suite', 'Dans la salle suivante'],
    back: ['retour', 'Pouvons-nous revenir ?'],
    more: ['Dites-m’en plus', 'quoi d’autre ?', 'Pourquoi ?'],
    filler: ['euh', '...', 'hum', '🙂', '   ', 'ben'],
    polite: ['Merci', 'Bonjour', 'Qui êtes-vous ?', 'Êtes-vous un être humain ?', 'Que pouvez-vous faire ?', 'intéressant'],
  },
};

const { museums } = await loadContent(demoContent);
const content = museums.find(({ profile }) => profile.rooms.length === 3);
if (!content) throw new Error('no museum has a tour of three rooms');
const { rooms, artists } = content.profile;
const guide = createGuide(content);
const told = [...content.knowledge, ...languages.flatMap((language) => profileDocumentOf(content.profile, language) ?? [])];
const documents = new Set(told.map(({ id }) => id));
const known: Partial<Record<Language, Record<string, string[]>>> = demoQuestions.known.belmonte;
const foreign: Partial<Record<Language, string[]>> = demoQuestions.foreign.belmonte;

function settingsOf(dice: Dice): Omit<GuideQuestion, 'text' | 'language'> {
  return {
    visitMode: 'guided',
    exhibitionId: dice.pick(content?.exhibitions ?? [])?._id,
    time: dice.pick(['', '5', '10', '15', '30', 'time.15', undefined]),
    visitorType: dice.pick(['', 'alone', 'group', 'kids', 'visitorType.kids', undefined]),
    style: dice.pick(['', 'interactive', 'contemplative', undefined]),
    goals: dice.some(['learn', 'relax', 'explore', 'challenge']).join(','),
    artists: dice.some(artists.map(({ name }) => name)).join(', '),
  };
}

/** What a visitor says next: mostly forward, with everything else in between. */
function nextWords(dice: Dice, language: Language): [kind: keyof Say | 'question', text: string] {
  if (dice.chance(0.2)) {
    const questions = dice.chance(0.7) ? Object.values(known[language] ?? {}).flat() : (foreign[language] ?? []);
    return ['question', dice.pick(questions)];
  }
  const kind = dice.pick(['yes', 'yes', 'yes', 'next', 'next', 'no', 'where', 'again', 'back', 'more', 'filler', 'polite'] as const);
  return [kind, dice.pick(says[language][kind])];
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
  const say = (text: string) => {
    const answer = guide.reply(state, { ...settings, text, language });
    state = answer.state;
    turns.push({ text, language, answer });
  };
  if (dice.chance(0.5)) say(dice.pick([says[language].polite[1], says[language].filler[0], 'Start']) ?? '');
  const stopsAfter = dice.chance(0.25) ? Math.floor(dice.pick([2, 5, 9, 14])) : Number.POSITIVE_INFINITY;
  while (turns.length < mostTurns && state.tour?.phase !== 'complete' && state.tour?.phase !== 'stopped') {
    if (dice.chance(0.02)) language = dice.pick(languages);
    say(turns.length >= stopsAfter ? dice.pick(says[language].stop) : nextWords(dice, language)[1]);
  }
  for (let after = 0; after < 3; after += 1) say(nextWords(dice, language)[1]);
  return { turns, wantsEnd: turns.length >= stopsAfter };
}

/** What the guide may say again: it was asked again. */
const phrasesIn = (language: Language) =>
  Object.values(languageTexts[language].phrases)
    .map((line) => line.replaceAll('{name}', localize(content.profile.guideName, language)).replaceAll('{museum}', content.museum.name))
    .flatMap(splitSentences);

describe('five hundred visitors on the tour', () => {
  const visits = Array.from({ length: 500 }, (_, seed) => runVisit(seed + 1));
  const all = visits.flatMap(({ turns }) => turns);

  it('each see the third room, or the end they asked for', () => {
    const lost = visits.filter(
      ({ turns, wantsEnd }) =>
        !turns.some(({ answer }) => answer.room?.index === rooms.length - 1) && !(wantsEnd && turns.length < mostTurns),
    );
    expect(lost.map(({ turns }) => turns.length)).toEqual([]);
    expect(Math.max(...visits.map(({ turns }) => turns.length))).toBeLessThan(mostTurns);
  });

  it('hear none of the tour’s own lines twice', () => {
    const own = new Set(languages.flatMap((language) => phrasesIn(language)));
    const texts = told.flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences));
    // A quoted sentence may begin with its subject's name instead of a pronoun.
    const isQuoted = (line: string) => texts.some((text) => text.endsWith(line.slice(-25)));
    const repeated = visits.flatMap(({ turns }) => {
      const lines = turns.flatMap(({ answer }) => splitSentences(answer.text));
      const keys = lines.filter((line) => !own.has(line) && !/:.*\?$/.test(line)).map(lineKey);
      const twice = new Set(keys.filter((key, at) => keys.indexOf(key) !== at));
      return [...new Set(lines.filter((line) => twice.has(lineKey(line)) && !isQuoted(line)))];
    });
    expect(repeated).toEqual([]);
  });

  it('know the room after every answer from the first step on, and never skip one', () => {
    const names = rooms.map(({ name }) => Object.values(name));
    const wrong = visits.flatMap(({ turns }) =>
      turns.filter(({ answer: { room, state } }, at) => {
        const before = turns[at - 1]?.answer.room?.index;
        if (!room) return before !== undefined || (state.tour?.stops ?? 0) > 0;
        return room.count !== rooms.length || !names[room.index]?.includes(room.name) || room.index > (before ?? -1) + 1;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('get quotes with their source, and otherwise a line of the tour or the answer that the guide does not know', () => {
    const textLines = new Set(told.flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)));
    const unsourced = all.filter(({ answer: { text, sources } }) => {
      const isQuote = splitSentences(text).some((sentence) => textLines.has(sentence));
      return text.trim() === '' || (isQuote && sources.length === 0) || sources.some(({ document }) => !documents.has(document));
    });
    expect(unsourced).toEqual([]);
    const asked = all.filter(({ text, language }) => language === languageOf(text));
    expect(asked.length).toBeGreaterThan(100);
    const answered = asked.filter(({ answer: { sources } }) => sources.length > 0);
    expect(answered.length / asked.length, JSON.stringify(answered.map(({ text }) => text))).toBeLessThanOrEqual(0.1);
  });
});

function languageOf(text: string): Language | undefined {
  return languages.find((language) => foreign[language]?.includes(text));
}
