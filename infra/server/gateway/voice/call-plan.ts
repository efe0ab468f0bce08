import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyRequest } from 'fastify';
import { requireAssistant } from '../guide/require-assistant.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import { checkVisit } from '../visits/check-visit.ts';
import { parseCallInput } from './call-input.ts';
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
 * @throws GatewayFault `malformed`, `museum-not-found`, `exhibition-not-found`, or what middleware or settings file failed with
 */
export async function createCallPlan({ museums, settings, profiles, isDevTest }: CallPlan, { body: posted, log }: FastifyRequest) {
  const { visit: told, pastTranscriptSummary } = parseCallInput(posted);
  const visit = await checkVisit(told, museums);
  const assistant = requireAssistant(visit, log);
  const body = createCallRequest({
    visit,
    assistant,
    settings: await settings.load(told.museumId),
    providerVoices: findProfile(profiles, told.museumId)?.providerVoices ?? {},
    pastTranscriptSummary,
    isDevTest,
  });
  return { visit, body };
}
