import { describe, expect, it } from '@rstest/core';
import type { Guide } from '../guide/guide.ts';
import { newGuideState } from '../guide/guide-state.ts';
import { mill, millContent } from '../testing/sample-content.ts';
import { createChats } from './chats.ts';

describe('the conversations', () => {
  it('are bounded: the oldest is forgotten, one still in use is kept', () => {
    const guide: Guide = {
      async *answer() {
        yield { type: 'done', state: newGuideState };
      },
      related: () => [],
    };
    const listening = new AbortController().signal;
    const chats = createChats([millContent], () => guide);
    const say = (previousChatId?: string) =>
      chats.answer({ assistantId: mill.assistantId, input: 'Hm', stream: false, ...(previousChatId && { previousChatId }) }, listening).id;
    const [forgotten, kept] = [say(), say()];
    for (let turn = 0; turn < 4998; turn += 1) say();
    say(kept);
    say();
    expect(() => say(kept)).not.toThrow();
    expect(() => say(forgotten)).toThrow('previousChatId: no such chat');
  });
});
