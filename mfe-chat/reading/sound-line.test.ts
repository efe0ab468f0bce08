import { describe, expect, it } from '@rstest/core';
import type { SoundContext } from './reading-page.ts';
import { openSoundLine } from './sound-line.ts';
import { FakeContext } from './testing/fake-sound.ts';

const sampleRate = 100;

/** Loud between two silences, in seconds. */
function sound(before: number, loud: number, after: number): AudioBuffer {
  const samples = new Float32Array((before + loud + after) * sampleRate).fill(0.5, before * sampleRate, (before + loud) * sampleRate);
  return { sampleRate, numberOfChannels: 1, getChannelData: () => samples } as unknown as AudioBuffer;
}

function openLine() {
  const context = new FakeContext(false);
  return { context, line: openSoundLine(context as unknown as SoundContext) };
}

describe('sounds in a line', () => {
  it('begin where the one before ends, without the long silence between them', () => {
    const { context, line } = openLine();
    for (const each of [sound(0, 2, 1), sound(1, 3, 0), sound(0, 1, 0)]) void line.lay(each);
    expect(context.sources.map(({ startedAt, offset }) => [startedAt?.toFixed(2), offset.toFixed(2)])).toEqual([
      ['0.05', '0.00'],
      ['2.17', '0.88'],
      ['5.29', '0.00'],
    ]);
    expect(context.sources.slice(1).map(({ startedAt }) => startedAt)).toEqual(context.sources.slice(0, -1).map(({ endsAt }) => endsAt));
  });

  it('sound until the last was heard', async () => {
    const { context, line } = openLine();
    const heard = [line.lay(sound(0, 2, 0)), line.lay(sound(0, 1, 0))];
    context.pass(2.05);
    await heard[0];
    expect(line.isSounding()).toBe(true);
    context.pass(1);
    await heard[1];
    expect(line.isSounding()).toBe(false);
  });

  it('are silent when it ends, and nobody waits for them any more', async () => {
    const { context, line } = openLine();
    const heard = [line.lay(sound(0, 2, 0)), line.lay(sound(0, 1, 0))];
    line.end();
    await Promise.all(heard);
    expect([context.sources.map(({ isStopped }) => isStopped), line.isSounding()]).toEqual([[true, true], false]);
  });
});
