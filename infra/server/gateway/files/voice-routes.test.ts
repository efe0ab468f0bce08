import { describe, expect, it } from '@rstest/core';
import { openContentGateway } from '../testing/content-gateway.ts';
import { readRaw, sendRaw } from '../testing/raw-request.ts';

const sample = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const url = '/media/voices/en-p1.mp3';

describe('the sample of a voice', () => {
  const gateway = openContentGateway({
    'voices/en-p1.mp3': sample,
    'voices/make-voices.mjs': 'secret',
    'en-1.mp3': 'secret',
  });
  const hear = (headers?: Record<string, string>, method?: 'GET' | 'HEAD') => gateway.get(url, headers, method);

  it('comes whole, as sound, kept for a day', async () => {
    const { status, headers, bytes } = await hear({ 'accept-encoding': 'br' });
    expect([status, bytes.equals(sample)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['bytes=0-1', 0, 1],
    ['bytes=500-', 500, 999],
    ['bytes=-10', 990, 999],
    ['bytes=990-5000', 990, 999],
  ])('comes in part for %s', async (range, first, last) => {
    const { status, headers, bytes } = await hear({ range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
    expect(bytes.equals(sample.subarray(first, last + 1))).toBe(true);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(headers['content-type']).toBe('audio/mpeg');
  });

  it.each(['bytes=0-1,5-6', 'bytes=7-3', 'nonsense'])('comes whole for %s', async (range) => {
    expect(await hear({ range })).toMatchObject({ status: 200, bytes: sample });
  });

  it('comes whole to a browser whose part may be of another file', async () => {
    expect((await hear({ range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });

  it('says how long it is to whoever asks for what lies behind its end', async () => {
    const { status, headers, bytes } = await hear({ range: 'bytes=1000-' });
    expect([status, headers['content-range'], bytes.length]).toEqual([416, 'bytes */1000', 0]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('tells HEAD the same without the body', async () => {
    const { status, headers, bytes } = await hear({}, 'HEAD');
    expect([status, headers['content-length'], bytes.length]).toEqual([200, '1000', 0]);
  });

  it.each([
    '/media/voices/en-2.mp3',
    '/media/voices/it-1.mp3',
    '/media/voices/en-p1.wav',
    '/media/voices/make-voices.mjs',
    '/media/voices/',
    '/media/voices/..%2fen-1.mp3',
    '/media/voices/%2e%2e/en-1.mp3',
    '/media/voices/../en-1.mp3',
    '/media/voices/en-1.mp3%00',
    '/media/voices/en-p1.mp3/',
    '/media/voices/voices/en-p1.mp3',
    '/media/voices/EN-P1.MP3',
  ])('%s does not exist, and says so as JSON', async (address) => {
    const raw = await sendRaw(gateway.origin, `GET ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    expect(readRaw(raw)).toMatchObject({ status: 404, body: { code: expect.stringMatching(/not-found$/), requestId: expect.any(String) } });
    expect(raw.toString()).not.toContain('secret');
  });

  it('that is not there is called by its name', async () => {
    expect(JSON.parse(String((await gateway.get('/media/voices/en-2.mp3')).bytes))).toMatchObject({ code: 'voice-not-found' });
  });
});
