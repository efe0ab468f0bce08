import { callVariablesSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import { visitSchema } from '@enfilade/shared-contracts/visit/visit';
import { keywordsOf } from '@enfilade/shared-contracts/voice/pronunciation/keywords-of';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../../http/exchange.ts';
import { firstMessageOf, requireAssistant, tourFactsOf, visitValues, welcomeBackOf } from '../guide/visit-values.ts';
import type { AssistantSettings } from '../museums/museum-directory.ts';
import { type CheckedVisit, checkVisit, type VisitRoutes } from '../visits/visit-cookie.ts';
import clientMessages from './client-messages.json';

type CallPlan = Pick<VisitRoutes, 'museums' | 'settings' | 'profiles'> & { isDevTest: boolean };

/** @throws HttpError `malformed`, `museum-not-found`, `exhibition-not-found`, or the failure of middleware or settings file */
export async function createCallPlan({ museums, settings, profiles, isDevTest }: CallPlan, { body: posted, log }: FastifyRequest) {
  const { visit: named, ...spoken } = parseCallInput(posted);
  const visit = await checkVisit(named, museums);
  const assistant = requireAssistant(visit, log);
  const body = createCallRequest({
    visit,
    assistant,
    settings: await settings.load(named.museumId),
    providerVoices: findProfile(profiles, named.museumId)?.providerVoices ?? {},
    ...spoken,
    tour: tourFactsOf(visit, museums.tourDocumentsOf(named.museumId, named.language), spoken.pastTranscriptSummary),
    isDevTest,
  });
  return { visit, body };
}

const noSummaryText = 'No transcript summary available.';

/** Assistant and all other overrides of the SDK's request are ignored. */
const postedSchema = z.object({ assistantOverrides: z.object({ variableValues: callVariablesSchema }) });

function parseCallInput(body: unknown) {
  const { visit, pastTranscriptSummary, speechRate } = parseInput(postedSchema, body).assistantOverrides.variableValues;
  const summary = pastTranscriptSummary?.trim();
  return {
    visit: parseInput(visitSchema, parseJson(visit)),
    /** Undefined before the first words. */
    pastTranscriptSummary: summary === noSummaryText ? undefined : summary || undefined,
    speechRate,
  };
}

interface CallRequestInput extends Omit<ReturnType<typeof parseCallInput>, 'visit'> {
  visit: CheckedVisit;
  assistant: Assistant;
  settings: AssistantSettings;
  providerVoices: Readonly<Record<string, string>>;
  tour: string | undefined;
  isDevTest: boolean;
}

export function createCallRequest(input: CallRequestInput) {
  const { visit, assistant, settings, providerVoices, pastTranscriptSummary, speechRate, tour, isDevTest } = input;
  const values = visitValues(visit, assistant);
  return {
    assistantId: assistant.vapiId,
    assistantOverrides: {
      transcriber: transcriberOf(visit, settings),
      model: modelOf(settings, values.custom_instruction, tour),
      voice: voiceOf(visit, providerVoices, speechRate),
      firstMessage: pastTranscriptSummary === undefined ? firstMessageOf(visit, assistant) : welcomeBackOf(visit, pastTranscriptSummary),
      firstMessageMode: 'assistant-speaks-first',
      // A visitor with a question may interrupt the welcome.
      firstMessageInterruptionsEnabled: true,
      // Of all messages that the platform could send to a browser, only those of a conversation.
      clientMessages,
      maxDurationSeconds: settings.maxDurationSeconds ?? longestCallSeconds(visit),
      silenceTimeoutSeconds: settings.silenceTimeoutSeconds,
      ...recordingOf(visit, settings),
      // The gateway ends a call at its control address. Nobody listens in, so no address for listening is requested.
      monitorPlan: { controlEnabled: true, listenEnabled: false },
      ...(isDevTest && { metadata: { isDevTest } }),
      variableValues: { ...values, pastTranscriptSummary: pastTranscriptSummary ?? noSummaryText, ...(tour !== undefined && { tour }) },
    },
    // A visitor whose connection broke returns to the same room.
    roomDeleteOnUserLeaveEnabled: false,
  };
}

/** Contains the complete instruction, because an overridden model keeps nothing of the assistant's own. */
function modelOf(
  { provider, model, temperature, maxTokens, emotionDetection }: AssistantSettings,
  instruction: string,
  tour: string | undefined,
) {
  return {
    provider,
    model,
    temperature,
    maxTokens,
    emotionRecognitionEnabled: emotionDetection,
    messages: [
      { role: 'system', content: instruction },
      { role: 'system', content: 'What was said earlier in this visit: {{pastTranscriptSummary}}' },
      ...(tour === undefined ? [] : [{ role: 'system', content: 'The guided tour: {{tour}}' }]),
    ],
  };
}

/** Twice the visitor's time plus ten minutes, one hour at most; one hour if no time was chosen. */
function longestCallSeconds({ answers }: CheckedVisit): number {
  const minutes = Number(answers.time?.[0]?.replace('time.', '') ?? Number.NaN);
  return 60 * (Number.isFinite(minutes) ? Math.min(2 * minutes + 10, 60) : 60);
}

/** All switches are sent, because the platform records by default. */
function recordingOf({ consent }: CheckedVisit, { recordingEnabled, videoRecordingEnabled }: AssistantSettings) {
  const agreed = consent === 'agreed';
  return {
    artifactPlan: {
      recordingEnabled: agreed && recordingEnabled,
      videoRecordingEnabled: agreed && videoRecordingEnabled,
      loggingEnabled: agreed,
      transcriptPlan: { enabled: agreed },
    },
    ...(!agreed && { analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } } }),
  };
}

function transcriberOf({ profile, language, answers }: CheckedVisit, { confidenceThreshold }: AssistantSettings) {
  return {
    provider: 'deepgram',
    model: 'nova-3',
    language,
    numerals: true,
    // This model accepts complete names in the order of their weight. Weighted `keywords` are for earlier models, and nova-3 refuses them.
    keyterm: keywordsOf(profile, answers.artistSelection).map(({ name }) => name),
    confidenceThreshold,
  };
}

/** If the profile has no provider's voice, the platform uses the assistant's own voice. */
function voiceOf(
  { profile, exhibition, language, answers }: CheckedVisit,
  providerVoices: Readonly<Record<string, string>>,
  speed: number | undefined,
) {
  const [first] = profile.voices[language];
  const chosen = answers.voice?.[0] ?? first?.voiceId;
  const voiceId = chosen === undefined ? undefined : providerVoices[chosen];
  if (voiceId === undefined) return undefined;
  return {
    provider: '11labs',
    voiceId,
    model: 'eleven_turbo_v2_5',
    stability: language === 'fr' && chosen === first?.voiceId ? 0.3 : 0.5,
    enableSsmlParsing: true,
    ...(speed !== undefined && speed !== 1 && { speed }),
    language,
    // `replaceAllEnabled`, because the platform otherwise replaces only a word's first occurrence.
    chunkPlan: { formatPlan: { replacements: exhibition.pronunciations.map((term) => ({ ...term, replaceAllEnabled: true })) } },
  };
}
