import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  boundary,
  fieldPart,
  fileHead,
  filePart,
  formEnd,
  formHeaders,
  noise,
  startUpload,
  waveFile,
} from '@enfilade/server/gateway/testing/recordings';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { type FuzzSite, startFuzzSite } from './fuzz-site.ts';
import { heldBytes } from './memory.ts';

const raw = (text: string) => Buffer.from(text, 'latin1');
const wave = waveFile(noise(600));
const megabyte = noise(2 ** 20);
const inner = raw('--inner\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--inner--\r\n');
const nested = raw(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: multipart/mixed; boundary=inner\r\n\r\n`,
);
const language = fieldPart('language', 'en');

interface Bomb {
  pieces: readonly Buffer[];
  headers?: Record<string, string>;
}

const bombs: Record<string, Bomb> = {
  'of twenty parts of a megabyte': { pieces: Array.from({ length: 20 }, () => filePart(megabyte)) },
  'of a hundred thousand empty parts': { pieces: Array.from({ length: 100 }, () => raw(`--${boundary}\r\n\r\n\r\n`.repeat(1_000))) },
  'with a megabyte of head in a part': { pieces: [raw(`--${boundary}\r\nx: ${'y'.repeat(2 ** 20)}\r\n\r\n`), wave, formEnd] },
  'without its last boundary': { pieces: [language, fileHead(), noise(60), raw('\r\n')] },
  'that says it is JSON': { pieces: [language, filePart(wave), formEnd], headers: { 'content-type': 'application/json' } },
  'whose file is none': { pieces: [language, filePart(raw('<svg onload="x"/>')), formEnd] },
  'within a form': { pieces: [language, nested, inner, raw('\r\n'), formEnd] },
  packed: { pieces: [gzipSync(Buffer.concat([language, filePart(wave), formEnd]))], headers: { 'content-encoding': 'gzip' } },
  'that promises another length': { pieces: [Buffer.alloc(0)], headers: { 'content-length': String(2 ** 31), connection: 'close' } },
};

describe('a form', () => {
  let site: FuzzSite;
  beforeAll(async () => {
    site = await startFuzzSite();
  });
  afterAll(() => site.close());

  const send = async ({ pieces, headers }: Bomb) => {
    const upload = startUpload(site.gateway, { ...formHeaders, ...headers });
    for (const piece of pieces) upload.write(piece);
    upload.end();
    const { status, text } = await upload.answer;
    return { status, code: z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code };
  };
  const openFiles = () => readdirSync('/proc/self/fd').length;

  it.each(Object.entries(bombs))('%s is refused and costs nothing', async (_, bomb) => {
    const { status } = await send(bomb);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(site.services.takeCalls()).toBe(0);
  });

  it('of these kinds, sent again and again, leaves neither memory nor open files behind', async () => {
    const round = async () => {
      for (const bomb of Object.values(bombs)) await send(bomb);
    };
    await round();
    const [bytes, files] = [heldBytes(), openFiles()];
    for (let left = 5; left > 0; left -= 1) await round();
    expect(heldBytes() - bytes).toBeLessThan(20 * 2 ** 20);
    expect(openFiles()).toBeLessThanOrEqual(files + 2);
  });

  it('that breaks off does not keep the service from the next visitor', async () => {
    const cut = Buffer.concat([language, fileHead(), wave]);
    for (let left = 20; left > 0; left -= 1) expect((await send({ pieces: [cut] })).status).toBe(400);
    const upload = startUpload(site.gateway);
    upload.end(Buffer.concat([language, filePart(wave), formEnd]));
    expect((await upload.answer).status).toBe(200);
  });
});
