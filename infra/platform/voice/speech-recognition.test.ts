import { afterEach, beforeEach, expect, it } from '@rstest/core';
import pino from 'pino';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { pauseMs, SpeechRecognition } from './speech-recognition.ts';
import type { joinRoom } from './testing/room-client.ts';
import { startTranscriptionDouble } from './testing/transcription-double.ts';
import { startVoiceTestKit, type VoiceTestKit } from './testing/voice-test-kit.ts';

let kit: VoiceTestKit;
let service: Awaited<ReturnType<typeof startTranscriptionDouble>>;
beforeEach(async () => {
  service = await startTranscriptionDouble();
  kit = await startVoiceTestKit({ url: service.url, key: 'stt-key', model: 'whisper-1' });
});
afterEach(async () => {
  await kit.close();
  await service.close();
});

const firstMessage = '';
/** Speaks and releases the button. */
const sayTo = (client: Awaited<ReturnType<typeof joinRoom>>, ms = 400) => {
  client.speak(ms);
  client.send({ t: 'microphone', isOn: false });
};
const isUser = ({ role }: { role?: unknown }) => role === 'user';

it('A visitor is transcribed when the button is released, and answered', async () => {
  service.answerWith({ text: ' Who built the water wheel, Mister Bruck? ' });
  const replacements = [{ type: 'exact', key: 'Brook', value: 'Bruck' }];
  const voice = { chunkPlan: { formatPlan: { replacements } } };
  const { client } = await kit.enter({ firstMessage, voice, variableValues: { visitMode: 'exploration' } });
  client.speak(400);
  expect(await client.nextApp('speech-update')).toMatchObject({ role: 'user', status: 'started' });
  client.send({ t: 'microphone', isOn: false });
  expect(await client.nextApp('speech-update')).toMatchObject({ role: 'user', status: 'stopped' });
  const transcript = 'Who built the water wheel, Mister Brook?';
  expect(await client.nextApp('transcript', isUser)).toMatchObject({ transcriptType: 'final', transcript });
  await client.nextApp('tool-calls-result');
  expect(await client.nextApp('transcript')).toMatchObject({ role: 'assistant' });
});

it('The time to the first sound of an answer is reported once for each question with words', async () => {
  const { client } = await kit.enter({ firstMessage: 'Welcome.' });
  const hear = async (text: string, ms: number) => {
    service.answerBy(async () => {
      kit.clock.turn(ms);
      return text;
    });
    sayTo(client);
    await client.nextApp('speech-update', ({ role, status }) => role === 'user' && status === 'stopped');
  };
  await hear('', 300);
  await expect.poll(() => service.requests.length).toBe(1);
  for (const ms of [700, 1_900]) {
    await hear('Who built the wheel?', ms);
    await client.nextApp('transcript', ({ role }) => role === 'assistant');
  }
  await expect.poll(() => kit.waitedMs).toEqual([700, 1_900]);
});

