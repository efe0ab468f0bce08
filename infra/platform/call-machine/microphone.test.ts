import { expect, it } from '@rstest/core';
import { createMicrophone, type Microphone } from './session.ts';

class FakeTrack extends EventTarget {
  enabled = true;
  isStopped = false;
  stop() {
    this.isStopped = true;
  }
}

function openMicrophone(isOn: boolean) {
  const track = new FakeTrack();
  const changes: boolean[] = [];
  const microphone: Microphone = createMicrophone(track as unknown as MediaStreamTrack, isOn, () => changes.push(microphone.isOpen()));
  return { track, changes, microphone };
}

it('Switching the microphone off disables its track, and switching it on enables the track again', () => {
  const { track, changes, microphone } = openMicrophone(false);
  expect([track.enabled, microphone.isOpen()]).toEqual([false, false]);
  microphone.setOn(true);
  expect([track.enabled, changes]).toEqual([true, [true]]);
});

it('The microphone is closed once its track has ended, and without a track; closing it does not stop the page’s track', () => {
  const { track, changes, microphone } = openMicrophone(true);
  track.dispatchEvent(new Event('ended'));
  expect([changes, microphone.track()]).toEqual([[false], undefined]);
  expect(createMicrophone(undefined, true, () => {}).isOpen()).toBe(false);
  const other = openMicrophone(true);
  other.microphone.end();
  other.track.dispatchEvent(new Event('ended'));
  expect([other.track.isStopped, other.changes, other.microphone.track()]).toEqual([false, [], undefined]);
});
