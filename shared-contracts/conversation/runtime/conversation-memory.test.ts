import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createTestConversation } from '../testing/test-conversation.ts';
import { rememberConversation, restoreConversation } from './conversation-memory.ts';

const exhibitionId = '6610a1b2c3d4e5f602000001';

function createTab(text?: string) {
  const held = new Map<string, string>(text === undefined ? [] : [['conversation', text]]);
  return {
    sessionStorage: { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) },
  };
}

describe('what was said', () => {
  it('is there again after a reload, and the next turn has the next number', () => {
    const tab = createTab();
    const { conversation, transports } = createTestConversation();
    rememberConversation(tab, conversation, () => exhibitionId);
    conversation.start('text');
    conversation.send('Who painted this?');
    transports[0]?.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'Savelli did.' });
    transports[0]?.emit({ type: 'turn-completed', turn: 1 });

    const restored = restoreConversation(tab, exhibitionId);
    const again = createTestConversation({ ...(restored && { restored }) }).conversation;
    expect(again.store.getState().transcript).toEqual(conversation.store.getState().transcript);
    expect(again.store.getState()).toMatchObject({ turn: 1, phase: 'off', turns: { 1: { state: 'complete' } } });
    again.start('text');
    again.send('When?');
    expect(again.store.getState().turn).toBe(2);
  });

  it('with an answer on its way is stored, and that answer counts as broken', () => {
    const tab = createTab();
    const { conversation, transports } = createTestConversation();
    rememberConversation(tab, conversation, () => exhibitionId);
    conversation.start('text');
    conversation.send('Who painted this?');
    transports[0]?.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'Sav' });
    expect(restoreConversation(tab, exhibitionId)).toMatchObject({ turn: 1, turns: { 1: { state: 'broken' } } });
  });

  it('and never answered is sent once more under the same number and id', () => {
    const tab = createTab();
    const { conversation, transports } = createTestConversation();
    rememberConversation(tab, conversation, () => exhibitionId);
    conversation.start('text');
    conversation.send('Who painted this?');
    transports[0]?.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'Sav', markdown: '**Sav' });

    const restored = restoreConversation(tab, exhibitionId);
    const again = createTestConversation({ ...(restored && { restored }) });
    expect(again.conversation.retry()).toBe(false);
    again.conversation.start('text');
    expect(again.conversation.retry()).toBe(true);
    expect(again.transport.sent).toEqual([{ turn: 1, text: 'Who painted this?', clientMessageId: 'id-1' }]);
    again.transport.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'Savelli.', markdown: '**Savelli**.' });
    again.transport.emit({ type: 'turn-completed', turn: 1, messageId: 'answer-1' });
    expect(again.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Savelli.']);
    expect(again.state.turns[1]).toMatchObject({ markdown: '**Savelli**.', messageId: 'answer-1', state: 'complete' });
    expect(again.conversation.retry()).toBe(false);
  });

  it('in another exhibition is not recalled', () => {
    const tab = createTab();
    const { conversation } = createTestConversation();
    rememberConversation(tab, conversation, () => exhibitionId);
    conversation.start('text');
    conversation.send('Who painted this?');
    expect(restoreConversation(tab, '6610a1b2c3d4e5f602000002')).toBeUndefined();
  });

  it('is nothing where storage is blocked or holds anything else', () => {
    const blocked = {
      get sessionStorage(): never {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    expect(restoreConversation(blocked, exhibitionId)).toBeUndefined();
    const { conversation } = createTestConversation();
    rememberConversation(blocked, conversation, () => exhibitionId);
    expect(() => conversation.start('text')).not.toThrow();
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => restoreConversation(createTab(text), exhibitionId) === undefined));
  });
});
