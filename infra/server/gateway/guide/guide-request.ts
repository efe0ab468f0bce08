import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { CheckedVisit } from '../visits/check-visit.ts';
import { firstMessageOf, visitValues } from './visit-values.ts';

/** Set here, never by a browser. */
const chatModel = { provider: 'openai', model: 'gpt-4o-mini', temperature: 1, maxTokens: 300 } as const;

export interface GuideRequestInput {
  visit: CheckedVisit;
  assistant: Assistant;
  text: string;
  /** What was said aloud before the visitor began to type. */
  pastTranscriptSummary: string | undefined;
  previousChatId: string | undefined;
  stream: boolean;
}

/** Analysed and logged on the platform is only the chat of a visitor who agreed. */
const unkept = {
  artifactPlan: { loggingEnabled: false },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
} as const;

/** The body of `POST /chat`: the exhibition's assistant, with the visit's facts. */
export function createGuideRequest({ visit, assistant, text, pastTranscriptSummary, previousChatId, stream }: GuideRequestInput) {
  const variableValues = { ...visitValues(visit, assistant), ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }) };
  return {
    assistantId: assistant.vapiId,
    input: text,
    stream,
    ...(previousChatId !== undefined && { previousChatId }),
    assistantOverrides: {
      model: chatModel,
      firstMessage: firstMessageOf(visit, assistant),
      variableValues,
      ...(visit.consent !== 'agreed' && unkept),
    },
  };
}
