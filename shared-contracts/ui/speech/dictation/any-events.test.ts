import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAllAsync } from '../../../kit/testing/for-all.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import type { FakeTrack } from '../../../voice/testing/fake-track.ts';
import { createDictation } from './create-dictation.ts';
import type { Phase } from './dictation-state.ts';
import { createFakePage } from './testing/fake-page.ts';

interface Pending<Value> {
  settle(value: Value): void;
  fail(cause: Error): void;
}

/** The visitor answers the prompts, and the gateway the requests, on the test's command. */
function openWorld() {
  const page = createFakePage();
  const prompts: (Pending<FakeTrack> & { track: FakeTrack })[] = [];
  const requests: (Pending<string> & { signal: AbortSignal | undefined })[] = [];
  page.answer = (track) => new Promise((settle, fail) => prompts.push({ track, settle, fail }));
  const clock = createHandClock();
  const delivered: string[] = [];
  const dictation = createDictation({
    ...{ page: page.page, clock, language: () => 'de', phrases: () => [] },
    transcribe: (_file, _language, signal) => new Promise((settle, fail) => requests.push({ settle, fail, signal })),
    onWords: (text) => delivered.push(text),
  });
  return { page, clock, dictation, prompts, requests, delivered, granted: [] as FakeTrack[] };
}
type World = ReturnType<typeof openWorld>;

const acts = {
  started: ({ dictation }: World, at: number) => dictation.start('site', at % 3 === 0),
  agreed: ({ dictation }: World) => dictation.agree(),
  stopped: ({ dictation }: World) => dictation.stop(),
  retried: ({ dictation }: World) => dictation.retry(),
  discarded: ({ dictation }: World) => dictation.discard(),
  granted({ prompts, granted }: World, at: number) {
    const [prompt] = prompts.splice(at % prompts.length, 1);
    if (prompt) granted.push(prompt.track);
    prompt?.settle(prompt.track);
  },
  refused: ({ prompts }: World) => prompts.pop()?.fail(new DOMException('no', 'NotAllowedError')),
  'cut-off': ({ granted }: World) => granted.at(-1)?.lose(),
  full: ({ clock }: World) => clock.pass(60_000),
  transcribed: ({ requests }: World, at: number) => requests.shift()?.settle(`words ${at}`),
  unheard: ({ requests }: World) => requests.shift()?.settle(' '),
  failed: ({ requests }: World) => requests.shift()?.fail(new Error('no connection')),
};
type Act = keyof typeof acts;

const isOpen = ({ signal }: World['requests'][number]) => !signal?.aborted;

/** A recording is read in tasks of its own before it is sent. */
async function settle({ dictation, requests }: World) {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  while (dictation.getState().phase === 'transcribing' && !requests.some(isOpen)) await new Promise((resolve) => setTimeout(resolve));
}

const isOf = (phase: Phase, ...phases: Phase[]) => phases.includes(phase);

function expectInvariants({ page, clock, dictation, requests, granted }: World) {
  const { phase, problem } = dictation.getState();
  const open = {
    tracks: granted.filter(({ readyState }) => readyState === 'live').length,
    recorders: page.recorders.filter(({ state }) => state === 'recording').length,
    contexts: page.contexts.filter((state) => state === 'open').length,
  };
  const count = Number(phase === 'recording');
  expect(open).toEqual({ tracks: count, recorders: count, contexts: count });
  expect(requests.filter(isOpen).length).toBe(Number(phase === 'transcribing'));
  expect(problem !== undefined).toBe(phase === 'refused');
  expect(clock.waiting() > 0).toBe(phase === 'recording');
}

async function take(world: World, act: Act, at: number) {
  const { dictation, delivered, requests } = world;
  const before = dictation.getState();
  const words = delivered.length + Number(act === 'transcribed' && requests[0] !== undefined && isOpen(requests[0]));
  acts[act](world, at);
  await settle(world);
  const { phase } = dictation.getState();
  expectInvariants(world);
  expect(delivered.length).toBe(words);
  if (act === 'discarded' || (act === 'stopped' && before.phase === 'asking')) expect(phase).toBe('idle');
  // A kept recording goes only with its words, without any, or by the visitor.
  const isLost = isOf(before.phase, 'transcribing', 'failed') && !isOf(phase, 'transcribing', 'failed');
  if (isLost) expect(['transcribed', 'unheard', 'discarded']).toContain(act);
  return before;
}

it('any sequence of events keeps every invariant of dictation and reaches every phase', async () => {
  const visits = new Map<Phase, number>();
  const effective = new Set<Act>();
  const anyAct = fc.tuple(fc.constantFrom(...(Object.keys(acts) as Act[])), fc.nat());
  await forAllAsync(fc.array(anyAct, { minLength: 60, maxLength: 60, size: 'max' }), async (all) => {
    const world = openWorld();
    for (const [act, at] of all) {
      const before = await take(world, act, at);
      const now = world.dictation.getState();
      visits.set(now.phase, (visits.get(now.phase) ?? 0) + 1);
      if (now !== before) effective.add(act);
    }
  });
  // Events without an effect would keep every invariant.
  expect(visits.size).toBe(8);
  expect(Math.min(...visits.values())).toBeGreaterThan(5);
  expect(effective.size).toBe(Object.keys(acts).length);
});
