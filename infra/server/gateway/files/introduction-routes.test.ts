import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { readRaw, sendRaw } from '../testing/raw-request.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const recording = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const url = '/media/introductions/house-2-fr.mp3';

describe('a recorded introduction', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  let contentDir: string;
  beforeAll(async () => {
    contentDir = await mkdtemp(path.join(tmpdir(), 'introductions-'));
    await mkdir(path.join(contentDir, 'introductions'));
    await writeFile(path.join(contentDir, 'introductions', 'house-2-fr.mp3'), recording);
    await writeFile(path.join(contentDir, 'introductions', 'house-2-fr.json'), 'secret');
    await writeFile(path.join(contentDir, 'introductions', 'make-introductions.mjs'), 'secret');
    await writeFile(path.join(contentDir, 'house-en.mp3'), 'secret');
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { contentDir } });
  });
  afterAll(async () => {
    await gateway.close();
    await upstreams.close();
    await rm(contentDir, { recursive: true, force: true });
  });

  const hear = async (headers: Record<string, string> = {}) => {
    const answer = await request(gateway.origin + url, { headers });
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };

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
