import { expect, it } from '@rstest/core';
import { begin } from '../testing/test-conversation.ts';
import type { Transport } from '../transport.ts';

function createLoading() {
  let settle: (transport: Transport | Promise<Transport>) => void = () => {};
  const loading = new Promise<Transport>((resolve) => {
    settle = resolve;
  });
  const done: string[] = [];
  const transport: Transport = {
    connect(emit) {
      done.push('connect');
      emit({ type: 'connected' });
    },
    send: ({ text }) => void done.push(`send ${text}`),
    cancel: (turn) => void done.push(`cancel ${turn}`),
    close: (reason) => void done.push(`close ${reason}`),
  };
  const setup = begin('voice', { transports: { text: () => transport, voice: () => loading } });
  const load = async (loaded: Partial<Transport> | Promise<Transport> = {}) => {
    settle(loaded instanceof Promise ? loaded : { ...transport, ...loaded });
    await loading.then(() => {}).catch(() => {});
  };
  return { setup, done, load };
}

it('a loaded voice transport is connected and receives the queued message and later method calls', async () => {
  const { setup, done, load } = createLoading();
  setup.conversation.send('x');
  expect([setup.state.phase, done]).toEqual(['connecting', []]);
  await load();
  setup.conversation.interrupt();
  setup.conversation.stop('left');
  expect(done).toEqual(['connect', 'send x', 'cancel 1', 'close left']);
  expect(setup.clock.waiting()).toBe(0);
});

it('a voice transport that loads after stop() is never connected', async () => {
  const { setup, done, load } = createLoading();
  setup.conversation.stop('changed my mind');
  await load();
  expect([done, setup.state.phase, setup.clock.waiting()]).toEqual([[], 'off', 0]);
});

it('a voice transport whose code does not load fails with `network`', async () => {
  const { setup, load } = createLoading();
  await load(Promise.reject(new Error('ChunkLoadError')));
  expect(setup.state).toMatchObject({ phase: 'failed', failure: { category: 'network' } });
  expect(setup.clock.waiting()).toBe(0);
});

it('loading the voice code is shown as slow after 4 s and fails with `timeout` after 10 s', async () => {
  const { setup, done, load } = createLoading();
  setup.clock.pass(4000);
  expect(setup.state.voice?.isSlow).toBe(true);
  setup.clock.pass(6000);
  expect(setup.state).toMatchObject({ phase: 'failed', failure: { category: 'timeout' }, voice: { step: 'guide-connection-timeout' } });
  await load();
  expect(done).toEqual([]);
});

it('a voice transport that throws in connect() fails with `malformed` and is closed', async () => {
  const { setup, load, done } = createLoading();
  await load({
    connect() {
      throw new Error('broken');
    },
  });
  expect(setup.state).toMatchObject({ phase: 'failed', failure: { category: 'malformed' } });
  expect(done).toEqual(['close failed']);
});
