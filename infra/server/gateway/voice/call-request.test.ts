import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { describe, expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, exhibitionRecord, museumId, visit } from '../testing/samples.ts';
import { sendJson } from '../testing/scripted-server.ts';
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
  providerVoices: {
    'en-1': 'provider-en-1',
    'en-2': 'provider-en-2',
    'fr-1': 'provider-fr-1',
    'fr-2': 'provider-fr-2',
    'en-p1': 'provider-p1',
  },
});

type Request = ReturnType<typeof createCallRequest>;

describe('the call that goes out to the voice platform', () => {
  const site = openEachTest({ options: { profiles: [profile] } });

  const ask = async (change: Partial<Record<keyof typeof visit, unknown>> = {}, pastTranscriptSummary?: string): Promise<Request> => {
    const body = callBody({ visit: { ...visit, ...change }, ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }) });
    expect((await askCall(site.gateway, undefined, body)).answer.status).toBe(201);
    return askedCall<Request>(site.upstreams);
  };
  const overrides = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).assistantOverrides;
  const settings = (change: object) =>
    site.upstreams.on(settingsPath, (_, response) =>
      sendJson(response, 200, { provider: 'openai', model: 'small', temperature: 0.7, ...change }),
    );

  it('the call that goes out to the voice platform names the exhibition’s assistant and keeps the room for a visitor who comes back', async () => {
    const request = await ask();
    expect([request.assistantId, request.roomDeleteOnUserLeaveEnabled]).toEqual(['asst-library', false]);
  });

  it('the call that goes out to the voice platform names the plan and the position of the guided tour, and only in a guided visit', async () => {
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

  it('the call that goes out to the voice platform listens in the visitor’s language, for the museum’s names, the chosen ones weighted up', async () => {
    const heard = { provider: 'deepgram', model: 'nova-3', language: 'fr', numerals: true, confidenceThreshold: 0.4 };
    expect((await overrides({ language: 'fr' })).transcriber).toEqual({
      ...heard,
      keyterm: ['Jacopo Savelli', 'Mathilde Corvaux', 'Anton Rieder'],
    });
    expect((await overrides({ answers: { artistSelection: ['artist.rieder'] } })).transcriber.keyterm).toEqual([
      'Jacopo Savelli',
      'Anton Rieder',
      'Mathilde Corvaux',
    ]);
  });

  it('the call that goes out to the voice platform uses the model of the settings file, with the filled prompt and the earlier words', async () => {
    settings({ maxTokens: 900, emotionDetection: true });
    const { model, variableValues } = await overrides(
      { language: 'de', answers: { time: ['time.15'], goals: ['goal.learn'] } },
      'Visitor: Hello',
    );
    const instruction = 'Zeit 15 Minuten, Ziele lernen.';
    expect(model).toEqual({
      provider: 'openai',
      model: 'small',
      temperature: 0.7,
      maxTokens: 300,
      emotionRecognitionEnabled: true,
      messages: [
        { role: 'system', content: instruction },
        { role: 'system', content: expect.stringContaining('{{pastTranscriptSummary}}') },
      ],
    });
    expect(variableValues).toMatchObject({
      museumId,
      exhibitionId,
      language: 'de',
      visitMode: 'guided',
      time: '15',
      goals: 'learn',
      custom_instruction: instruction,
      pastTranscriptSummary: 'Visitor: Hello',
    });
  });

  it.each([
    ['the first of the language', { language: 'en' }, ['provider-en-1', 0.5]],
    ['the first of French, which is less steady', { language: 'fr' }, ['provider-fr-1', 0.3]],
    ['the chosen one', { language: 'fr', answers: { voice: ['fr-2'] } }, ['provider-fr-2', 0.5]],
    ['the first of French when it was chosen', { language: 'fr', answers: { voice: ['fr-1'] } }, ['provider-fr-1', 0.3]],
    ['a premium one where the museum has it', { language: 'fr', answers: { voice: ['en-p1'] } }, ['provider-p1', 0.5]],
    ['the first when the chosen one speaks another language', { language: 'fr', answers: { voice: ['en-2'] } }, ['provider-fr-1', 0.3]],
  ])('the call that goes out to the voice platform speaks with %s', async (_, change, [voiceId, stability]) => {
    expect((await overrides(change)).voice).toEqual({
      provider: '11labs',
      voiceId,
      model: 'eleven_turbo_v2_5',
      stability,
      enableSsmlParsing: true,
      language: change.language,
      chunkPlan: {
        formatPlan: { replacements: [{ type: 'exact', key: 'Marchais', value: 'Mar-shay', replaceAllEnabled: true }] },
      },
    });
  });

  it('the call that goes out to the voice platform speaks as fast as the visitor set it, and refuses what no voice can', async () => {
    const askAt = async (speechRate: number) => (await askCall(site.gateway, undefined, callBody({ visit, speechRate }))).answer.status;
    expect([await askAt(0.8), askedCall<Request>(site.upstreams).assistantOverrides.voice]).toEqual([
      201,
      expect.objectContaining({ speed: 0.8 }),
    ]);
    expect([await askAt(1), askedCall<Request>(site.upstreams).assistantOverrides.voice]).toEqual([
      201,
      expect.not.objectContaining({ speed: 1 }),
    ]);
    expect([await askAt(0.5), await askAt(1.5)]).toEqual([400, 400]);
  });

  it('the call that goes out to the voice platform leaves the assistant its own voice if the profile names none', async () => {
    expect(await overrides({ language: 'de' })).not.toHaveProperty('voice');
  });

  it('the call that goes out to the voice platform begins with the assistant’s first words, and in a call that goes on with others', async () => {
    const firstMessage = JSON.stringify({ en: 'Hello. You have {{time}}.', de: 'Guten Tag.' });
    site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, firstMessage } } });
    expect(await overrides({ answers: { time: ['time.5'] } })).toMatchObject({
      firstMessage: 'Hello. You have 5 minutes.',
      firstMessageMode: 'assistant-speaks-first',
      variableValues: { pastTranscriptSummary: 'No transcript summary available.' },
    });
    expect((await overrides({ language: 'de' })).firstMessage).toBe('Guten Tag.');
    for (const nothing of [' ', 'No transcript summary available.'])
      expect((await overrides({ language: 'de' }, nothing)).firstMessage).toBe('Guten Tag.');
    expect((await overrides({ language: 'de' }, 'Guide: Das Vestibül.')).firstMessage).toBe(
      'Ich bin wieder bei Ihnen. Was möchten Sie wissen?',
    );
  });

  it.each([
    [undefined, 3600],
    ['time.5', 1200],
    ['time.10', 1800],
    ['time.15', 2400],
    ['time.30', 3600],
  ])('the call that goes out to the voice platform of a visitor with %s lasts %i seconds at most', async (time, seconds) => {
    const { maxDurationSeconds, silenceTimeoutSeconds } = await overrides({ answers: time ? { time: [time] } : {} });
    expect([maxDurationSeconds, silenceTimeoutSeconds]).toEqual([seconds, 90]);
  });

  it('the call that goes out to the voice platform follows the settings file in its limits, never past the ceilings', async () => {
    settings({ maxDurationSeconds: 90_000, silenceTimeoutSeconds: 7200, confidenceThreshold: 3 });
    expect(await overrides()).toMatchObject({
      maxDurationSeconds: 43_200,
      silenceTimeoutSeconds: 3600,
      transcriber: { confidenceThreshold: 1 },
    });
  });

  it.each([
    ['agreed', ['consent.agree'], true],
    ['declined', ['consent.decline'], false],
    ['was not asked', undefined, false],
  ])(
    'the call that goes out to the voice platform is recorded as the museum asks when the visitor %s: %s → %s',
    async (_, consent, isKept) => {
      settings({ recordingEnabled: true, videoRecordingEnabled: true });
      const caller = await askCall(site.gateway, undefined, callBody({ visit: { ...visit, answers: consent ? { consent } : {} } }));
      const sealed = { 'consent.agree': 'agreed', 'consent.decline': 'declined' }[String(consent)] ?? 'unasked';
      expect(caller.cookie.split('.')[3]).toBe(sealed);
      const { artifactPlan, analysisPlan } = askedCall<Request>(site.upstreams).assistantOverrides;
      expect(artifactPlan).toEqual({
        recordingEnabled: isKept,
        videoRecordingEnabled: isKept,
        loggingEnabled: isKept,
        transcriptPlan: { enabled: isKept },
      });
      expect(analysisPlan === undefined).toBe(isKept);
    },
  );

  it('the call that goes out to the voice platform is not recorded if the museum does not ask, no matter who agreed', async () => {
    const { artifactPlan } = await overrides({ answers: { consent: ['consent.agree'] } });
    expect([artifactPlan.recordingEnabled, artifactPlan.videoRecordingEnabled]).toEqual([false, false]);
  });

  it('the call that goes out to the voice platform is marked as a test everywhere but on a public site', async () => {
    expect((await overrides()).metadata).toEqual({ isDevTest: true });
    await site.reopen({ options: { profiles: [profile], publicOrigin: 'https://guide.example.org' } });
    expect(await overrides()).not.toHaveProperty('metadata');
  });

  it('the call that goes out to the voice platform requests the messages of a conversation, and a way to end it', async () => {
    const { clientMessages, monitorPlan } = await overrides();
    expect(clientMessages).toEqual(expect.arrayContaining(['transcript', 'tool-calls-result', 'assistant.speechStarted', 'hang']));
    expect(clientMessages).toHaveLength(10);
    expect(monitorPlan).toEqual({ controlEnabled: true, listenEnabled: false });
  });
});
