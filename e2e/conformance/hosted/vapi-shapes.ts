import { z } from 'zod';

/**
 * What Vapi accepts. Source: the API description that the web SDK 2.7 is made from. Vapi refuses unknown fields ("property customer should
 * not exist"), so every object is strict. Fields that the gateway does not use are named and not checked.
 */
const described = <Shape extends z.ZodRawShape>(shape: Shape, others?: string) =>
  z.strictObject({ ...Object.fromEntries(others?.split(' ').map((name) => [name, z.unknown().optional()]) ?? []), ...shape } as Shape);

const share = z.number().min(0).max(1).optional();
const flag = z.boolean().optional();

const transcriberSchema = described(
  {
    provider: z.literal('deepgram'),
    model: z.string().optional(),
    language: z.enum(['de', 'en', 'fr', 'multi']).optional(),
    numerals: flag,
    confidenceThreshold: share,
    keyterm: z.array(z.string()).optional(),
  },
  'smartFormat mipOptOut profanityFilter redaction eotThreshold eotTimeoutMs languages endpointing fallbackPlan',
);

const modelSchema = described(
  {
    provider: z.literal('openai'),
    model: z.string().regex(/^(?:gpt-|chatgpt-|o\d)/),
    messages: z
      .array(described({ role: z.enum(['assistant', 'function', 'user', 'system', 'tool']), content: z.string().nullable() }))
      .optional(),
    temperature: z.number().min(0).max(2).optional(),
    maxTokens: z.number().min(50).max(10_000).optional(),
    emotionRecognitionEnabled: flag,
  },
  'tools toolIds toolRefs knowledgeBase fallbackModels toolStrictCompatibilityMode promptCacheRetention promptCacheKey reasoningEffort numFastTurns',
);

const replacementSchema = described({
  type: z.literal('exact'),
  key: z.string(),
  value: z.string().max(1000),
  replaceAllEnabled: flag,
});

const voiceSchema = described(
  {
    provider: z.literal('11labs'),
    voiceId: z.string().min(1),
    model: z
      .enum(['eleven_multilingual_v2', 'eleven_turbo_v2', 'eleven_turbo_v2_5', 'eleven_flash_v2', 'eleven_flash_v2_5', 'eleven_v3'])
      .optional(),
    stability: share,
    enableSsmlParsing: flag,
    language: z.string().length(2).optional(),
    chunkPlan: described(
      {
        formatPlan: described(
          { replacements: z.array(replacementSchema).optional() },
          'enabled numberToDigitsCutoff formattersEnabled',
        ).optional(),
      },
      'enabled minCharacters punctuationBoundaries',
    ).optional(),
  },
  'cachingEnabled similarityBoost style useSpeakerBoost speed optimizeStreamingLatency autoMode pronunciationDictionaryLocators fallbackPlan',
);

const clientMessageSchema = z.enum([
  'conversation-update',
  'assistant.speechStarted',
  'function-call',
  'function-call-result',
  'hang',
  'language-changed',
  'metadata',
  'model-output',
  'speech-update',
  'status-update',
  'transcript',
  'tool-calls',
  'tool-calls-result',
  'tool.completed',
  'transfer-update',
  'user-interrupted',
  'voice-input',
  'workflow.node.started',
  'assistant.started',
]);

const planSchema = described({ enabled: flag }, 'messages timeoutSeconds rubric');

const overridesSchema = described(
  {
    transcriber: transcriberSchema.optional(),
    model: modelSchema.optional(),
    voice: voiceSchema.optional(),
    firstMessage: z.string().optional(),
    firstMessageMode: z
      .enum(['assistant-speaks-first', 'assistant-waits-for-user', 'assistant-speaks-first-with-model-generated-message'])
      .optional(),
    firstMessageInterruptionsEnabled: flag,
    clientMessages: z.array(clientMessageSchema).optional(),
    maxDurationSeconds: z.number().min(10).max(43_200).optional(),
    // From the documentation's page "Call timeout settings", not from the API description: 5 to 3,600.
    silenceTimeoutSeconds: z.number().min(5).max(3600).optional(),
    artifactPlan: described(
      {
        recordingEnabled: flag,
        videoRecordingEnabled: flag,
        loggingEnabled: flag,
        transcriptPlan: described({ enabled: flag }, 'assistantName userName').optional(),
      },
      'recordingFormat recordingUseCustomStorageEnabled fullMessageHistoryEnabled pcapEnabled recordingPath structuredOutputIds loggingPath',
    ).optional(),
    analysisPlan: described(
      { summaryPlan: planSchema.optional(), successEvaluationPlan: planSchema.optional() },
      'minMessagesThreshold structuredDataPlan structuredDataMultiPlan outcomeIds',
    ).optional(),
    monitorPlan: described(
      { listenEnabled: flag, controlEnabled: flag },
      'listenAuthenticationEnabled controlAuthenticationEnabled monitorIds',
    ).optional(),
    metadata: z.looseObject({}).optional(),
    variableValues: z.looseObject({}).optional(),
  },
  'voicemailDetection serverMessages backgroundSound modelOutputInMessagesEnabled observabilityPlan credentials hooks tools:append name voicemailMessage endCallMessage endCallPhrases compliancePlan backgroundSpeechDenoisingPlan startSpeakingPlan stopSpeakingPlan credentialIds server keypadInputPlan',
);

const somebody = { assistantId: z.string().min(1).optional(), assistantOverrides: overridesSchema.optional() };

export const callSchema = described(
  { ...somebody, assistant: z.looseObject({}).optional(), roomDeleteOnUserLeaveEnabled: flag },
  'assistantVersion squadId squad squadOverrides workflowId workflow workflowOverrides',
).refine(({ assistantId, assistant }) => assistantId !== undefined || assistant !== undefined, {
  error: 'Assistant or Squad or Workflow must be provided.',
});

const chatMessageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool', 'developer']),
  content: z.string().optional(),
});

export const chatSchema = described(
  {
    ...somebody,
    assistant: z.looseObject({}).optional(),
    input: z.union([z.string().min(1), z.array(chatMessageSchema).min(1)]),
    stream: flag,
    previousChatId: z.string().optional(),
    sessionId: z.string().optional(),
    name: z.string().max(40).optional(),
  },
  'squadId squad transport',
).refine(({ previousChatId, sessionId }) => previousChatId === undefined || sessionId === undefined, {
  error: 'sessionId and previousChatId are mutually exclusive.',
});
