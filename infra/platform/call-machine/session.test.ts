import { describe, expect, it } from '@rstest/core';
import { deviceChoice, microphoneChoice, startsOn } from './join-wishes.ts';
import { isSpeechEnd } from './joined-room.ts';
import { readTrackWish } from './remote-participants.ts';
import { roomUrls } from './session.ts';

const track = {} as MediaStreamTrack;

describe('what a join asks for', () => {
  it.each([
    [{}, {}, true],
    [{ startAudioOff: true }, {}, false],
    [{}, { allowLocalAudio: false }, false],
  ])('of %j and %j the microphone starts on: %s', (properties, cache, isOn) => {
    expect(startsOn({ url: 'x', ...properties }, cache)).toBe(isOn);
  });

  it.each([
    [{ settings: { customTrack: 'daily-custom-track' } }, { track }],
    [{ settings: { deviceId: 'usb' } }, { deviceId: 'usb' }],
    [{ processor: { type: 'none' } }, { deviceId: undefined }],
  ])('of %j it is the microphone %j', (audio, choice) => {
    expect(microphoneChoice({ audio }, track)).toEqual(choice);
  });

  it('takes the usual microphone where nothing is said, or a track that is not there', () => {
    expect([microphoneChoice(null, track), deviceChoice('daily-custom-track', undefined)]).toEqual([
      { deviceId: undefined },
      { deviceId: undefined },
    ]);
  });
});

describe('the addresses of a room', () => {
  it('lie on the origin of the call', () => {
    expect(roomUrls('https://guide.example/voice/room/7/', 'https://other.example/visit')).toEqual({
      socket: 'wss://guide.example/voice/room/7/ws',
      worklet: 'https://guide.example/voice/worklet.js',
      probe: 'https://guide.example/voice/room/7/ws',
    });
  });

  it('are plain where the page is, and may be relative', () => {
    expect(roomUrls('/voice/room/7?x=1', 'http://127.0.0.1:8080/visit').socket).toBe('ws://127.0.0.1:8080/voice/room/7/ws');
  });
});

describe('a wish for tracks', () => {
  const neither = { audio: false, video: false };

  it.each([
    [true, neither, { audio: true, video: true }],
    [{ audio: true }, { audio: false, video: true }, { audio: true, video: true }],
    [{ audio: true, video: undefined }, neither, { audio: true, video: false }],
    ['staged', { audio: true, video: true }, neither],
    [{ audio: 'staged' }, { audio: true, video: false }, neither],
  ] as const)('%j, where it was %j, makes it %j', (wish, before, after) => {
    expect(readTrackWish(wish as Parameters<typeof readTrackWish>[0], before)).toEqual(after);
  });
});

describe('the end of what the guide says', () => {
  it('is the speech update that says so', () => {
    expect(isSpeechEnd(JSON.stringify({ type: 'speech-update', role: 'assistant', status: 'stopped', turn: 2 }))).toBe(true);
  });

  it.each([
    'listening',
    '"speech-update"',
    'speech-update, not JSON',
    JSON.stringify({ type: 'speech-update', role: 'assistant', status: 'started' }),
    JSON.stringify({ type: 'speech-update', role: 'user', status: 'stopped' }),
    JSON.stringify({ type: 'transcript', transcript: 'speech-update assistant stopped' }),
  ])('is not %s', (data) => {
    expect(isSpeechEnd(data)).toBe(false);
  });
});
