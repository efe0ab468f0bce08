import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { boundary, fieldPart, fileHead, filePart, formEnd, noise, startUpload, waveFile } from '../testing/recordings.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { startTranscriptionServer, type TranscriptionCall, type TranscriptionServer } from '../testing/transcription-server.ts';

const wave = waveFile(noise(600));
const raw = (text: string) => Buffer.from(text, 'latin1');

const fileName = fc.oneof(
  fc.constantFrom(
    '../../etc/passwd',
    'a"; name="language',
    'audio.wav\0.exe',
    "''; drop table",
    '%00%0d%0a',
    'C:\\audio.wav',
    '',
    'ä🎙.wav',
    'a\nb',
  ),
  fc.string({ maxLength: 40 }),
);
const file = fc.oneof(
  { weight: 4, arbitrary: fc.constant(wave) },
  fc.nat(wave.length).map((bytes) => wave.subarray(0, bytes)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.nat(43), fc.nat(255)).map(([at, value]) => Buffer.from(wave).fill(value, at, at + 1)),
  fc.constantFrom(
    Buffer.concat([wave, raw('tail')]),
    raw('RIFF'),
    raw('RIFF\0\0\0\0WAVE'),
    raw(`RIFFxxxxWAVE${'LIST\0\0\0\0'.repeat(1000)}`),
  ),
  fc.constantFrom(raw(`--${boundary}`), Buffer.concat([wave, raw(`\r\n--${boundary}`)]), Buffer.concat([wave, raw(`\r\n-${boundary}--`)])),
);
const head = fc.oneof(
  fc.constantFrom('', 'content-disposition: form-data', 'content-disposition: attachment; name="file"; filename="a"', ':', 'name="file"'),
  fc.constantFrom('content-disposition: form-data; name="__proto__"', "content-disposition: form-data; name=file; filename*=UTF-8''a.wav"),
  fc.constantFrom('x: y\r\n'.repeat(3000), `x: ${'y'.repeat(100_000)}`, 'content-disposition: form-data; name="language"\r\n'.repeat(2)),
  fc.constantFrom(
    'content-disposition: form-data; name="file"; filename="a"\r\ncontent-type: multipart/mixed; boundary=inner',
    'a\nb: c\rd',
  ),
  fc.string({ maxLength: 60 }),
);
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('en', 'de', 'fr').map((language) => fieldPart('language', language)) },
  { weight: 4, arbitrary: fc.tuple(file, fileName).map(([bytes, name]) => filePart(bytes, 'file', name)) },
  fc.constant(filePart(wave)),
  fc.string({ maxLength: 30 }).map((value) => fieldPart('language', value)),
  fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 })).map(([name, value]) => fieldPart(name, value)),
  fc.tuple(fc.string({ maxLength: 20 }), file).map(([name, bytes]) => filePart(bytes, name)),
  fc.tuple(head, file).map(([lines, bytes]) => Buffer.concat([raw(`--${boundary}\r\n${lines}\r\n\r\n`), bytes, raw('\r\n')])),
  fc.constantFrom(raw(`--${boundary}\r\n`), raw(`--${boundary}\n\n`), raw(`--${boundary}x\r\n`), raw('\r\n\r\n'), formEnd, fileHead()),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
);
const form = fc.record({
  parts: fc.oneof(
    fc.array(part, { maxLength: 5 }),
    fc.tuple(part, fc.constant(filePart(wave)), part).map((three) => three.slice(0, 3)),
    fc.shuffledSubarray([fieldPart('language', 'en'), filePart(wave)], { minLength: 2 }),
  ),
  end: fc.constantFrom(formEnd, formEnd, formEnd, Buffer.alloc(0), raw(`--${boundary}-`), raw(`--${boundary}--trailer`)),
  cut: fc.option(fc.nat(2000), { freq: 6 }),
  pieceBytes: fc.constantFrom(1, 7, 61, 100_000, 100_000),
  type: fc.oneof(
    { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    fc.constantFrom(
      `multipart/form-data; boundary="${boundary}"`,
      `MULTIPART/FORM-DATA; BOUNDARY=${boundary}`,
      'multipart/form-data; boundary=',
    ),
    fc.constantFrom('multipart/form-data;', 'multipart/form-data; boundary=a; boundary=b', 'multipart/form-datax; boundary=a', 'audio/wav'),
    fc.constantFrom(
      `multipart/form-data; boundary=${'b'.repeat(8000)}`,
      "multipart/form-data; boundary*=UTF-8''%0d%0a",
      'multipart/form-data; charset=x',
    ),
  ),
});

const bytesOf = ({ parts, end, cut }: { parts: readonly Buffer[]; end: Buffer; cut: number | null }): Buffer =>
  Buffer.concat([...parts, end]).subarray(0, cut ?? undefined);
const piecesOf = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => bytes.subarray(index * length, (index + 1) * length));

describe('hostile forms', () => {
  let service: TranscriptionServer;
  let gateway: TestGateway;
  beforeAll(async () => {
    service = await startTranscriptionServer();
    gateway = await startTestGateway({ upstreamOrigin: service.origin });
  });
  afterAll(async () => {
    expect((await gateway.get('/healthz')).json()).toEqual({ status: 'ok' });
    await gateway.close();
    await service.close();
  });

  /** The status of the answer, which is in one of its shapes. */
  const send = async (bytes: Buffer, { pieceBytes, type }: { pieceBytes: number; type: string }): Promise<number> => {
    const upload = startUpload(gateway, { 'content-type': type });
    for (const piece of piecesOf(bytes.subarray(0, 3_000), pieceBytes)) upload.write(piece);
    upload.end(bytes.subarray(3_000));
    const { status, text } = await upload.answer;
    expect([200, 400, 413, 415]).toContain(status);
    if (status !== 200) z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text));
    return status;
  };
  const wholeCalls = () => service.calls.filter((call) => call.isWhole());

  it('are refused, and only a whole recording is ever whole at the service', async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(form, async (sent) => {
        const bytes = bytesOf(sent);
        const status = await send(bytes, sent);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(wholeCalls().length).toBe(seen.get(200) ?? 0);
        if (status === 200) expect(bytes.includes(await fileOf(wholeCalls().at(-1)))).toBe(true);
      }),
      { numRuns: 600 },
    );
    // The walk is worth something only when it comes by each kind of answer.
    for (const status of [200, 400, 415]) expect([status, (seen.get(status) ?? 0) > 20]).toEqual([status, true]);
    expect(gateway.logged.join('')).not.toContain('"level":"error"');
  });

  it('without the beginning of a WAVE file cost no call of the service', async () => {
    await Promise.all(service.calls.map(({ closed }) => closed));
    service.calls.length = 0;
    const withoutWave = form.map((sent) => ({ ...sent, bytes: raw(bytesOf(sent).toString('latin1').replaceAll('WAVE', 'WAVY')) }));
    await fc.assert(
      fc.asyncProperty(withoutWave, async (sent) => {
        expect(await send(sent.bytes, sent)).not.toBe(200);
      }),
      { numRuns: 300 },
    );
    expect(service.calls).toEqual([]);
  });
});

async function fileOf(call: TranscriptionCall | undefined): Promise<Buffer> {
  if (!call) throw new Error('the service was not called');
  return Buffer.from(await ((await call.form()).get('file') as File).arrayBuffer());
}
