import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findSoundRange, openSoundQueue, type SoundContext } from './open-sound-queue.ts';
import { FakeContext } from './testing/fake-sound.ts';

const sampleRate = 100;

/** Loud between two silences, in seconds. */
function sound(before: number, loud: number, after: number): AudioBuffer {
  const samples = new Float32Array((before + loud + after) * sampleRate).fill(0.5, before * sampleRate, (before + loud) * sampleRate);
  return { sampleRate, numberOfChannels: 1, getChannelData: () => samples } as unknown as AudioBuffer;
}

function openQueue() {
  const context = new FakeContext(false);
  return { context, queue: openSoundQueue(context as unknown as SoundContext, context.output as unknown as AudioNode) };
}

describe('sounds in a line', () => {
  it('sounds in a line begin where the one before ends, without the long silence between them', () => {
    const { context, queue } = openQueue();
    for (const each of [sound(0, 2, 1), sound(1, 3, 0), sound(0, 1, 0)]) void queue.append(each);
    expect(context.sources.map(({ startedAt, offset }) => [startedAt?.toFixed(2), offset.toFixed(2)])).toEqual([
      ['0.05', '0.00'],
      ['2.17', '0.88'],
      ['5.29', '0.00'],
    ]);
    expect(context.sources.slice(1).map(({ startedAt }) => startedAt)).toEqual(context.sources.slice(0, -1).map(({ endsAt }) => endsAt));
  });

  it('sounds in a line go on from where they are when the pace changes, and are heard to their end', async () => {
    const { context, queue } = openQueue();
    const heard = [queue.append(sound(0, 4, 0)), queue.append(sound(0, 2, 0))];
    context.pass(2.05);
    queue.setRate(0.8);
    expect(context.sources.map(({ isStopped }) => isStopped)).toEqual([true, true, false, false]);
    // Two seconds are left of the first.
    expect(context.sources.slice(2).map(({ startedAt, endsAt }) => (endsAt - (startedAt ?? 0)).toFixed(2))).toEqual(['2.50', '2.50']);
    context.pass(2.55);
    await heard[0];
    expect(queue.isPlaying()).toBe(true);
    context.pass(2.5);
    await heard[1];
    expect(queue.isPlaying()).toBe(false);
  });

  it('sounds in a line are silent when it ends, and nobody waits for them any more', async () => {
    const { context, queue } = openQueue();
    const heard = [queue.append(sound(0, 2, 0)), queue.append(sound(0, 1, 0))];
    queue.end();
    await Promise.all(heard);
    expect([context.sources.map(({ isStopped }) => isStopped), queue.isPlaying()]).toEqual([[true, true], false]);
  });
});

const soundRate = 1000;
const samples = (silentBefore: number, loud: number, silentAfter: number) =>
  Float32Array.from({ length: silentBefore + loud + silentAfter }, (_, index) =>
    index >= silentBefore && index < silentBefore + loud ? -0.5 : 0.001,
  );

describe('the part of a recording that is heard', () => {
  it.each([
    ['all of it', samples(0, 500, 0), 0, 0.5],
    ['a breath at either end', samples(120, 500, 120), 0, 0.74],
    ['no more than a breath', samples(400, 500, 300), 0.28, 0.74],
    ['a breath of nothing but silence', samples(700, 0, 0), 0, 0.12],
    ['nothing of nothing', samples(0, 0, 0), 0, 0],
  ])('the part of a recording that is heard is %s', (_, channel, offsetSeconds, durationSeconds) => {
    expect(findSoundRange([channel], soundRate)).toEqual({ offsetSeconds, durationSeconds });
  });

  it('the part of a recording that is heard has what is loud in any channel', () => {
    expect(findSoundRange([samples(0, 100, 900), samples(900, 100, 0)], soundRate)).toEqual({ offsetSeconds: 0, durationSeconds: 1 });
  });

  it('the part of a recording that is heard has every loud sample, and is within the recording', () => {
    const sound = fc.array(fc.constantFrom(0, 0, 0, 0.002, 0.01, -0.4), { minLength: 1, maxLength: 600 });
    fc.assert(
      fc.property(sound, (values) => {
        const { offsetSeconds, durationSeconds } = findSoundRange([Float32Array.from(values)], soundRate);
        const from = Math.round(offsetSeconds * soundRate);
        const until = from + Math.round(durationSeconds * soundRate);
        expect(from >= 0 && until <= values.length).toBe(true);
        expect([...values.slice(0, from), ...values.slice(until)].every((value) => Math.abs(value) < 0.003)).toBe(true);
      }),
    );
  });
});
