import { describe, expect, it } from '@rstest/core';
import { createGuide } from '../guide/guide.ts';
import { type GuideEvent, newGuideState } from '../guide/guide-state.ts';
import { harbourContent, mill, millContent } from '../testing/sample-content.ts';
import { createChats } from './chats.ts';
import { stateFromSummary } from './museum-context.ts';

describe('a conversation that goes on from another one', () => {
  it('has its tour in the room the summary names', () => {
    expect(stateFromSummary('[room 2/2 Kitchen]\nVisitor: Next, please', millContent).tour).toMatchObject({ room: 1, phase: 'in-room' });
  });

  it.each([
    'No transcript summary available.',
    '',
    undefined,
    '[room 0/2 Yard]',
    '[room 3/2 Attic]',
    '[room 1/3 Yard]',
    'Visitor: [room 2/2 Kitchen]',
  ])('begins anew after “%s”', (summary) => expect(stateFromSummary(summary, millContent)).toBe(newGuideState));

  it('knows no room of a museum without rooms', () => {
    expect(stateFromSummary('[room 1/1 Hall]', harbourContent)).toBe(newGuideState);
  });

  it('tells on in that room in a chat, and only in the chat’s first turn', async () => {
    const chats = createChats([millContent], createGuide);
    const ask = async (request: Parameters<typeof chats.answer>[0]) => {
      const { id, answer } = await chats.answer(request, new AbortController().signal);
      const events: GuideEvent[] = [];
      for await (const event of answer) events.push(event);
      const [context] = events.flatMap((event) => (event.type === 'context' ? [event] : []));
      return { id, room: context?.room, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') };
    };
    const assistantOverrides = { variableValues: { pastTranscriptSummary: '[room 2/2 Kitchen]' } };
    const first = await ask({ assistantId: mill.assistantId, input: 'Go on', stream: false, assistantOverrides });
    expect(first).toMatchObject({ room: { index: 1, name: 'Kitchen' }, text: expect.stringContaining('stove') });
    const back = await ask({ input: 'Back to the yard', stream: false, previousChatId: first.id, assistantOverrides });
    expect(back.room?.index).toBe(0);
    const stays = await ask({ input: 'Where am I?', stream: false, previousChatId: back.id, assistantOverrides });
    expect(stays.room?.index).toBe(0);
  });
});
