import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { afterEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { openEachTestBefore } from '../testing/open-each-test.ts';
import { boundary, fieldPart, fileHead, filePart, formEnd, formHeaders, noise, startUpload, waveFile } from '../testing/recordings.ts';
import { startTranscriptionServer } from '../testing/transcription-server.ts';

const raw = (text: string) => Buffer.from(text, 'latin1');
const wave = waveFile(noise(600));
const language = fieldPart('language', 'en');
const megabyte = noise(2 ** 20);
const inner = raw('--inner\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--inner--\r\n');
const disposition = 'content-disposition: form-data; name="file"; filename="a"';
const partOf = (head: string, body: Buffer = wave) => Buffer.concat([raw(`--${boundary}\r\n${head}\r\n\r\n`), body, raw('\r\n')]);

interface Form {
  pieces: readonly Buffer[];
  headers?: Record<string, string>;
}

const bombs: Record<string, Form> = {
  'of twenty parts of a megabyte': { pieces: Array.from({ length: 20 }, () => filePart(megabyte)) },
  'of a hundred thousand empty parts': { pieces: Array.from({ length: 100 }, () => raw(`--${boundary}\r\n\r\n\r\n`.repeat(1_000))) },
  'with a megabyte of head in a part': { pieces: [raw(`--${boundary}\r\nx: ${'y'.repeat(2 ** 20)}\r\n\r\n`), wave, formEnd] },
  'within a form': { pieces: [language, partOf(`${disposition}\r\ncontent-type: multipart/mixed; boundary=inner`, inner), formEnd] },
  'that is compressed': { pieces: [gzipSync(Buffer.concat([language, filePart(wave), formEnd]))], headers: { 'content-encoding': 'gzip' } },
  'that announces another length': { pieces: [Buffer.alloc(0)], headers: { 'content-length': String(2 ** 31), connection: 'close' } },
};

const oddHeads = [
  ...['', ':', 'name="file"', 'a\nb: c\rd', 'content-disposition: form-data', 'content-disposition: attachment; name="file"'],
  ...['content-disposition: form-data; name="__proto__"', "content-disposition: form-data; name=file; filename*=UTF-8''a.wav"],
  ...['x: y\r\n'.repeat(3000), `x: ${'y'.repeat(100_000)}`, 'content-disposition: form-data; name="language"\r\n'.repeat(2)],
  ...['../../etc/passwd', 'a"; name="language', 'audio.wav\0.exe', '%00%0d%0a', ''].map((name) => disposition.replace('"a"', `"${name}"`)),
];
const file = fc.oneof(
  { weight: 4, arbitrary: fc.constant(wave) },
  fc.nat(wave.length).map((bytes) => wave.subarray(0, bytes)),
  fc.tuple(fc.nat(43), fc.nat(255)).map(([at, value]) => Buffer.from(wave).fill(value, at, at + 1)),
  fc.constantFrom(raw('RIFF\0\0\0\0WAVE'), raw(`RIFFxxxxWAVE${'LIST\0\0\0\0'.repeat(1000)}`), Buffer.concat([wave, raw('tail')])),
  fc.constantFrom(raw(`--${boundary}`), Buffer.concat([wave, raw(`\r\n--${boundary}`)]), Buffer.concat([wave, raw(`\r\n-${boundary}--`)])),
);
const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(language, fieldPart('language', 'de')) },
  { weight: 5, arbitrary: file.map((bytes) => filePart(bytes)) },
  fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 })).map(([name, value]) => fieldPart(name, value)),
  fc.tuple(fc.constantFrom(...oddHeads), file).map(([head, bytes]) => partOf(head, bytes)),
  fc.constantFrom(raw(`--${boundary}\r\n`), raw(`--${boundary}\n\n`), raw(`--${boundary}x\r\n`), raw('\r\n\r\n'), formEnd, fileHead()),
);
const form = fc.record({
  parts: fc.oneof(fc.array(part, { maxLength: 5 }), fc.shuffledSubarray([language, filePart(wave)], { minLength: 2 })),
  end: fc.constantFrom(formEnd, formEnd, formEnd, Buffer.alloc(0), raw(`--${boundary}-`), raw(`--${boundary}--trailer`)),
  cut: fc.option(fc.nat(2000), { freq: 6 }),
  pieceBytes: fc.constantFrom(7, 61, 100_000),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    { weight: 2, arbitrary: fc.constant('audio/wav') },
    fc.constantFrom(`MULTIPART/FORM-DATA; BOUNDARY="${boundary}"`, 'multipart/form-data; boundary=a; boundary=b'),
    fc.constantFrom(
      `multipart/form-data; boundary=${'b'.repeat(8000)}`,
      "multipart/form-data; boundary*=UTF-8''%0d%0a",
      'multipart/form-data;',
    ),
  ),
});
const piecesOf = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => bytes.subarray(index * length, (index + 1) * length));

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heldBytes(): number {
  collect();
  // The second collection frees objects that finalizers released.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const site = openEachTestBefore(startTranscriptionServer);
afterEach(async () => expect((await site.gateway.get('/healthz')).json()).toEqual({ status: 'ok' }));

const send = async ({ pieces, headers }: Form): Promise<number> => {
  const upload = startUpload(site.gateway, { ...formHeaders, ...headers });
  for (const piece of pieces) upload.write(piece);
  upload.end();
  const { status, text } = await upload.answer;
  expect([200, 400, 413, 415]).toContain(status);
  if (status !== 200) z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text));
  return status;
};
const openFiles = () => readdirSync('/proc/self/fd').length;
const wholeCalls = () => site.upstreams.calls.filter((call) => call.isWhole());

