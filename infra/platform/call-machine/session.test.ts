import { expect, it } from '@rstest/core';
import { roomUrls } from './session.ts';

it('The addresses of a room use the origin of the call, and the page’s protocol if the call is relative', () => {
  expect(roomUrls('https://guide.example/voice/room/7/', 'https://other.example/visit')).toEqual({
    socket: 'wss://guide.example/voice/room/7/ws',
    worklet: 'https://guide.example/voice/worklet.js',
  });
  expect(roomUrls('/voice/room/7?x=1', 'http://127.0.0.1:8080/visit').socket).toBe('ws://127.0.0.1:8080/voice/room/7/ws');
});
