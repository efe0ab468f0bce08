import { keys } from '../sample-museum.ts';
import { type HostedAnswer, HostedRefusal, type HostedRequest, jsonAnswer, type Problems } from './hosted-route.ts';

/**
 * Refusals of Vapi. Source: answers that users report, and "Troubleshooting" of "Chat quickstart": `message` is a sentence, or a list of
 * sentences if the body is wrong.
 */
export const vapiError = (statusCode: number, error: string, message: string | string[]): HostedAnswer =>
  jsonAnswer(statusCode, { message, error, statusCode });

const invalidKey = 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.';

const keyWithdrawn = vapiError(401, 'Unauthorized', invalidKey);

/** @throws HostedRefusal 401 */
export function requireVapiKey({ headers }: HostedRequest): void {
  if (headers.authorization !== `Bearer ${keys.vapi}`) throw new HostedRefusal(keyWithdrawn);
}

/** The form of Vapi's web framework. */
export function refuseBody(problems: Problems): HostedAnswer {
  const lines = problems.flatMap((problem) => {
    const place = problem.path.map((key) => `${String(key)}.`).join('');
    if (problem.code === 'unrecognized_keys') return problem.keys.map((key) => `${place}property ${key} should not exist`);
    return [`${place.slice(0, -1)} ${problem.message}`.trim()];
  });
  return vapiError(400, 'Bad Request', lines);
}
