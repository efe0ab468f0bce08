import { beforeEach, describe, expect, it } from '@rstest/core';
import type { CameraError } from './camera-error.ts';
import { Microphone } from './microphone.ts';

/** A track as far as it matters here. */
class HandTrack extends EventTarget {
  enabled = true;
  isStopped = false;
  stop() {
    this.isStopped = true;
  }
  /** As when the device is pulled out or the permission taken away. */
  endByItself() {
    this.dispatchEvent(new Event('ended'));
  }
}

type Request = { constraints: MediaStreamConstraints; give(track: HandTrack): void; refuse(name: string): void };

let requests: Request[] = [];
let errors: CameraError[] = [];
let isTaken = false;
const asTrack = (track: HandTrack) => track as unknown as MediaStreamTrack;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function createMicrophone(isOn = true, hasDevices = true): Microphone {
  const getUserMedia = (constraints: MediaStreamConstraints = {}) =>
    new Promise<MediaStream>((resolve, reject) => {
      const give = (track: HandTrack) => resolve({ getAudioTracks: () => [track] } as unknown as MediaStream);
      requests.push({ constraints, give, refuse: (name) => reject(new DOMException(name, name)) });
    });
  return new Microphone(isOn, {
    devices: hasDevices ? { getUserMedia } : undefined,
    isTaken: () => Promise.resolve(isTaken),
    changed: () => {},
    failed: (error) => errors.push(error),
  });
}

async function openedWith(track: HandTrack, isOn = true): Promise<Microphone> {
  const microphone = createMicrophone(isOn);
  const opened = microphone.open({ deviceId: undefined });
  requests.shift()?.give(track);
  await opened;
  return microphone;
}

beforeEach(() => {
  requests = [];
  errors = [];
  isTaken = false;
});

describe('the microphone', () => {
  it('asks for clean speech, and for the device that was named', () => {
    void createMicrophone().open({ deviceId: 'usb' });
    expect(requests[0]?.constraints.audio).toEqual({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      deviceId: { exact: 'usb' },
    });
  });

  it('is off on the track itself', async () => {
    const track = new HandTrack();
    const microphone = await openedWith(track, false);
    expect([track.enabled, microphone.state]).toEqual([false, 'off']);
    microphone.setOn(true);
    expect([track.enabled, microphone.state]).toEqual([true, 'on']);
  });

  it('closes what the browser gives after the end', async () => {
    const microphone = createMicrophone();
    const opened = microphone.open({ deviceId: undefined });
    microphone.end();
    const late = new HandTrack();
    requests[0]?.give(late);
    await opened;
    expect([late.isStopped, microphone.track]).toEqual([true, undefined]);
  });

  it('takes the last one asked for, in whatever order they come', async () => {
    const microphone = createMicrophone();
    const both = [microphone.open({ deviceId: 'a' }), microphone.open({ deviceId: 'b' })];
    const [a, b] = [new HandTrack(), new HandTrack()];
    requests[1]?.give(b);
    await settled();
    requests[0]?.give(a);
    await Promise.all(both);
    expect([a.isStopped, b.isStopped, microphone.track]).toEqual([true, false, asTrack(b)]);
  });

  it('tells why it was refused, and asks again when it is switched on later', async () => {
    const microphone = createMicrophone();
    const opened = microphone.open({ deviceId: undefined });
    requests.shift()?.refuse('NotAllowedError');
    await opened;
    expect([errors[0]?.type, microphone.state]).toEqual(['permissions', { blocked: { byPermissions: true } }]);
    microphone.setOn(true);
    requests.shift()?.give(new HandTrack());
    await settled();
    expect(microphone.state).toBe('on');
  });

  it('says so where a browser has no devices at all', async () => {
    await createMicrophone(true, false).open({ deviceId: undefined });
    expect(errors[0]?.type).toBe('undefined-mediadevices');
  });

  it('is blocked when the permission is taken away in the middle', async () => {
    const track = new HandTrack();
    const microphone = await openedWith(track);
    isTaken = true;
    track.endByItself();
    await settled();
    expect([errors[0]?.type, microphone.state, requests.length]).toEqual(['permissions', { blocked: { byPermissions: true } }, 0]);
  });

  it('goes on with another device when its own is pulled out', async () => {
    const [first, second] = [new HandTrack(), new HandTrack()];
    const microphone = await openedWith(first);
    first.endByItself();
    await settled();
    requests.shift()?.give(second);
    await settled();
    expect([errors, microphone.track, microphone.state]).toEqual([[], asTrack(second), 'on']);
  });

  it('tells that none is left when its device was the only one', async () => {
    const track = new HandTrack();
    await openedWith(track);
    track.endByItself();
    await settled();
    requests.shift()?.refuse('NotFoundError');
    await settled();
    expect(errors.map(({ type }) => type)).toEqual(['not-found']);
  });

  it('never stops a track that the page brought along', async () => {
    const [own, brought] = [new HandTrack(), new HandTrack()];
    const microphone = await openedWith(own);
    await microphone.open({ track: asTrack(brought) });
    microphone.end();
    expect([own.isStopped, brought.isStopped]).toEqual([true, false]);
  });
});
