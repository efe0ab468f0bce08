import { describe, expect, it } from '@rstest/core';
import { newGuideState } from '../guide/guide-state.ts';
import { mill, millContent } from '../testing/sample-content.ts';
import { createChats } from './chats.ts';

describe('the conversations', () => {
  it('are bounded: the oldest is forgotten, one still in use is kept', () => {
    const guide = { reply: () => ({ state: newGuideState, text: 'So.', sources: [] }), related: () => [] };
    const chats = createChats([millContent], () => guide);
    const say = (previousChatId?: string) =>
      chats.reply({ assistantId: mill.assistantId, input: 'Hm', stream: false, ...(previousChatId && { previousChatId }) }).id;
    const [forgotten, kept] = [say(), say()];
    for (let turn = 0; turn < 4998; turn += 1) say();
    say(kept);
    say();
    expect(() => say(kept)).not.toThrow();
    expect(() => say(forgotten)).toThrow('previousChatId: no such chat');
  });
});
