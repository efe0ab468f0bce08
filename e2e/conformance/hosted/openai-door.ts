import { HostedRefusal, type HostedRequest, jsonAnswer, type Problems } from './hosted-route.ts';

/** How OpenAI refuses, and what speaks its language. Source: "Error codes" of the OpenAI guides. */
const openAiError = (status: number, type: string, code: string | null, message: string) =>
  jsonAnswer(status, { error: { message, type, param: null, code } });

export const badRequest = (message: string) => openAiError(400, 'invalid_request_error', null, message);

export const failures = {
  keyWithdrawn: openAiError(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided: sk-proj-****.'),
  region: openAiError(403, 'request_forbidden', 'unsupported_country_region_territory', 'Country, region, or territory not supported'),
  tooMany: jsonAnswer(
    429,
    { error: { message: 'Rate limit reached for requests', type: 'requests', param: null, code: 'rate_limit_exceeded' } },
    { 'retry-after': '7' },
  ),
  quota: openAiError(
    429,
    'insufficient_quota',
    'insufficient_quota',
    'You exceeded your current quota, please check your plan and billing details.',
  ),
  broken: openAiError(500, 'server_error', null, 'The server had an error while processing your request. Sorry about that!'),
  overloaded: openAiError(503, 'server_error', null, 'The engine is currently overloaded, please try again later'),
};

/** @throws HostedRefusal 401 */
export function requireOpenAiKey({ headers }: HostedRequest, key: string): void {
  if (headers.authorization !== `Bearer ${key}`) throw new HostedRefusal(failures.keyWithdrawn);
}

export function refuseOpenAiBody([problem]: Problems) {
  return badRequest(`${problem?.path.join('.') || 'body'}: ${problem?.message}`);
}
