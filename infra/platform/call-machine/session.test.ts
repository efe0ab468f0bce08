import { describe, expect, it } from '@rstest/core';
import { isSpeechEnd } from './joined-room.ts';
import { roomUrls } from './session.ts';

describe('the addresses of a room', () => {
  it('the addresses of a room are on the origin of the call', () => {
    expect(roomUrls('https://guide.example/voice/room/7/', 'https://other.example/visit')).toEqual({
      socket: 'wss://guide.example/voice/room/7/ws',
      worklet: 'https://guide.example/voice/worklet.js',
      probe: 'https://guide.example/voice/room/7/ws',
    });
  });

  it('the addresses of a room use the page’s protocol, and may be relative', () => {
    expect(roomUrls('/voice/room/7?x=1', 'http://127.0.0.1:8080/visit').socket).toBe('ws://127.0.0.1:8080/voice/room/7/ws');
  });
});

describe('the end of what the guide says', () => {
  it('the end of what the guide says is the speech update that says so', () => {
    expect(isSpeechEnd(JSON.stringify({ type: 'speech-update', role: 'assistant', status: 'stopped', turn: 2 }))).toBe(true);
  });

  it.each([
    'listening',
    '"speech-update"',
    'speech-update, not JSON',
    JSON.stringify({ type: 'speech-update', role: 'assistant', status: 'started' }),
    JSON.stringify({ type: 'speech-update', role: 'user', status: 'stopped' }),
    JSON.stringify({ type: 'transcript', transcript: 'speech-update assistant stopped' }),
  ])('the end of what the guide says is not %s', (data) => {
    expect(isSpeechEnd(data)).toBe(false);
  });
});
