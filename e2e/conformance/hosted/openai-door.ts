import { HostedRefusal, type HostedRequest, jsonAnswer, type Problems } from './hosted-route.ts';

/** Refusals of OpenAI and of compatible services. Source: "Error codes" of the OpenAI guides. */
const openAiError = (status: number, type: string, code: string | null, message: string) =>
  jsonAnswer(status, { error: { message, type, param: null, code } });

export const badRequest = (message: string) => openAiError(400, 'invalid_request_error', null, message);

const keyWithdrawn = openAiError(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided: sk-proj-****.');

/** @throws HostedRefusal 401 */
export function requireOpenAiKey({ headers }: HostedRequest, key: string): void {
  if (headers.authorization !== `Bearer ${key}`) throw new HostedRefusal(keyWithdrawn);
}

export function refuseOpenAiBody([problem]: Problems) {
  return badRequest(`${problem?.path.join('.') || 'body'}: ${problem?.message}`);
}
