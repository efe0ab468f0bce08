import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { riffInfoOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { readWavHeader, WavError, writeWav } from '@enfilade/shared-contracts/kit/wav';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Speech, SpeechJob, SpeechListener, SpeechRequest } from './speech.ts';
import { joinSamples, speechSampleRate } from './speech.ts';
import { createWordTimer, type SpeechService } from './speech-service.ts';

interface SoundFilesOptions {
  directory: string;
  limitBytes: number;
  model: string;
  clock: Pick<Clock, 'now'>;
  log: FastifyBaseLogger;
}

type SoundFiles = Awaited<ReturnType<typeof openSoundFiles>>;

const checksumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
/** The chunk with the samples' checksum, the last one before them. */
const checksumHead = Buffer.from('sha2\x20\0\0\0', 'latin1');
const checksumBytes = 32;
const chunkHeadBytes = 8;

/** Sounds in a folder, WAV with a mark, the longest unused ones removed first. A file that cannot be read counts as none. */
async function openSoundFiles({ directory, limitBytes, model, clock, log }: SoundFilesOptions) {
  const fileOf = (key: string) => path.join(directory, `${key}.wav`);
  const remove = (key: string) => void rm(fileOf(key), { force: true }).catch(() => {});
  const sizes = new LRUCache<string, number>({
    maxSize: limitBytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose: (_, key) => remove(key),
  });
  await mkdir(directory, { recursive: true });
  const all = await readdir(directory);
  // Of a process that was killed while it wrote.
  for (const name of all.filter((one) => /^[0-9a-f]{64}\.wav\.part$/.test(one))) await rm(path.join(directory, name), { force: true });
  const names = all.filter((name) => /^[0-9a-f]{64}\.wav$/.test(name));
  const found = await Promise.all(names.map(async (name) => ({ key: path.parse(name).name, ...(await stat(path.join(directory, name))) })));
  for (const { key, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) sizes.set(key, size);

  return {
    has: (key: string) => sizes.has(key),
    hasRoom: (bytes: number) => sizes.calculatedSize + bytes <= limitBytes,
    async read(key: string): Promise<Int16Array | undefined> {
      if (sizes.get(key) === undefined) return undefined;
      const samples = await readFile(fileOf(key)).then(readSound, () => undefined);
      if (!samples) sizes.delete(key);
      return samples;
    },
    async write(key: string, samples: Int16Array): Promise<void> {
      const sound = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      const mark = riffInfoOf({ model, isTrained: true, madeAt: clock.now() });
      const file = writeWav(samples, speechSampleRate, Buffer.concat([mark, checksumHead, checksumOf(sound)]));
      try {
        // Never half a file under its name.
        await writeFile(`${fileOf(key)}.part`, file);
        await rename(`${fileOf(key)}.part`, fileOf(key));
        sizes.set(key, file.length);
      } catch (error) {
        log.warn({ err: error }, 'a sentence could not be kept in the data folder');
      }
    },
  };
}

function readSound(file: Buffer): Int16Array | undefined {
  try {
    const header = readWavHeader(file);
    if (!header || header.sampleRate !== speechSampleRate || header.fileBytes !== file.length) return undefined;
    const sound = file.subarray(header.dataStart, header.dataStart + header.dataBytes);
    const checksumEnd = header.dataStart - chunkHeadBytes;
    if (!checksumOf(sound).equals(file.subarray(checksumEnd - checksumBytes, checksumEnd))) return undefined;
    // A copy: the file's bytes need not be where 16-bit numbers may.
    return new Int16Array(Uint8Array.from(sound).buffer);
  } catch (error) {
    if (error instanceof WavError) return undefined;
    throw error;
  }
}

export interface CachedSpeechOptions extends Omit<SoundFilesOptions, 'model'> {
  service: SpeechService;
  /** What speaks where no file does. */
  speech: Speech;
  /** The service alone: what it does not say nobody says. */
  serviceSpeech: Speech;
}

export interface CachedSpeech extends Speech {
  /**
   * Has the sentences spoken that are not kept yet, one after the other, while nobody else speaks; and keeps them from now
   * on in every voice they are spoken in. Ends when the service fails, the folder is full, or the signal aborts.
   */
  warm(sentences: AsyncIterable<SpeechRequest>, signal: AbortSignal): Promise<void>;
}

interface Warming {
  tally: { made: number; kept: number /** Why no further one is made. */; stopped?: string };
  signal: AbortSignal;
}

/** Keeps the sound of sentences that many visitors hear; never what was said to one alone. */
export function createCachedSpeech({ service, speech, serviceSpeech, log, ...options }: CachedSpeechOptions): CachedSpeech {
  const files: Promise<SoundFiles | undefined> = openSoundFiles({ ...options, model: service.model, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'no sentences are kept: their folder cannot be used');
    return undefined;
  });
  /** Sentences that may be kept. */
  const fixed = new Set<string>();
  const speaking = new Set<Promise<void>>();
  const keyOf = ({ text, hosted, speed, rate }: SpeechRequest) =>
    createHash('sha256')
      .update(JSON.stringify([service.kind, service.url, service.model, hosted, speed, text, ...(rate === undefined ? [] : [rate])]))
      .digest('hex');

  const sayKept = async (request: SpeechRequest, listener: SpeechListener, leaving: AbortSignal): Promise<void> => {
    const store = await files;
    const samples = await store?.read(keyOf(request));
    if (leaving.aborted) return;
    if (samples) return createWordTimer(request, listener).onSound(samples, (1000 * samples.length) / speechSampleRate);
    const recording = record(speech, request, listener);
    leaving.addEventListener('abort', recording.cancel, { once: true });
    await recording.done;
    const whole = recording.whole();
    if (whole && !leaving.aborted) await store?.write(keyOf(request), whole);
  };

  const keep = async (store: SoundFiles, request: SpeechRequest, { tally, signal }: Warming): Promise<void> => {
    fixed.add(request.text);
    if (store.has(keyOf(request))) {
      tally.kept += 1;
      return;
    }
    if (tally.stopped !== undefined) return;
    while (speaking.size > 0) await Promise.all(speaking);
    const samples = await make(serviceSpeech, request, signal);
    if (!samples) tally.stopped = 'the service failed';
    else if (!store.hasRoom(2 * samples.length)) tally.stopped = 'their folder is full';
    else {
      await store.write(keyOf(request), samples);
      tally.made += 1;
    }
  };

  return {
    model: speech.model,
    prepare: speech.prepare,
    close: speech.close,
    say(request, listener) {
      const leaving = new AbortController();
      const job = fixed.has(request.text)
        ? { done: sayKept(request, listener, leaving.signal), cancel: () => leaving.abort() }
        : speech.say(request, listener);
      const ended = job.done.catch(() => {}).finally(() => speaking.delete(ended));
      speaking.add(ended);
      return job;
    },
    async warm(sentences, signal) {
      const store = await files;
      if (!store) return;
      const warming: Warming = { tally: { made: 0, kept: 0 }, signal };
      for await (const request of sentences) {
        if (signal.aborted) return;
        await keep(store, request, warming);
      }
      if (!signal.aborted) log.info(warming.tally, 'sentences of tours and greetings are kept');
    },
  };
}

async function make(speech: Speech, request: SpeechRequest, signal: AbortSignal): Promise<Int16Array | undefined> {
  const recording = record(speech, request, { onAudio: () => {}, onWords: () => {} });
  signal.addEventListener('abort', recording.cancel, { once: true });
  await recording.done.catch(() => {});
  signal.removeEventListener('abort', recording.cancel);
  return recording.whole();
}

/** Says a text and keeps its sound, if all of it came, and in the voice that was asked for. */
function record(speech: Speech, request: SpeechRequest, listener: SpeechListener): SpeechJob & { whole(): Int16Array | undefined } {
  const pieces: Int16Array[] = [];
  let isWhole = true;
  const job = speech.say(request, {
    onWords: listener.onWords,
    onAudio(samples) {
      pieces.push(samples.slice());
      listener.onAudio(samples);
    },
    onBilled: (characters) => listener.onBilled?.(characters),
    onOtherVoice(model) {
      isWhole = false;
      listener.onOtherVoice?.(model);
    },
    onBrokenOff() {
      isWhole = false;
      listener.onBrokenOff?.();
    },
  });
  return { ...job, whole: () => (isWhole && pieces.length > 0 ? joinSamples(pieces) : undefined) };
}
