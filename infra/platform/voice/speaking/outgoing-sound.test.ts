import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createOutgoingSound } from './outgoing-sound.ts';

/** One sample a millisecond, so that positions are readable. */
const options = { sampleRate: 1000, frameMs: 20, leadMs: 400 };

/** A visitor's player that records the played samples. */
function createPlayer() {
  let queue: number[] = [];
  const player = {
    played: [] as number[],
    received: 0,
    receive(frames: readonly Int16Array[]) {
      for (const frame of frames) {
        queue.push(...frame);
        player.received += frame.length;
      }
    },
    play(ms: number) {
      player.played.push(...queue.splice(0, ms));
    },
    flush() {
      queue = [];
    },
    queued: () => queue.length,
  };
  return player;
}

function createScene() {
  const sound = createOutgoingSound(options);
  const player = createPlayer();
  const scene = {
    sound,
    player,
    next: 1,
    dropped: 0,
    acts: {
      append: (ms: number) => sound.append(Int16Array.from({ length: ms }, () => scene.next++)),
      play: (ms: number) => player.play(ms),
      drop() {
        sound.drop();
        player.flush();
        scene.dropped = scene.next - 1;
      },
      /** Loses the next frames, and the visitor returns. */
      breakLine() {
        sound.nextFrames();
        if (sound.resume(player.received)) player.flush();
      },
    },
    exchange() {
      sound.report(player.played.length, player.queued());
      const frames = sound.nextFrames();
      player.receive(frames);
      return frames;
    },
  };
  return scene;
}

const step = fc.tuple(fc.constantFrom('append' as const, 'play', 'play', 'drop', 'breakLine'), fc.integer({ min: 1, max: 600 }));

it('Outgoing sound arrives whole, in order and once after any loss, and dropped sound never arrives', () => {
  forAll(fc.array(step, { maxLength: 40 }), (steps) => {
    const scene = createScene();
    const { sound, player } = scene;
    for (const [act, ms] of steps) {
      scene.acts[act](ms);
      const frames = scene.exchange();
      expect(player.queued()).toBeLessThan(options.leadMs + options.frameMs);
      expect(frames.every(({ length }) => length <= options.frameMs)).toBe(true);
    }
    for (let rest = 0; rest < scene.next; rest += 100) {
      player.play(100);
      scene.exchange();
    }
    player.play(options.leadMs + options.frameMs);
    const { played } = player;
    expect(played).toEqual(played.toSorted((a, b) => a - b));
    expect(new Set(played).size).toBe(played.length);
    const wanted = Array.from({ length: scene.next - 1 - scene.dropped }, (_, at) => scene.dropped + at + 1);
    expect(played.filter((sample) => sample > scene.dropped)).toEqual(wanted);
    expect(sound.unsent()).toBe(0);
  });
});

itHolds('Outgoing sound never counts more than was played', [fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 30 })], (plays) => {
  const sound = createOutgoingSound(options);
  const player = createPlayer();
  sound.append(new Int16Array(3000));
  for (const ms of plays) {
    // These frames are sent but not received during the report.
    const frames = sound.nextFrames();
    sound.report(player.played.length, player.queued());
    player.receive(frames);
    player.play(ms);
    expect(sound.playedSamples()).toBeLessThanOrEqual(player.played.length);
  }
});

it('Outgoing sound continues after the played sound for another page or after muting', () => {
  const sound = createOutgoingSound(options);
  sound.append(Int16Array.from({ length: 1000 }, (_, at) => at));
  sound.nextFrames();
  sound.report(150, 250);
  sound.sendAgain();
  expect(sound.nextFrames()[0]?.[0]).toBe(150);
  sound.report(250, 300);
  expect(sound.playedSamples()).toBe(250);
  sound.startOver();
  expect(sound.nextFrames()[0]?.[0]).toBe(250);
  sound.report(100, 300);
  expect(sound.playedSamples()).toBe(350);
});
