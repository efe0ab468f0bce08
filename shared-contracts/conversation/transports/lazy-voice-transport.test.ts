import { describe, expect, it } from '@rstest/core';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import type { Transport, TransportEvent } from '../transport.ts';
import { createLazyVoiceTransport } from './lazy-voice-transport.ts';

interface VoiceCode {
  createVoiceTransport(): Transport;
}

function createLoading() {
  let resolve: (code: VoiceCode) => void = () => {};
  let reject: (cause: Error) => void = () => {};
  const promise = new Promise<VoiceCode>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}

function createStage() {
  const clock = createHandClock();
  const told: TransportEvent[] = [];
  const done: string[] = [];
  const inner: Transport = {
    kind: 'voice',
    connect: (tell) => tell({ type: 'connected' }),
    send: ({ text }) => void done.push(`send ${text}`),
    cancel: (turn) => void done.push(`cancel ${turn}`),
    close: (reason) => void done.push(`close ${reason}`),
  };
  let made = 0;
  const loading = createLoading();
  const transport = createLazyVoiceTransport({ load: () => loading.promise, clock, limitMs: 10_000 });
  return {
    ...{ clock, told, done, loading, transport, inner },
    connect: () => transport.connect((event) => told.push(event)),
    arrive: async (createVoiceTransport = () => inner) => {
      loading.resolve({
        createVoiceTransport() {
          made += 1;
          return createVoiceTransport();
        },
      });
      await loading.promise;
    },
    made: () => made,
  };
}

describe('the voice transport before its code is there', () => {
  it('loads when it is connected, and passes everything on from then', async () => {
    const stage = createStage();
    stage.transport.send({ turn: 1, text: 'too early', clientMessageId: 'id' });
    stage.connect();
    await stage.arrive();
    stage.transport.send({ turn: 1, text: 'x', clientMessageId: 'id' });
    stage.transport.cancel(1);
    stage.transport.close('left');
    expect([stage.told, stage.done]).toEqual([[{ type: 'connected' }], ['send x', 'cancel 1', 'close left']]);
    expect(stage.clock.waiting()).toBe(0);
  });

  it('closed while loading makes no call any more', async () => {
    const stage = createStage();
    stage.connect();
    stage.transport.close('changed my mind');
    await stage.arrive();
    expect([stage.made(), stage.told, stage.clock.waiting()]).toEqual([0, [], 0]);
  });

  it('fails when its code does not come', async () => {
    const stage = createStage();
    stage.connect();
    stage.loading.reject(new Error('ChunkLoadError'));
    await stage.loading.promise.catch(() => undefined);
    expect([stage.told, stage.clock.waiting()]).toEqual([[{ type: 'failed', failure: { category: 'network' } }], 0]);
  });

  it('says when that takes long, and gives up after its time', async () => {
    const stage = createStage();
    stage.connect();
    stage.clock.pass(4000);
    stage.clock.pass(6000);
    await stage.arrive();
    expect(stage.told).toEqual([{ type: 'slow' }, { type: 'failed', failure: { category: 'timeout' } }]);
    expect(stage.made()).toBe(0);
  });

  it('fails when what came cannot connect', async () => {
    const stage = createStage();
    stage.connect();
    await stage.arrive(() => {
      throw new Error('broken');
    });
    expect(stage.told).toEqual([{ type: 'failed', failure: { category: 'malformed' } }]);
  });
});
