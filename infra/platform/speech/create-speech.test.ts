import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core';
import { createSpeech } from './create-speech.ts';
import type { Speech, SpokenWord } from './speech.ts';

const program = path.resolve(import.meta.dirname, '../../speech/main.mjs');
const voice = { timbre: 'en+f2', pitch: 58, speed: 165 };
const { signal } = new AbortController();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function listen() {
  const heard = { samples: [] as number[], words: [] as SpokenWord[] };
  return {
    heard,
    onAudio: (samples: Int16Array) => void heard.samples.push(...samples),
    onWords: (words: readonly SpokenWord[]) => void heard.words.push(...words),
  };
}

describe('the speech program', () => {
  let speech: Speech;
  beforeAll(() => {
    speech = createSpeech({ program });
  });
  afterAll(() => speech.close());

  it('The speech program sends sound of a plausible length and words in ascending order', async () => {
    const text = 'Zoë 😀 likes the water wheel.';
    const { heard, ...listener } = listen();
    await speech.say({ text, ...voice }, listener, signal);
    const ms = (heard.samples.length * 1000) / 22_050;
    expect(ms).toBeGreaterThan(1000);
    expect(ms).toBeLessThan(6000);
    expect(Math.max(...heard.samples.map(Math.abs))).toBeGreaterThan(2000);
    const said = heard.words.map(({ offset, length }) => text.slice(offset, offset + length));
    expect(said).toEqual(expect.arrayContaining(['Zoë', 'likes', 'the', 'water', 'wheel']));
    expect(heard.words.map((word) => word.ms)).toEqual(heard.words.map((word) => word.ms).toSorted((a, b) => a - b));
    expect(heard.words.at(-1)?.ms).toBeLessThan(ms);
  });

  it('The speech program speaks texts in order and skips cancelled texts', async () => {
    const order: string[] = [];
    const cancelling = new AbortController();
    const say = (text: string, until = signal) =>
      speech.say({ text, ...voice }, { onAudio: () => order.push(text), onWords: () => {} }, until);
    const all = [say('One.'), say('Two.', cancelling.signal), say('Three.')];
    cancelling.abort();
    await Promise.all(all);
    expect([...new Set(order)]).toEqual(['One.', 'Three.']);
  });

  it('The speech program refuses an unknown voice and continues to speak', async () => {
    const unknown = speech.say({ text: 'Hm.', ...voice, timbre: 'xx-none' }, listen(), signal);
    await expect(unknown).rejects.toThrow('The synthesiser has no voice xx-none');
    const { heard, ...listener } = listen();
    await speech.say({ text: 'Yes.', ...voice }, listener, signal);
    expect(heard.samples.length).toBeGreaterThan(0);
  });

  it('The speech program has every voice that visitors may choose', async () => {
    const timbres = ['en-gb-x-rp+m3', 'en+f2', 'en-us+f4', 'en-gb-scotland+m7', 'de+f4', 'de+m1', 'fr+m3', 'fr+f5'];
    const sounds = await Promise.all(
      timbres.map(async (timbre) => {
        const { heard, ...listener } = listen();
        await speech.say({ text: 'Museum.', ...voice, timbre }, listener, signal);
        return heard.samples.join();
      }),
    );
    expect(new Set(sounds).size).toBe(timbres.length);
  });
});

it('The speech program ends without an error when its site ends in the middle of a text', async () => {
  const child = fork(program, { serialization: 'advanced', env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  child.send({ id: 1, text: 'The water wheel turns. '.repeat(20), ...voice });
  await once(child, 'message');
  child.disconnect();
  expect(await Promise.all([once(child, 'exit'), text(child.stderr ?? Readable.from([]))])).toEqual([[0, null], '']);
});

const open = async (lines: string): Promise<Speech> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-speech-'));
  endings.push(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, `import fs from 'node:fs';\nconst marker = ${JSON.stringify(path.join(folder, 'died'))};\n${framing}${lines}`);
  const speech = createSpeech({ program: file });
  endings.push(() => speech.close());
  return speech;
};
const framing = `
    const audio = (id, ...samples) => new Promise((resolve) => process.send({ id, type: 'audio', samples: Int16Array.from(samples) }, resolve));
    process.on('disconnect', () => process.exit());
    const serve = (say) => process.on('message', ({ id }) => say(id));
  `;

it('A speech program that crashes is restarted and sends the rest of the sentence, without a gap or repetition', async () => {
  const speech = await open(`serve(async (id) => {
      await audio(id, 1, 2, 3);
      if (!fs.existsSync(marker)) { fs.writeFileSync(marker, ''); process.exit(1); }
      await audio(id, 4, 5);
      process.send({ id, type: 'done' });
    });`);
  const { heard, ...listener } = listen();
  await speech.say({ text: 'Hm.', ...voice }, listener, signal);
  expect(heard.samples).toEqual([1, 2, 3, 4, 5]);
});

it('A text during which the speech program crashes twice is refused', async () => {
  const speech = await open('serve(() => process.exit(1));');
  await expect(speech.say({ text: 'Hm.', ...voice }, listen(), signal)).rejects.toThrow('crashed twice');
});
