import { callVariablesSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { findProfile, type ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { type Visit, visitSchema } from '@enfilade/shared-contracts/visit/visit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../../http/exchange.ts';
import { requireAssistant } from '../guide/visit-values.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import { checkVisit } from '../visits/check-visit.ts';
import { createCallRequest } from './call-request.ts';

/** What a call is planned from. */
export interface CallPlan {
  museums: MuseumDirectory;
  settings: SettingsFiles;
  profiles: readonly ProfileFile[];
  isDevTest: boolean;
}

/**
 * The visit, and what to ask the voice platform for, from what a browser may say: which visit it is.
 * @throws HttpError `malformed`, `museum-not-found`, `exhibition-not-found`, or what middleware or settings file failed with
 */
export async function createCallPlan({ museums, settings, profiles, isDevTest }: CallPlan, { body: posted, log }: FastifyRequest) {
  const { visit: named, pastTranscriptSummary } = parseCallInput(posted);
  const visit = await checkVisit(named, museums);
  const assistant = requireAssistant(visit, log);
  const body = createCallRequest({
    visit,
    assistant,
    settings: await settings.load(named.museumId),
    providerVoices: findProfile(profiles, named.museumId)?.providerVoices ?? {},
    pastTranscriptSummary,
    isDevTest,
  });
  return { visit, body };
}

/** What stands for a summary where nothing was said. */
export const noSummaryText = 'No transcript summary available.';

/** Two values of what the SDK posts; the assistant and everything else a browser might like to say is not read. */
const postedSchema = z.object({ assistantOverrides: z.object({ variableValues: callVariablesSchema }) });

interface CallInput {
  visit: Visit;
  /** Undefined when nothing was said yet. */
  pastTranscriptSummary: string | undefined;
}

/** @throws HttpError `malformed` */
function parseCallInput(body: unknown): CallInput {
  const { visit, pastTranscriptSummary } = parseInput(postedSchema, body).assistantOverrides.variableValues;
  const summary = pastTranscriptSummary?.trim();
  return {
    visit: parseInput(visitSchema, parseJson(visit)),
    pastTranscriptSummary: summary === noSummaryText ? undefined : summary || undefined,
  };
}
