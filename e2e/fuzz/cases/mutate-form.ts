import { boundary, fieldPart, fileHead, filePart, formEnd, noise, waveFile } from '@enfilade/server/gateway/testing/recordings';
import type { Dice } from '../dice.ts';
import { hostileTexts } from '../hostile-values.ts';

const raw = (text: string) => Buffer.from(text, 'latin1');
const wave = waveFile(noise(600));
const partOf = (head: string, body: Buffer = wave) => Buffer.concat([raw(`--${boundary}\r\n${head}\r\n\r\n`), body, raw('\r\n')]);
const inner = raw('--inner\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--inner--\r\n');
const disposition = 'content-disposition: form-data; name="file"; filename="audio.wav"';

/** Parts that no browser sends. */
const parts: readonly Buffer[] = [
  fieldPart('language', 'en'),
  fieldPart('language', 'ｅｎ'),
  fieldPart('__proto__', 'en'),
  fieldPart('language', 'en'.repeat(3_000)),
  filePart(wave),
  filePart(raw('RIFF')),
  filePart(raw('<svg onload="x"/>'), 'file', 'a.svg'),
  filePart(Buffer.concat([raw('\x1f\x8b\x08'), noise(60)])),
  filePart(waveFile(noise(60), { dataBytes: 2 ** 31, fileBytes: 2 ** 31 })),
  filePart(waveFile(noise(60), { sampleRate: 0, channels: 0, bits: 0 })),
  filePart(waveFile(Buffer.alloc(0))),
  partOf(`${disposition}\r\ncontent-type: multipart/mixed; boundary=inner`, inner),
  partOf(`${disposition}\r\ncontent-type: text/html`),
  partOf(`${disposition}\r\ncontent-transfer-encoding: base64`),
  partOf(`${disposition}\r\nx: ${'y'.repeat(20_000)}`),
  partOf(`${disposition}\r\n${'x: y\r\n'.repeat(200)}z: z`),
  partOf('content-disposition: form-data; name="file"; filename="../../etc/passwd"'),
  partOf("content-disposition: form-data; name=file; filename*=UTF-8''%00%0d%0a"),
  partOf('content-disposition: attachment'),
  partOf(''),
  raw(`--${boundary}\r\n`),
  raw(`--${boundary}\n\n`),
  raw('\r\n\r\n'),
  fileHead(),
  formEnd,
];

export function mutateForm(good: Buffer, dice: Dice): Buffer {
  const some = (most: number) => Array.from({ length: 1 + dice.below(most) }, () => dice.pick(parts));
  switch (dice.below(8)) {
    case 0:
      return good.subarray(0, dice.below(good.length));
    case 1:
      return good.subarray(0, good.length - formEnd.length);
    case 2:
      return Buffer.concat([...some(3), good]);
    case 3:
      return Buffer.concat([...some(4), formEnd]);
    case 4:
      return Buffer.concat([fieldPart('language', dice.pick(hostileTexts)), filePart(wave), formEnd]);
    case 5:
      return Buffer.concat([...Array<Buffer>(dice.pick([20, 400])).fill(raw(`--${boundary}\r\n\r\n\r\n`)), formEnd]);
    case 6:
      return Buffer.from(good).fill(dice.below(256), dice.below(good.length));
    default: {
      const bytes = Buffer.from(good);
      for (let left = 1 + dice.below(3); left > 0; left -= 1) bytes[dice.below(250)] = dice.below(256);
      return bytes;
    }
  }
}
