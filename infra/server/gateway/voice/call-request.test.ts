import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, exhibitionRecord, museumId, visit } from '../testing/samples.ts';
import { answerJson } from '../testing/scripted-server.ts';
import { exhibitionPath, settingsPath } from '../testing/scripted-upstreams.ts';
import { askCall, askedCall, callBody } from '../testing/voice-client.ts';
import type { createCallRequest } from './call-request.ts';

const voiceOf = (voiceId: string) => ({ voiceId, uiStringID: voiceId, label: voiceId, voicePreviewUrl: '/media/voices/x.mp3' });
const profile = profileFileSchema.parse({
  museum: museumId,
  questions: ['consent', 'artistSelection', 'time', 'goals', 'voice'],
  artists: [
    { slug: 'rieder', name: 'Anton Rieder', weight: 5 },
    { slug: 'savelli', name: 'Jacopo Savelli', weight: 50 },
    { slug: 'corvaux', name: 'Mathilde Corvaux', weight: 10 },
  ],
  allowsPremium: true,
  voices: { en: [voiceOf('en-1'), voiceOf('en-2')], fr: [voiceOf('fr-1'), voiceOf('fr-2')] },
  premiumVoices: { fr: [voiceOf('en-p1')] },
  providerVoices: Object.fromEntries(['en-1', 'en-2', 'fr-1', 'fr-2', 'en-p1'].map((id) => [id, `provider-${id}`])),
});

type Request = ReturnType<typeof createCallRequest>;

const site = openEachTest({ options: { profiles: [profile] } });

const ask = async (change: Partial<Record<keyof typeof visit, unknown>> = {}, pastTranscriptSummary?: string): Promise<Request> => {
  const body = callBody({ visit: { ...visit, ...change }, ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }) });
  expect((await askCall(site.gateway, undefined, body)).answer.status).toBe(201);
  return askedCall<Request>(site.upstreams);
};
const overrides = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).assistantOverrides;
const settings = (change: object) =>
  site.upstreams.on(settingsPath, answerJson(200, { provider: 'openai', model: 'small', temperature: 0.7, ...change }));

it('a call names the exhibition’s assistant and keeps the room for a visitor who reconnects', async () => {
  const request = await ask();
  expect([request.assistantId, request.roomDeleteOnUserLeaveEnabled]).toEqual(['asst-library', false]);
});

it('a call has the plan and position of the guided tour only in a guided visit', async () => {
  const paragraphs = [Array(60).fill('word').join(' ')];
  const documents = ['shelves', 'ladder'].map((id) => ({ id, language: 'en' as const, title: id, exhibitionId, paragraphs }));
  await site.reopen({ options: { profiles: [profile], documentsOf: () => documents } });
  const guided = { visitMode: 'guided', language: 'en' };
  const { model, variableValues } = await overrides(guided);
  expect(variableValues).toMatchObject({ tour: expect.stringMatching(/about 2 minutes.*shelves.*ladder.*not begun/s) });
  expect(model.messages.at(-1)).toEqual({ role: 'system', content: 'The guided tour: {{tour}}' });
  const begun = await overrides(guided, '[tour under-way next-stop 0 60 shelves shelves:1]\nVisitor: Begin');
  expect(begun.firstMessage).toBe('I am back with you. We are at “The Library”. Shall we go on to the next thing?');
  expect(begun.variableValues).toMatchObject({ tour: expect.stringMatching(/1 stops told; to come: ladder .*1 stops so far/s) });
  expect((await overrides({ visitMode: 'exploration' })).variableValues).not.toHaveProperty('tour');
});

it('a call transcribes in the visitor’s language, with the museum’s names by weight, the chosen names first', async () => {
  const heard = { provider: 'deepgram', model: 'nova-3', language: 'fr', numerals: true, confidenceThreshold: 0.4 };
  const [savelli, corvaux, rieder] = ['Jacopo Savelli', 'Mathilde Corvaux', 'Anton Rieder'];
  expect((await overrides({ language: 'fr' })).transcriber).toEqual({ ...heard, keyterm: [savelli, corvaux, rieder] });
  const chosen = await overrides({ answers: { artistSelection: ['artist.rieder'] } });
  expect(chosen.transcriber.keyterm).toEqual([savelli, rieder, corvaux]);
});

it('a call uses the settings file’s model, the filled prompt and the earlier words', async () => {
  settings({ maxTokens: 900, emotionDetection: true });
  const answers = { time: ['time.15'], goals: ['goal.learn'] };
  const { model, variableValues } = await overrides({ language: 'de', answers }, 'Visitor: Hello');
  const instruction = 'Zeit 15 Minuten, Ziele lernen.';
  expect(model).toEqual({
    ...{ provider: 'openai', model: 'small', temperature: 0.7, maxTokens: 300, emotionRecognitionEnabled: true },
    messages: [
      { role: 'system', content: instruction },
      { role: 'system', content: expect.stringContaining('{{pastTranscriptSummary}}') },
    ],
  });
  expect(variableValues).toMatchObject({
    ...{ museumId, exhibitionId, language: 'de', visitMode: 'guided', time: '15', goals: 'learn' },
    custom_instruction: instruction,
    pastTranscriptSummary: 'Visitor: Hello',
  });
});

