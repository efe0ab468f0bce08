import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import { createTestConversation } from '../testing/test-conversation.ts';
import { minutesOfVisit, rememberConversation, restoreConversation, storeCarried } from './conversation-memory.ts';

const exhibitionId = '6610a1b2c3d4e5f602000001';

function createStorage(text?: string) {
  const held = new Map<string, string>(text === undefined ? [] : [['conversation', text]]);
  return { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value), held };
}

const createTab = (text?: string, localStorage = createStorage()) => ({ sessionStorage: createStorage(text), localStorage });

const clock = createHandClock();
const visit = { clock, exhibitionId: () => exhibitionId };
const otherVisit = { clock, exhibitionId: () => '6610a1b2c3d4e5f602000002' };
const hourMs = 3_600_000;
type Tab = ReturnType<typeof createTab>;

function restoreIn(tab: Tab) {
  const restored = restoreConversation(tab, visit);
  return createTestConversation({ ...(restored && { restored }) });
}
function talkIn(tab: Tab, setup = createTestConversation()) {
  rememberConversation(tab, setup.conversation, visit);
  setup.conversation.start('text');
  setup.conversation.send('Who painted this?');
  setup.answer(setup.state.turn, 'Savelli did.');
  return setup;
}

it('a restored conversation has its turns, and its next turn has the next number', () => {
  const tab = createTab();
  const { conversation } = talkIn(tab);
  const again = restoreIn(tab).conversation;
  expect(again.store.getState().turns).toEqual(conversation.store.getState().turns);
  expect(again.store.getState()).toMatchObject({ turn: 1, phase: 'off', turns: [{ state: 'complete' }] });
  again.start('text');
  again.send('When?');
  expect(again.store.getState().turn).toBe(2);
});

it('a restored message without an answer is sent again under the same number and id', () => {
  const tab = createTab();
  const { conversation, transports } = createTestConversation();
  rememberConversation(tab, conversation, visit);
  conversation.start('text');
  conversation.send('Who painted this?');
  transports[0]?.emit({ type: 'text', turn: 1, speaker: 'guide', text: '**Sav', isMarkdown: true });

  const again = restoreIn(tab);
  expect(again.state).toMatchObject({ turn: 1, turns: [{ state: 'broken' }] });
  expect(again.conversation.retry()).toBe(false);
  again.conversation.start('text');
  expect(again.conversation.retry()).toBe(true);
  expect(again.transport.sent).toEqual([{ turn: 1, text: 'Who painted this?', clientMessageId: 'id-1' }]);
  again.transport.emit({ type: 'text', turn: 1, speaker: 'guide', text: '**Savelli**.', isMarkdown: true });
  again.transport.emit({ type: 'turn-completed', turn: 1, messageId: 'answer-1' });
  expect(again.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Savelli.']);
  expect(again.state.turns[0]).toMatchObject({ answer: '**Savelli**.', isMarkdown: true, messageId: 'answer-1', state: 'complete' });
  expect(again.conversation.retry()).toBe(false);
});

it('a new tab restores the conversation for four hours from the last change', () => {
  const tab = createTab();
  const { state } = talkIn(tab);
  clock.pass(4 * hourMs - 1);
  expect(restoreConversation(createTab(undefined, tab.localStorage), visit)?.turns).toEqual(state.turns);
  clock.pass(1);
  expect(restoreConversation(createTab(undefined, tab.localStorage), visit)).toBeUndefined();
  expect([...tab.localStorage.held.values()]).toEqual(['']);
});

it('a tab restores its own conversation before another tab’s, and a conversation without turns is never stored', () => {
  const tab = createTab();
  talkIn(tab);
  const newTab = createTab(undefined, tab.localStorage);
  const silent = restoreIn(newTab).conversation;
  rememberConversation(createTab(undefined, tab.localStorage), silent, visit);
  talkIn(newTab, restoreIn(newTab));
  silent.start('text');
  silent.stop('screen-left');
  expect(restoreConversation(createTab(undefined, tab.localStorage), visit)?.turn).toBe(2);
  expect(restoreConversation(tab, visit)?.turn).toBe(1);
});

it('the stored conversation is erased by a reset and by a visit of another exhibition', () => {
  const tab = createTab();
  talkIn(tab).conversation.reset();
  expect([tab.sessionStorage.getItem('conversation'), tab.localStorage.getItem('conversation')]).toEqual(['', '']);
  talkIn(tab);
  expect(restoreConversation({ ...tab, localStorage: createStorage() }, otherVisit)).toBeUndefined();
  expect(restoreConversation(createTab(undefined, tab.localStorage), otherVisit)).toBeUndefined();
  expect(tab.localStorage.getItem('conversation')).toBe('');
});

it('a conversation carried to another device is summarized for the guide until the first answer', () => {
  const tab = createTab();
  const { turns } = talkIn(createTab()).conversation.store.getState();
  storeCarried(tab, { turns, room: undefined, tour: undefined }, { ...visit, minutes: 14 });
  const open = () => {
    const setup = restoreIn(tab);
    rememberConversation(tab, setup.conversation, visit);
    setup.conversation.start('text');
    return setup;
  };
  const setup = open();
  expect(setup.transport.options.pastTranscriptSummary).toBe('Visitor: Who painted this?\nGuide: Savelli did.');
  setup.conversation.send('When?');
  expect(setup.state.turn).toBe(2);
  setup.answer(2, 'In 1742.');
  expect(open().transport.options.pastTranscriptSummary).toBeUndefined();
  expect(minutesOfVisit(tab, visit)).toBe(14);
});

it('blocked storage and invalid stored text restore no conversation and throw no error', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const blocked = Object.defineProperties({} as Tab, { sessionStorage: { get: refuse }, localStorage: { get: refuse } });
  expect(restoreConversation(blocked, visit)).toBeUndefined();
  const { conversation } = createTestConversation();
  rememberConversation(blocked, conversation, visit);
  expect(() => conversation.start('text')).not.toThrow();
  forAll(fc.oneof(fc.string(), fc.json()), (text) => restoreConversation(createTab(text), visit) === undefined);
});
