import { expect, it } from '@rstest/core';
import { createGuide } from '../guide/guide.ts';
import { type GuideEvent, newGuideState } from '../guide/guide-state.ts';
import { mill, millContent } from '../testing/sample-content.ts';
import { stateFromSummary } from './chat-request.ts';
import { createChats } from './chats.ts';

const now = 1_000_000;

it('The state after a summary has its tour position, heard paragraphs and spent time', () => {
  const summary = '[room 2/2 Kitchen]\n[tour under-way next-stop 1 60 yard,kitchen yard:3,kitchen:1]\nVisitor: Next';
  const { covered, tour } = stateFromSummary(summary, now);
  expect(covered.map(({ document, paragraphs }) => [document, ...paragraphs].join())).toEqual(['yard,0,1', 'kitchen,0']);
  expect(tour).toMatchObject({ phase: 'under-way', asks: 'next-stop', room: 1, told: ['yard', 'kitchen'], begunAt: now - 60_000 });
});

it.each([
  'No transcript summary available.',
  '',
  undefined,
  '[room 2/2 Kitchen]\nVisitor: Next',
  '[tour under-way next-stop 1]',
  'Visitor: [tour under-way next-stop 1 60 yard yard:3]',
])('The state after the summary “%s” is a new one', (summary) => expect(stateFromSummary(summary, now)).toBe(newGuideState));

it('A chat continues a summary’s tour in its first turn only, and begins the tour again if the room is gone', async () => {
  const chats = createChats([millContent], createGuide, { now: () => now });
  const ask = async (request: Parameters<typeof chats.answer>[0]) => {
    const { id, answer } = await chats.answer(request, new AbortController().signal);
    const events: GuideEvent[] = [];
    for await (const event of answer) events.push(event);
    const [context] = events.flatMap((event) => (event.type === 'context' ? [event] : []));
    return { id, tour: context?.tour, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') };
  };
  const continuing = (mark: string) => ({ variableValues: { pastTranscriptSummary: `[tour ${mark}]`, visitMode: 'guided' as const } });
  const assistantOverrides = continuing('under-way next-room 0 60 yard yard:3');
  const first = await ask({ assistantId: mill.assistantId, input: 'Yes', stream: false, assistantOverrides });
  expect(first).toMatchObject({ tour: { action: 'yes', room: 2, stop: 1 }, text: expect.stringContaining('stove') });
  const back = await ask({
    assistantId: mill.assistantId,
    input: 'Back to the yard',
    stream: false,
    previousChatId: first.id,
    assistantOverrides,
  });
  expect(back.tour).toMatchObject({ action: 'back', room: 1 });
  const gone = { assistantOverrides: continuing('under-way next-room 7 60 attic attic:3') };
  const again = await ask({ assistantId: mill.assistantId, input: 'Yes', stream: false, ...gone });
  expect(again.tour).toMatchObject({ action: 'begin', room: 1 });
});
