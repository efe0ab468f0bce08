import { callVariablesSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { type Visit, visitSchema } from '@enfilade/shared-contracts/visit/visit';
import { z } from 'zod';
import { parseInput } from '../../http/exchange.ts';
import { parseJson } from '../upstream/parse-json.ts';

/** What stands for a summary where nothing was said. */
export const noSummaryText = 'No transcript summary available.';

/** Two values of what the SDK posts; the assistant and everything else a browser might like to say is not read. */
const postedSchema = z.object({ assistantOverrides: z.object({ variableValues: callVariablesSchema }) });

export interface CallInput {
  visit: Visit;
  /** Undefined when nothing was said yet. */
  pastTranscriptSummary: string | undefined;
}

/** @throws GatewayFault `malformed` */
export function parseCallInput(body: unknown): CallInput {
  const { visit, pastTranscriptSummary } = parseInput(postedSchema, body).assistantOverrides.variableValues;
  const summary = pastTranscriptSummary?.trim();
  return {
    visit: parseInput(visitSchema, parseJson(visit)),
    pastTranscriptSummary: summary === noSummaryText ? undefined : summary || undefined,
  };
}
