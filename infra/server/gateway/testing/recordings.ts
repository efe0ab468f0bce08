import { request as send } from 'node:http';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

const transcriptionRoute = '/api/transcriptions';
export const boundary = '----formBoundary7MA4YWxk';
export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-enfilade': '1' };

interface Claims {
  sampleRate?: number;
  channels?: number;
  bits?: number;
  encoding?: number;
  /** File size in the header, which may differ from the real size. */
  fileBytes?: number;
  dataBytes?: number;
}

/** A WAVE file whose header may contradict the samples. */
export function waveFile(samples: Buffer, claims: Claims = {}): Buffer {
  const { sampleRate = 16_000, channels = 1, bits = 16, encoding = 1, dataBytes = samples.length } = claims;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE((claims.fileBytes ?? head.length + samples.length) - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(encoding, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE((sampleRate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes, 40);
  return Buffer.concat([head, samples]);
}

export function noise(bytes: number): Buffer {
  const samples = Buffer.alloc(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    samples[at] = state & 0xff;
  }
  return samples;
}

export const spoken = waveFile(noise(32_000));

export const fieldPart = (name: string, value: string): Buffer =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);

export const fileHead = (name = 'file', fileName = 'audio.wav'): Buffer =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: audio/wav\r\n\r\n`);

export const filePart = (file: Buffer, name?: string, fileName?: string): Buffer =>
  Buffer.concat([fileHead(name, fileName), file, Buffer.from('\r\n')]);

export const formEnd = Buffer.from(`--${boundary}--\r\n`);

/** As browsers send the form: the language first. */
export const formOf = (file: Buffer = spoken, language = 'en'): Buffer =>
  Buffer.concat([fieldPart('language', language), filePart(file), formEnd]);

export interface Upload {
  write(bytes: Buffer): void;
  end(bytes?: Buffer): void;
  leave(): void;
  answer: Promise<Pick<HeardAnswer, 'status' | 'headers' | 'text'>>;
}

export function startUpload({ origin }: Pick<TestGateway, 'origin'>, headers: Record<string, string> = {}): Upload {
  const sent = send(origin + transcriptionRoute, { method: 'POST', headers: { ...formHeaders, ...headers } });
  sent.flushHeaders();
  const answer = new Promise<Awaited<Upload['answer']>>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      // A client that gets an early answer does not send the rest.
      sent.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() });
    });
  });
  answer.catch(() => undefined);
  return {
    write: (bytes) => void sent.write(bytes),
    end: (bytes) => void sent.end(bytes),
    leave: () => void sent.destroy(),
    answer,
  };
}

export function sendForm(gateway: Pick<TestGateway, 'origin'>, body: Buffer, headers: Record<string, string> = {}): Upload['answer'] {
  const upload = startUpload(gateway, { 'content-length': String(body.length), ...headers });
  upload.end(body);
  return upload.answer;
}
