import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createTurnedClock, type TurnedClock } from '../testing/turned-clock.ts';
import { createTranscriber, type Transcribe } from './transcriber.ts';

let clock: TurnedClock;
let transcribe: Transcribe;
let asked: Promise<void>;
let stop: () => void;
beforeEach(async () => {
  let onRequest = () => {};
  asked = new Promise((resolve) => {
    onRequest = resolve;
  });
  const server = createServer(() => onRequest());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  clock = createTurnedClock();
  transcribe = createTranscriber({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, model: 'base' }, clock);
});
afterEach(() => stop());

const utterance = { samples: new Int16Array(1600), sampleRate: 16_000, language: 'en' } as const;

describe('a transcription service that does not answer', () => {
  it('is given up after 10 s', async () => {
    const transcript = transcribe({ ...utterance, signal: new AbortController().signal });
    await asked;
    clock.turn(10_000);
    await expect(transcript).rejects.toMatchObject({ code: 'transcription' });
    expect(clock.waiting()).toBe(0);
  });

  it('is left alone when the call ends', async () => {
    const call = new AbortController();
    const transcript = transcribe({ ...utterance, signal: call.signal });
    await asked;
    call.abort(new Error('the call has ended'));
    await expect(transcript).rejects.toThrow('the call has ended');
    expect(clock.waiting()).toBe(0);
  });
});