it('A transcription request is a WAV file of the recorded sound', async () => {
  const { client } = await kit.enter({ firstMessage, variableValues: { language: 'de' } });
  client.speak(100, 5);
  sayTo(client);
  service.answerWith({ text: 'Hallo' });
  await client.nextApp('transcript', isUser);
  const [request] = service.requests;
  expect(request).toMatchObject({ authorization: 'Bearer stt-key', model: 'whisper-1', language: 'de', fileName: 'audio.wav' });
  const wav = request?.wav ?? Buffer.alloc(44);
  expect([wav.toString('latin1', 0, 4), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual(['RIFF', 1, 16_000, 16]);
  expect(wav.length).toBe(44 + 500 * 16 * 2);
  expect([wav.readInt16LE(44), wav.readInt16LE(wav.length - 4), wav.readInt16LE(wav.length - 2)]).toEqual([5, 8000, -8000]);
});

it('A visitor’s voice interrupts the guide, and only the played words count as said', async () => {
  const { client } = await kit.enter({ firstMessage: 'One two three four five six seven.' }, {}, { playsAtOnce: false });
  await client.sound(400);
  client.send({ t: 'played', ms: 150, queuedMs: 250 });
  await client.nextApp('transcript', ({ transcript }) => transcript === 'One two');
  client.speak(260);
  await client.nextApp('user-interrupted');
  await client.next('flush');
  expect(await client.nextApp('conversation-update')).toMatchObject({ conversation: [{ role: 'assistant', content: 'One two' }] });
});

it('A visitor’s voice does not interrupt a statement that forbids interruption', async () => {
  const { client } = await kit.enter({ firstMessage }, {}, { playsAtOnce: false });
  client.sendApp({ type: 'say', message: 'One two three.' });
  await client.sound(300);
  client.speak(260);
  await client.nextApp('speech-update', isUser);
  client.send({ t: 'played', ms: 300, queuedMs: 0 });
  await client.nextApp('transcript', ({ transcriptType }) => transcriptType === 'final');
  expect(client.received.some(({ t }) => t === 'flush')).toBe(false);
});

it('Silence ends a visitor’s turn, and the transcription that starts at a pause is used if the pause was the end', async () => {
  service.answerWith({ text: 'Who built the wheel?' });
  const { client } = await kit.enter({ firstMessage });
  client.speak(400);
  client.speak(pauseMs, 5);
  await expect.poll(() => service.requests.length).toBe(1);
  expect(client.apps().some(({ type, status, role }) => type === 'speech-update' && role === 'user' && status === 'stopped')).toBe(false);
  client.send({ t: 'microphone', isOn: false });
  expect(await client.nextApp('transcript', isUser)).toMatchObject({ transcript: 'Who built the wheel?' });
  expect(service.requests.length).toBe(1);
  service.answerWith({ text: 'Hello' });
  client.speak(300);
  client.speak(600, 5);
  expect(await client.nextApp('transcript', isUser)).toMatchObject({ transcript: 'Hello' });
});

it('A visitor who continues after a pause is transcribed whole', async () => {
  const { client } = await kit.enter({ firstMessage });
  service.answerWith({ text: 'Who' });
  client.speak(400);
  client.speak(pauseMs, 5);
  await expect.poll(() => service.requests.length).toBe(1);
  service.answerWith({ text: 'Who built the wheel?' });
  sayTo(client);
  expect(await client.nextApp('transcript', isUser)).toMatchObject({ transcript: 'Who built the wheel?' });
  expect(client.apps().filter(({ type, role }) => type === 'transcript' && role === 'user')).toHaveLength(1);
  expect((service.requests[1]?.wav.length ?? 0) - (service.requests[0]?.wav.length ?? 0)).toBe(400 * 16 * 2);
});

it('A visitor sees streamed words as partial transcripts, and an empty transcript if the service fails', async () => {
  const streamOf = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const { client } = await kit.enter({ firstMessage });
  const words = async () => {
    const { transcriptType, transcript } = await client.nextApp('transcript', isUser);
    return [transcriptType, transcript];
  };
  service.answerWith(streamOf({ type: 'transcript.text.delta', delta: 'Who built' }, { error: 'out of memory' }));
  client.speak(400);
  client.speak(pauseMs, 5);
  expect(await words()).toEqual(['partial', 'Who built']);
  client.send({ t: 'microphone', isOn: false });
  expect(await words()).toEqual(['partial', '']);
  service.answerWith(streamOf({ type: 'transcript.text.delta', delta: 'Who ' }, { type: 'transcript.text.done', text: 'Who built it?' }));
  sayTo(client);
  expect([await words(), await words()].flat()).toEqual(['partial', 'Who', 'final', 'Who built it?']);
});

it('A visitor may speak again after the service failed, was unsure or returned nothing', async () => {
  const { client } = await kit.enter({ firstMessage, transcriber: { confidenceThreshold: 0.6 } });
  const answers: [unknown, number][] = [
    [{ error: 'overloaded' }, 503],
    [{ nonsense: true }, 200],
    [{ text: '  ' }, 200],
    // The service repeats the key.
    [{ text: 'No key stt-key here' }, 200],
    [{ text: 'Mumble', confidence: 0.2 }, 200],
    [{ text: 'Hello', confidence: 0.9 }, 200],
  ];
  for (const [body, status] of answers) {
    service.answerWith(body, status);
    const asked = service.requests.length;
    sayTo(client, 300);
    await client.nextApp('speech-update', ({ status: step, role }) => step === 'stopped' && role === 'user');
    while (service.requests.length === asked) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await client.nextApp('transcript', isUser)).toMatchObject({ transcript: 'Hello' });
  expect(client.apps().filter(({ type, role }) => type === 'transcript' && role === 'user')).toHaveLength(1);
});

/** A microphone whose sound comes at `speed` times real time, and the lengths of the transcribed utterances. */
function listenTo(speed: number) {
  const clock = createTurnedClock();
  const sentMs: number[] = [];
  const recognition = new SpeechRecognition({
    ...{ clock, log: pino({ enabled: false }), plan: { language: 'en', pronunciations: [], confidenceThreshold: 0 } },
    transcribe: async ({ samples }) => {
      sentMs.push(samples.length / 16);
      return { text: '' };
    },
    ...{ emit: () => {}, nextTurn: () => 0, isGuideMuted: () => false },
    ...{ onBegin: () => {}, onEnd: () => {}, onWords: () => {} },
  });
  const hear = (ms: number, loudness: number) => {
    for (let at = 0; at < ms; at += 20) {
      recognition.push(new Int16Array(320).map((_, sample) => (sample % 2 === 0 ? loudness : -loudness)));
      clock.turn(20 / speed);
    }
  };
  /** Speaks with a pause at the end of each second. */
  const speak = (seconds: number, gapMs: number) => {
    for (let second = 0; second < seconds; second++) {
      hear(1_000 - gapMs, 8_000);
      hear(gapMs, 5);
    }
  };
  return { sentMs, speak, finish: () => recognition.finish() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('Sound that comes faster than twice real time is dropped after a reserve of ten seconds', async () => {
  const { sentMs, speak, finish } = listenTo(50);
  speak(50, 100);
  finish();
  await settle();
  // The limit is 10 s plus twice the time, minus the last frame.
  expect(sentMs).toEqual([11_980]);
});

it('A voice without a pause is transcribed after a minute, and early transcriptions send at most three times its sound', async () => {
  const { sentMs, speak, finish } = listenTo(1);
  speak(70, 100);
  finish();
  await settle();
  expect(sentMs).toEqual([60_000, 10_000]);
  const early = listenTo(1);
  early.speak(120, 300);
  await settle();
  expect(early.sentMs.filter((ms) => ms === 60_000)).toHaveLength(2);
  expect(early.sentMs.reduce((sum, ms) => sum + ms)).toBeLessThan(3 * 120_000);
});