it.each([
  ['the first voice of the language', { language: 'en' }, ['provider-en-1', 0.5]],
  ['the first French voice at stability 0.3', { language: 'fr' }, ['provider-fr-1', 0.3]],
  ['the chosen voice', { language: 'fr', answers: { voice: ['fr-2'] } }, ['provider-fr-2', 0.5]],
  ['the chosen first French voice at stability 0.3', { language: 'fr', answers: { voice: ['fr-1'] } }, ['provider-fr-1', 0.3]],
  ['a premium voice that the museum offers', { language: 'fr', answers: { voice: ['en-p1'] } }, ['provider-en-p1', 0.5]],
  ['the first voice if the chosen voice speaks another language', { language: 'fr', answers: { voice: ['en-2'] } }, ['provider-fr-1', 0.3]],
])('a call speaks with %s', async (_, change, [voiceId, stability]) => {
  const replacements = [{ type: 'exact', key: 'Marchais', value: 'Mar-shay', replaceAllEnabled: true }];
  expect((await overrides(change)).voice).toEqual({
    ...{ provider: '11labs', voiceId, model: 'eleven_turbo_v2_5', stability, enableSsmlParsing: true },
    ...{ language: change.language, chunkPlan: { formatPlan: { replacements } } },
  });
});

it('a call speaks at the visitor’s rate, and a rate outside the limits is refused with 400', async () => {
  const askAt = async (speechRate: number) => (await askCall(site.gateway, undefined, callBody({ visit, speechRate }))).answer.status;
  const voice = () => askedCall<Request>(site.upstreams).assistantOverrides.voice;
  expect([await askAt(0.8), voice()]).toEqual([201, expect.objectContaining({ speed: 0.8 })]);
  expect([await askAt(1), voice()]).toEqual([201, expect.not.objectContaining({ speed: 1 })]);
  expect([await askAt(0.5), await askAt(1.5)]).toEqual([400, 400]);
});

it('a call keeps the assistant’s own voice if the profile names no voice', async () => {
  expect(await overrides({ language: 'de' })).not.toHaveProperty('voice');
});

it('a call begins with the assistant’s first message, and a resumed call with the welcome back', async () => {
  const firstMessage = JSON.stringify({ en: 'Hello. You have {{time}}.', de: 'Guten Tag.' });
  site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, firstMessage } } });
  expect(await overrides({ answers: { time: ['time.5'] } })).toMatchObject({
    firstMessage: 'Hello. You have 5 minutes.',
    firstMessageMode: 'assistant-speaks-first',
    variableValues: { pastTranscriptSummary: 'No transcript summary available.' },
  });
  for (const nothing of [undefined, ' ', 'No transcript summary available.'])
    expect((await overrides({ language: 'de' }, nothing)).firstMessage).toBe('Guten Tag.');
  const { firstMessage: again } = await overrides({ language: 'de' }, 'Guide: Das Vestibül.');
  expect(again).toBe('Ich bin wieder bei Ihnen. Was möchten Sie wissen?');
});

it.each([
  [undefined, 3600],
  ['time.5', 1200],
  ['time.10', 1800],
  ['time.15', 2400],
  ['time.30', 3600],
])('a call of a visitor with %s lasts up to %i seconds', async (time, seconds) => {
  const { maxDurationSeconds, silenceTimeoutSeconds } = await overrides({ answers: time ? { time: [time] } : {} });
  expect([maxDurationSeconds, silenceTimeoutSeconds]).toEqual([seconds, 90]);
});

it('a call follows the settings file up to the specified limits', async () => {
  settings({ maxDurationSeconds: 90_000, silenceTimeoutSeconds: 7200, confidenceThreshold: 3 });
  const limits = { maxDurationSeconds: 43_200, silenceTimeoutSeconds: 3600 };
  expect(await overrides()).toMatchObject({ ...limits, transcriber: { confidenceThreshold: 1 } });
});

it.each([
  ['agreed', ['consent.agree'], true],
  ['declined', ['consent.decline'], false],
  ['was not asked', undefined, false],
])('a call is recorded only with consent: a visitor who %s', async (_, consent, isKept) => {
  settings({ recordingEnabled: true, videoRecordingEnabled: true });
  const caller = await askCall(site.gateway, undefined, callBody({ visit: { ...visit, answers: consent ? { consent } : {} } }));
  const sealed = { 'consent.agree': 'agreed', 'consent.decline': 'declined' }[String(consent)] ?? 'unasked';
  expect(caller.cookie.split('.')[3]).toBe(sealed);
  const { artifactPlan, analysisPlan } = askedCall<Request>(site.upstreams).assistantOverrides;
  const recording = { recordingEnabled: isKept, videoRecordingEnabled: isKept };
  expect(artifactPlan).toEqual({ ...recording, loggingEnabled: isKept, transcriptPlan: { enabled: isKept } });
  expect(analysisPlan === undefined).toBe(isKept);
});

it('a call is not recorded if the museum does not ask for consent', async () => {
  const { artifactPlan } = await overrides({ answers: { consent: ['consent.agree'] } });
  expect([artifactPlan.recordingEnabled, artifactPlan.videoRecordingEnabled]).toEqual([false, false]);
});

it('a call is marked as a test unless the site has a public origin', async () => {
  expect((await overrides()).metadata).toEqual({ isDevTest: true });
  await site.reopen({ options: { profiles: [profile], publicOrigin: 'https://guide.example.org' } });
  expect(await overrides()).not.toHaveProperty('metadata');
});

it('a call requests a conversation’s messages and a control address', async () => {
  const { clientMessages, monitorPlan } = await overrides();
  expect(clientMessages).toEqual(expect.arrayContaining(['transcript', 'tool-calls-result', 'assistant.speechStarted', 'hang']));
  expect(clientMessages).toHaveLength(10);
  expect(monitorPlan).toEqual({ controlEnabled: true, listenEnabled: false });
});
