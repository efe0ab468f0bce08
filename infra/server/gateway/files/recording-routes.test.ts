import { describe, expect, it } from '@rstest/core';
import { openContentGateway } from '../testing/content-gateway.ts';

const video = Buffer.concat([Buffer.from('\x1a\x45\xdf\xa3', 'latin1'), Buffer.alloc(500_000, 7)]);

describe('a recording of a museum’s folder', () => {
  const gateway = openContentGateway({
    'museums/house/arms.webm': video,
    'museums/house/arms.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nA mountain.\n',
    'museums/house/page.mp3': '<html><script>alert(1)</script>',
  });
  const get = (name: string, headers?: Record<string, string>) => gateway.get(`/media/museums/house/${name}`, headers);

  it('comes whole and in the part asked for, by its type, and is nothing but itself', async () => {
    const whole = await get('arms.webm');
    expect([whole.status, whole.bytes.equals(video)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(video.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const part = await get('arms.webm', { range: 'bytes=4-7' });
    expect([part.status, part.headers['content-range'], part.bytes.length]).toEqual([206, `bytes 4-7/${video.length}`, 4]);
  });

  it('has its words as text', async () => {
    const { status, headers, bytes } = await get('arms.vtt');
    expect([status, headers['content-type'], String(bytes).startsWith('WEBVTT')]).toEqual([200, 'text/vtt; charset=utf-8', true]);
  });

  it.each(['page.mp3', 'missing.mp3', '..%2Farms.webm', 'arms.exe'])('that is none is not there: %s', async (name) => {
    expect((await get(name)).status).toBe(404);
  });
});
