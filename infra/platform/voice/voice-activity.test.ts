import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { nextActivity, patientEndMs, silentActivity, speechBeginMs, speechEndMs, type VoiceActivity } from './speech-recognition.ts';

const frameMs = 20;
/** The activities after frames that arrive every `everyMs`. */
const activities = (levels: readonly number[], from: VoiceActivity = silentActivity, everyMs = frameMs): VoiceActivity[] => {
  let activity = from;
  let at = from.loudAt + from.quietMs;
  return levels.map((level) => {
    at += everyMs;
    activity = nextActivity(activity, { level, frameMs, at, endMs: speechEndMs });
    return activity;
  });
};
const lasting = (ms: number, level: number) => Array.from({ length: ms / frameMs }, () => level);
const level = fc.double({ min: 0, max: 1, noNaN: true });

it('Voice activity begins after 240 ms of a voice and ends after 600 ms without', () => {
  const before = activities(lasting(speechBeginMs - frameMs, 0.2));
  expect(before.some(({ isSpeaking }) => isSpeaking)).toBe(false);
  const speaking = activities([0.2], before.at(-1));
  expect(speaking[0]?.isSpeaking).toBe(true);
  const pausing = activities(lasting(speechEndMs - frameMs, 0.001), speaking[0]);
  expect(pausing.every(({ isSpeaking }) => isSpeaking)).toBe(true);
  expect(activities([0.001], pausing.at(-1))[0]?.isSpeaking).toBe(false);
});

it('Voice activity lasts through a pause of up to 3 s while the visitor holds the button', () => {
  let activity: VoiceActivity = activities(lasting(speechBeginMs, 0.2)).at(-1) ?? silentActivity;
  for (let ms = 0; ms < patientEndMs - frameMs; ms += frameMs)
    activity = nextActivity(activity, { level: 0.001, frameMs, at: 0, endMs: patientEndMs });
  expect(activity.isSpeaking).toBe(true);
  expect(nextActivity(activity, { level: 0.001, frameMs, at: 0, endMs: patientEndMs }).isSpeaking).toBe(false);
});

it('Voice activity ends after 600 ms of time, even if the browser loses half or two thirds of the sound', () => {
  const speaking = activities(lasting(speechBeginMs, 0.2)).at(-1) ?? silentActivity;
  for (const everyMs of [40, 60]) {
    const pausing = activities(lasting(speechEndMs, 0.001), speaking, everyMs);
    const endedMs = (1 + pausing.findIndex(({ isSpeaking }) => !isSpeaking)) * everyMs;
    expect([endedMs >= speechEndMs, endedMs < speechEndMs + everyMs]).toEqual([true, true]);
  }
});

it('Late sound does not end voice activity, and no sound ends it early', () => {
  const speaking = activities(lasting(speechBeginMs, 0.2)).at(-1) ?? silentActivity;
  // A second without a frame, then a short gap between two words.
  const late = { level: 0.001, frameMs, at: speaking.loudAt + 1_000, endMs: speechEndMs };
  const gap = Array.from({ length: 9 }).reduce<VoiceActivity>((activity) => nextActivity(activity, late), speaking);
  expect([gap.isSpeaking, nextActivity(gap, { ...late, level: 0.2 }).isSpeaking]).toEqual([true, true]);
  forAll(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 }), (waits) => {
    let activity = speaking;
    let at = speaking.loudAt;
    const ended = waits.findIndex((wait) => {
      at += wait;
      activity = nextActivity(activity, { level: 0.001, frameMs, at, endMs: speechEndMs });
      return !activity.isSpeaking;
    });
    if (ended !== -1) expect(Math.max(at - speaking.loudAt, (ended + 1) * frameMs)).toBeGreaterThanOrEqual(speechEndMs);
  });
});

it('Clicks do not begin voice activity', () => {
  const clicks = Array.from({ length: 500 }, (_, at) => (at % 10 === 0 ? 0.8 : 0.001));
  expect(activities(clicks).some(({ isSpeaking }) => isSpeaking)).toBe(false);
});

it('Voice activity adapts to steady noise and still detects a voice above the noise', () => {
  forAll(fc.double({ min: 0, max: 0.25, noNaN: true }), (noise) => {
    const used = activities(lasting(30_000, noise)).at(-1) ?? silentActivity;
    expect(used.isSpeaking).toBe(false);
    expect(activities(lasting(300, Math.max(0.05, noise * 3.5)), used).at(-1)?.isSpeaking).toBe(true);
  });
});

itHolds('Voice activity ignores sound below the threshold and always ends in silence', [fc.array(level, { maxLength: 300 })], (levels) => {
  expect(activities(levels.map((level) => level * 0.01)).some(({ isSpeaking }) => isSpeaking)).toBe(false);
  const after = activities(lasting(speechEndMs, 0), activities(levels).at(-1)).at(-1);
  expect(after?.isSpeaking).toBe(false);
  for (const { floor } of activities(levels)) expect(floor).toBeGreaterThanOrEqual(0);
});
