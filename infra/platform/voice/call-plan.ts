import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import type { Pronunciation } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumContent } from '../content/content.ts';
import type { VariableValues } from '../vapi/chat-request.ts';
import { type Place, placeOf } from '../vapi/museum-context.ts';
import { pickSpeakingVoice } from '../speech/speaking-voices.ts';
import type { SpeakingVoice } from '../speech/speech.ts';
import type { AssistantConfig, CallRequest } from './call-request.ts';
import { fillTemplate } from './fill-template.ts';

/** How one call is conducted. */
export interface CallPlan {
  place: Place;
  variables: VariableValues;
  language: Language;
  voice: SpeakingVoice;
  pronunciations: readonly Pronunciation[];
  /** Filled; absent where the guide waits for the visitor. */
  firstMessage: string | undefined;
  isFirstMessageInterruptible: boolean;
  clientMessages: ReadonlySet<string>;
  confidenceThreshold: number;
  maxDurationMs: number;
  silenceTimeoutMs: number;
  carriesVideo: boolean;
  deletesOnLeave: boolean;
  /** What a client may know of the assistant. */
  assistant: { name?: string; firstMessage?: string; voice?: { provider?: string } };
}

/** Where an assistant does not say. */
const defaultClientMessages = [
  'conversation-update',
  'function-call',
  'hang',
  'model-output',
  'speech-update',
  'status-update',
  'transfer-update',
  'transcript',
  'tool-calls',
  'user-interrupted',
  'voice-input',
  'workflow.node.started',
  'assistant.started',
];
const defaultConfidence = 0.4;

/**
 * The plan of a call: the assistant as sent, its overrides laid over it.
 * @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition
 */
export function planCall(request: CallRequest, museums: readonly MuseumContent[]): CallPlan {
  const config: AssistantConfig = { ...request.assistant, ...request.assistantOverrides };
  const variables = { ...request.assistant?.variableValues, ...request.assistantOverrides?.variableValues };
  const place = placeOf(museums, request.assistantId, variables);
  const language = languageOf(variables, config);
  return {
    ...{ place, language, variables: { ...variables, language } },
    ...conductOf(config, variables),
    voice: pickSpeakingVoice(config.voice?.voiceId, language, place.museum),
    pronunciations: config.voice?.chunkPlan?.formatPlan?.replacements ?? [],
    carriesVideo: config.artifactPlan?.videoRecordingEnabled ?? false,
    deletesOnLeave: request.roomDeleteOnUserLeaveEnabled,
    assistant: publicAssistant(config),
  };
}

function conductOf(config: AssistantConfig, variables: VariableValues) {
  const { firstMessage = '', firstMessageMode, transcriber, maxDurationSeconds = 600, silenceTimeoutSeconds = 30 } = config;
  const isSilentFirst = firstMessageMode === 'assistant-waits-for-user';
  return {
    firstMessage: isSilentFirst ? undefined : fillTemplate(firstMessage, variables).trim() || undefined,
    isFirstMessageInterruptible: config.firstMessageInterruptionsEnabled ?? false,
    clientMessages: new Set(config.clientMessages ?? defaultClientMessages),
    confidenceThreshold: transcriber?.confidenceThreshold ?? defaultConfidence,
    maxDurationMs: 1000 * maxDurationSeconds,
    silenceTimeoutMs: 1000 * silenceTimeoutSeconds,
  };
}

function publicAssistant({ name, firstMessage, voice }: AssistantConfig): CallPlan['assistant'] {
  const provider = voice?.provider;
  return {
    ...(name !== undefined && { name }),
    ...(firstMessage !== undefined && { firstMessage }),
    ...(provider !== undefined && { voice: { provider } }),
  };
}

function languageOf({ language }: VariableValues, { transcriber }: AssistantConfig): Language {
  return language ?? languageSchema.safeParse(transcriber?.language?.slice(0, 2)).data ?? 'en';
}
