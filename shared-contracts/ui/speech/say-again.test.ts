import { expect, it, onTestFinished } from '@rstest/core';
import fc from 'fast-check';
import type { ConversationState, Turn } from '../../conversation/conversation.ts';
import { splitSentences } from '../../kit/sentences.ts';
import { createStore } from '../../kit/store.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import { tourWords } from '../../museum/tour-words.ts';
import { defaultSettings, type Settings } from '../../visit/settings.ts';
import type { Reader, ReaderState } from './reading/create-reader.ts';
import { createSayAgain, findLastAnswer, pickWish, restFrom, type Wish } from './say-again.ts';

const text = 'The ceiling is by Savelli. He asked for ultramarine. The family refused.';
const turnOf = (id: number, turn: Partial<Turn>): Turn => ({ id, sources: [], state: 'complete', ...turn });
const asked = (question: string) => [turnOf(1, { question: 'Who?', answer: text }), turnOf(2, { question })];

function openSayAgain(first: Partial<ConversationState>) {
  const done: string[] = [];
  const state = { turn: 1, transport: 'voice', phase: 'ready', turns: [turnOf(1, { question: 'Who?', answer: text })], ...first };
  const store = createStore(state as ConversationState);
  const reading = createStore<ReaderState>({ id: undefined, state: 'stopped', seconds: 0 });
  const session = createStore({ settings: defaultSettings, visitConfig: { isAudioMuted: false } });
  const sayAgain = createSayAgain({
    conversation: {
      store,
      interrupt: () => void done.push('interrupt'),
      setGuideMuted: (isMuted: boolean) => void done.push(`muted ${isMuted}`),
    },
    session: {
      store: session,
      changeSettings: (change: Partial<Settings>) => session.set({ ...session.getState(), settings: { ...defaultSettings, ...change } }),
    },
    reader: {
      ...reading,
      read(id: string, words: string) {
        done.push(`read ${words}`);
        reading.set({ id, state: 'playing', seconds: 0 });
      },
      pause: () => reading.set({ ...reading.getState(), state: 'paused' }),
      resume: () => reading.set({ ...reading.getState(), state: 'playing' }),
      stop: () => reading.set({ ...reading.getState(), state: 'stopped' }),
    } as unknown as Reader,
  } as unknown as Parameters<typeof createSayAgain>[0]);
  onTestFinished(sayAgain.open());
  const change = (next: Partial<ConversationState>) => store.set({ ...store.getState(), ...next });
  return { sayAgain, done, change, reading, rate: () => session.getState().settings.speechRate };
}

it.each([
  ['Say that again, please.', 'again'],
  ['Could you repeat that?', 'again'],
  ['Können Sie das bitte noch einmal sagen?', 'again'],
  ['Können Sie das wiederholen?', 'again'],
  ['Noch einmal, bitte!', 'again'],
  ['Vous pouvez répéter, s’il vous plaît ?', 'again'],
  ['Slower please', 'slower'],
  ['Bitte etwas langsamer.', 'slower'],
  ['Plus lentement, s’il vous plaît', 'slower'],
  ['Wait, please', 'pause'],
  ['Weiter', 'resume'],
  ['Arrêtez !', 'stop'],
  ...Object.values(tourWords).flatMap(({ stop }) => stop.map((word): [string, Wish] => [word, 'stop'])),
])('the message “%s” means %s', (message, wish) => expect(pickWish(message)).toBe(wish));

it.each(['Say that again about Savelli', 'Why was the family slower to pay?', 'Stop at the next room', 'Wie bitte geht es zum Café?', ''])(
  'the message “%s” goes to the guide',
  (message) => expect(pickWish(message)).toBeUndefined(),
);

it('restFrom() starts at the sentence of the last spoken word', () => {
  const words = fc.array(fc.constantFrom('ceiling', 'Savelli.', 'blue', '1998.', 'dawn!', 'of'), { minLength: 1, maxLength: 30 });
  forAll(words, fc.nat(30), (said, spoken) => {
    const whole = said.join(' ');
    const rest = restFrom(whole, Math.min(spoken, said.length - 1));
    expect(whole.endsWith(rest)).toBe(true);
    expect(splitSentences(whole).slice(-splitSentences(rest).length).join(' ')).toBe(rest);
    expect(said.length - rest.split(' ').length).toBeLessThanOrEqual(spoken);
  });
});

it('findLastAnswer() is the whole answer of the turn without the opening before it', () => {
  const turns = [turnOf(1, { answer: 'Hello.', opening: 'welcome' }), turnOf(1, { answer: '**One.** Two.', isMarkdown: true })];
  expect(findLastAnswer({ turns })).toEqual({ id: '1:guide', text: 'One. Two.' });
  expect(findLastAnswer({ turns }, 1)).toBeUndefined();
});

it('“again” in a call reads the answer aloud while the guide is muted, until the next turn', () => {
  const { sayAgain, done, change } = openSayAgain({});
  expect(sayAgain.fulfil('again')).toBe(true);
  expect(done).toEqual(['muted true', `read ${text}`]);
  change({ phase: 'listening', turn: 2 });
  expect(done.at(-1)).toBe('muted false');
});

it('“resume” in a call reads from the sentence of the pause', () => {
  const { sayAgain, done } = openSayAgain({ phase: 'speaking', spoken: { turn: 1, words: 7 } });
  expect([sayAgain.fulfil('pause'), sayAgain.getState(), done]).toEqual([true, 7, ['muted true']]);
  expect(sayAgain.fulfil('resume')).toBe(true);
  expect(done.at(-1)).toBe('read He asked for ultramarine. The family refused.');
});

it('“slower” reads the answer at a lower rate and keeps the rate', () => {
  const { sayAgain, done, rate } = openSayAgain({ transport: 'text' });
  expect([sayAgain.fulfil('slower'), rate(), done]).toEqual([true, 0.8, [`read ${text}`]]);
  expect([sayAgain.fulfil('slower'), rate(), done.length]).toEqual([true, 0.7, 1]);
});

it('a spoken “say that again” reads the answer and interrupts the platform’s answer', () => {
  const { done, change } = openSayAgain({});
  change({ phase: 'listening', turn: 2 });
  change({ phase: 'thinking', turns: asked('Say that') });
  expect(done).toEqual([]);
  change({ turns: asked('Say that again, please.') });
  expect(done).toEqual(['muted true', `read ${text}`, 'interrupt']);
  change({ phase: 'ready' });
  expect(done).toHaveLength(3);
});

it('“stop”, “pause” and “resume” are refused while nothing is read', () => {
  const { sayAgain, done } = openSayAgain({});
  expect([sayAgain.fulfil('stop'), sayAgain.fulfil('pause'), sayAgain.fulfil('resume'), done]).toEqual([false, false, false, []]);
});
