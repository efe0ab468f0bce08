import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { listen } from './listen.ts';
import { envelopeOf, likeness, loadWave, parseWave, type Sound, trimmed } from './wave.ts';

export const speechDir = path.resolve(import.meta.dirname, '../fixtures/speech');

/** What the microphone of these tests may say: a file of fixtures/speech, and its words. */
export const phrases = {
  'why-dark-en': 'Why is the ceiling of the painting salon so dark?',
  'who-painted-en': 'Tell me, please, who painted the ceiling here, and in which year?',
  'why-dark-de': 'Warum ist die Decke des Gemäldesalons so dunkel?',
} as const;
export type Phrase = keyof typeof phrases;

export const apiKey = 'transcription-key';
export const model = 'transcription-model';

/** One transcription request. */
interface Heard {
  language: string;
  sound: Sound;
  phrase: Phrase | undefined;
  /** How like the phrase it is: 1 is the same. */
  likeness: number;
}

export interface TranscriptionService {
  url: string;
  heard: Heard[];
  /** Every received file, with any outcome. */
  files: Buffer[];
  /** Broken, it answers every request with status 500. */
  setBroken(isBroken: boolean): void;
  /** Deaf, it finds no words in anything. */
  setDeaf(isDeaf: boolean): void;
  /** From now on every phrase that it understands has these words. */
  setWords(words: string): void;
  /** Forgets what came, and works again. */
  reset(): void;
  close(): Promise<void>;
}

interface Hearing extends Pick<TranscriptionService, 'heard' | 'files'> {
  isBroken: boolean;
  isDeaf: boolean;
  /** In place of a phrase's own. */
  words: string | undefined;
}

const leastLikeness = 0.5;
const known = Object.entries(phrases).map(([phrase, words]) => ({
  phrase: phrase as Phrase,
  words,
  envelope: trimmed(envelopeOf(loadWave(path.join(speechDir, `${phrase}.wav`)))),
}));

/**
 * A transcription service in OpenAI's shape that understands the phrases of these tests by their sound: what
 * does not sound like one of them has no words. It refuses what the real one would.
 */
export async function startTranscriptionService(): Promise<TranscriptionService> {
  const hearing: Hearing = { heard: [], files: [], isBroken: false, isDeaf: false, words: undefined };
  const server = createServer((request, response) => {
    answer(request, hearing).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text })),
      (error: Error) =>
        response
          .writeHead(hearing.isBroken ? 500 : 400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: error.message } })),
    );
  });
  const { origin, close } = await listen(server);
  return {
    url: `${origin}/v1`,
    heard: hearing.heard,
    files: hearing.files,
    setBroken(isBroken) {
      hearing.isBroken = isBroken;
    },
    setDeaf(isDeaf) {
      hearing.isDeaf = isDeaf;
    },
    setWords(words) {
      hearing.words = words;
    },
    reset() {
      hearing.isBroken = false;
      hearing.isDeaf = false;
      hearing.words = undefined;
      hearing.heard.length = 0;
      hearing.files.length = 0;
    },
    close,
  };
}

async function answer(request: IncomingMessage, hearing: Hearing): Promise<string> {
  const { heard, files, isBroken, isDeaf } = hearing;
  const { file, language } = await readForm(request);
  const bytes = Buffer.from(await file.arrayBuffer());
  files.push(bytes);
  if (isBroken) throw new Error('The server had an error processing your request');
  const sound = parseWave(bytes);
  if (sound.rate !== 16_000) throw new Error(`16 kHz were agreed, these are ${sound.rate}`);
  const envelope = envelopeOf(sound);
  const best = known
    .map(({ phrase, words, envelope: own }) => ({ phrase, words, likeness: likeness(own, envelope) }))
    .reduce((one, other) => (other.likeness > one.likeness ? other : one));
  const isKnown = !isDeaf && best.likeness > leastLikeness;
  heard.push({ language, sound, phrase: isKnown ? best.phrase : undefined, likeness: best.likeness });
  return isKnown ? (hearing.words ?? best.words) : '';
}

async function readForm(request: IncomingMessage): Promise<{ file: File; language: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') throw new Error(`No ${request.method} ${request.url}`);
  if (request.headers.authorization !== `Bearer ${apiKey}`) throw new Error('Incorrect API key provided');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof File) || !file.name.endsWith('.wav')) throw new Error('file: not a WAVE file');
  if (form.get('model') !== model) throw new Error('model: unknown');
  return { file, language: String(form.get('language')) };
}

/** Settings of a site that hears by the service. */
export const hearsBy = ({ url }: TranscriptionService) => ({ STT_URL: url, STT_KEY: apiKey, STT_MODEL: model });