it.each(Object.entries(bombs))('a form %s is refused without a complete call of the service', async (_, bomb) => {
  expect(await send(bomb)).not.toBe(200);
  for (const { closed } of site.upstreams.calls.splice(0)) await closed;
  expect(wholeCalls()).toEqual([]);
});

it('a file that does not begin as a WAVE file is refused before the service is called', async () => {
  const files = [raw('<svg onload="x"/>'), raw(`RIFF\0\0\0\0AVI LIST${'.'.repeat(5_000)}`), Buffer.from(wave).fill('WAVY', 8, 12)];
  for (const sent of files) expect(await send({ pieces: [language, filePart(sent), formEnd] })).toBe(415);
  expect(site.upstreams.calls).toEqual([]);
});

it('hostile forms leave neither memory nor open files behind', async () => {
  const round = async () => {
    for (const bomb of Object.values(bombs)) await send(bomb);
    site.upstreams.calls.length = 0;
  };
  await round();
  const [bytes, files] = [heldBytes(), openFiles()];
  for (let left = 3; left > 0; left -= 1) await round();
  expect(heldBytes() - bytes).toBeLessThan(20 * 2 ** 20);
  expect(openFiles()).toBeLessThanOrEqual(files + 2);
});

it('a form that breaks off leaves the service available to the next visitor', async () => {
  for (let left = 20; left > 0; left -= 1) expect(await send({ pieces: [language, fileHead(), wave] })).toBe(400);
  expect(await send({ pieces: [language, filePart(wave), formEnd] })).toBe(200);
});

it('the service gets a complete form only for one complete recording, for any parts cut anywhere', async () => {
  const seen = new Map<number, number>();
  await forAllAsync(form, async ({ parts, end, cut, pieceBytes, type }) => {
    const bytes = Buffer.concat([...parts, end]).subarray(0, cut ?? undefined);
    const pieces = [...piecesOf(bytes.subarray(0, 3_000), pieceBytes), bytes.subarray(3_000)];
    const status = await send({ pieces, headers: { 'content-type': type } });
    seen.set(status, (seen.get(status) ?? 0) + 1);
    expect(wholeCalls().length).toBe(seen.get(200) ?? 0);
    if (status !== 200) return;
    const sent = (await wholeCalls().at(-1)?.form())?.get('file') as File;
    expect(bytes.includes(Buffer.from(await sent.arrayBuffer()))).toBe(true);
  });
  // The generated forms must reach each kind of answer.
  for (const status of [200, 400, 415]) expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true]);
  expect(site.gateway.logged.join('')).not.toContain('"level":"error"');
});
