import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';
import { envelopeOf, likeness, loadWave, parseWave, trimmed } from './wave.ts';

/** The browser's microphone repeats this file. */
export const spokenFile = path.resolve(import.meta.dirname, '../fixtures/speech/why-dark-en.wav');
export const spokenWords = 'Why is the ceiling of the painting salon so dark?';

export const apiKey = 'transcription-key';
export const model = 'transcription-model';

interface Heard {
  language: string;
  /** The recording sounds like the microphone's phrase. */
  isPhrase: boolean;
  /** Likeness to the phrase: 1 is the same. */
  likeness: number;
}

export interface TranscriptionService {
  url: string;
  heard: Heard[];
  files: Buffer[];
  /** A broken service answers with status 500. */
  setBroken(isBroken: boolean): void;
  /** Applies to later recordings of the phrase. */
  setWords(words: string): void;
  reset(): void;
  close(): Promise<void>;
}

const leastLikeness = 0.5;
const phrase = trimmed(envelopeOf(loadWave(spokenFile)));

/**
 * Recognises the phrase by its sound; other sounds have no words. `conformance` compares the rest of OpenAI's shape with the documentation.
 */
export async function startTranscriptionService(): Promise<TranscriptionService> {
  const heard: Heard[] = [];
  const files: Buffer[] = [];
  let isBroken = false;
  let words = spokenWords;
  const transcribe = async (request: IncomingMessage): Promise<string> => {
    const { file, language } = await readForm(request);
    files.push(file);
    if (isBroken) throw new Error('The server had an error processing your request');
    const sound = parseWave(file);
    if (sound.rate !== 16_000) throw new Error(`The recording has ${sound.rate} Hz instead of 16 kHz`);
    const found = likeness(phrase, envelopeOf(sound));
    heard.push({ language, isPhrase: found > leastLikeness, likeness: found });
    return found > leastLikeness ? words : '';
  };
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    transcribe(request).then(
      (text) => send(200, { text }),
      ({ message }: Error) => send(isBroken ? 500 : 400, { error: { message } }),
    );
  });
  const { origin, close } = await listen(server);
  return {
    url: `${origin}/v1`,
    heard,
    files,
    setBroken(broken) {
      isBroken = broken;
    },
    setWords(changed) {
      words = changed;
    },
    reset() {
      isBroken = false;
      words = spokenWords;
      heard.length = 0;
      files.length = 0;
    },
    close,
  };
}

async function readForm(request: IncomingMessage): Promise<{ file: Buffer; language: string }> {
  const body = await buffer(request);
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') throw new Error(`No ${request.method} ${request.url}`);
  if (request.headers.authorization !== `Bearer ${apiKey}`) throw new Error('Incorrect API key provided');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof File) || !file.name.endsWith('.wav')) throw new Error('file: not a WAVE file');
  if (form.get('model') !== model) throw new Error('model: unknown');
  return { file: Buffer.from(await file.arrayBuffer()), language: String(form.get('language')) };
}

export const hearsBy = ({ url }: TranscriptionService) => ({ STT_URL: url, STT_KEY: apiKey, STT_MODEL: model });
