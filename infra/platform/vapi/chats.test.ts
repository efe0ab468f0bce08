import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { expect, it } from '@rstest/core';
import { createGuide, type Guide } from '../guide/guide.ts';
import { newGuideState } from '../guide/guide-state.ts';
import { mill, millContent } from '../testing/sample-content.ts';
import { createChats, type SharedChats } from './chats.ts';

const guide: Guide = {
  async *answer() {
    yield { type: 'done', state: newGuideState };
  },
  related: () => [],
};
const listening = new AbortController().signal;

it('A conversation continues at another platform that shares its store, and at no other', async () => {
  const kept = new Map<string, string>();
  const shared: SharedChats = {
    load: async (id) => JSON.parse(kept.get(id) ?? 'null') ?? undefined,
    save: (id, chat) => void kept.set(id, JSON.stringify(chat)),
  };
  const [one, other, alone] = [shared, shared, undefined].map((each) => createChats([millContent], createGuide, systemClock, each));
  const question = { assistantId: mill.assistantId, stream: false };
  const first = await one?.answer({ ...question, input: 'Tell me about the wheel' }, listening);
  for await (const _ of first?.answer ?? []);
  const again = { ...question, input: 'Go on', previousChatId: first?.id ?? '' };
  const second = await other?.answer(again, listening);
  for await (const _ of second?.answer ?? []);
  expect(JSON.parse(kept.get(second?.id ?? '') ?? '{}').state.covered.length).toBeGreaterThan(0);
  await expect(alone?.answer(again, listening)).rejects.toThrow('previousChatId: no such chat');
});

it('The store of conversations is bounded and drops the one that was unused longest', async () => {
  const chats = createChats([millContent], () => guide, systemClock);
  const say = async (previousChatId?: string) => {
    const request = { assistantId: mill.assistantId, input: 'Hm', stream: false, ...(previousChatId && { previousChatId }) };
    return (await chats.answer(request, listening)).id;
  };
  const [forgotten, kept] = [await say(), await say()];
  for (let turn = 0; turn < 4998; turn += 1) await say();
  await say(kept);
  await say();
  await say(kept);
  await expect(say(forgotten)).rejects.toThrow('previousChatId: no such chat');
});
