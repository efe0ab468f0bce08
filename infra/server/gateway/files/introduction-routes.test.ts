import { describe, expect, it } from '@rstest/core';
import { openContentGateway } from '../testing/content-gateway.ts';
import { readRaw, sendRaw } from '../testing/raw-request.ts';

const recording = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const url = '/media/introductions/house-2-fr.mp3';

describe('a recorded introduction', () => {
  const gateway = openContentGateway({
    'introductions/house-2-fr.mp3': recording,
    'introductions/house-2-fr.json': 'secret',
    'introductions/make-introductions.mjs': 'secret',
    'house-en.mp3': 'secret',
  });
  const hear = (headers?: Record<string, string>) => gateway.get(url, headers);

  it('comes whole, as sound, kept for a day', async () => {
    const { status, headers, bytes } = await hear({ 'accept-encoding': 'br' });
    expect([status, bytes.equals(recording)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
    });
  });

  it('comes in the part asked for, and says how long it is to whoever asks behind its end', async () => {
    const part = await hear({ range: 'bytes=990-' });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 990-999/1000']);
    expect(part.bytes.equals(recording.subarray(990))).toBe(true);
    const behind = await hear({ range: 'bytes=1000-' });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  it.each([
    '/media/introductions/house-2-en.mp3',
    '/media/introductions/house-2-it.mp3',
    '/media/introductions/house-2-fr.json',
    '/media/introductions/make-introductions.mjs',
    '/media/introductions/',
    '/media/introductions/..%2fhouse-en.mp3',
    '/media/introductions/%2e%2e/house-en.mp3',
    '/media/introductions/HOUSE-2-FR.MP3',
    '/media/introductions/house-2-fr.mp3%00',
  ])('%s does not exist, and says so as JSON', async (address) => {
    const raw = await sendRaw(gateway.origin, `GET ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    expect(readRaw(raw)).toMatchObject({ status: 404, body: { code: 'not-found', requestId: expect.any(String) } });
    expect(raw.toString()).not.toContain('secret');
  });
});
