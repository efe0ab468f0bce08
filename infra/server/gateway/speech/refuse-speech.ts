import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { ParticularMessage } from '../../http/error-catalogue.ts';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { pickRetryAfterSeconds } from '../upstream/refuse-failure.ts';
import type { UpstreamStream } from '../upstream/upstream-call.ts';

interface Refusal {
  code: GatewayErrorCode;
  says?: ParticularMessage;
}

/** What developers are told of the speech service's refusals; every other one is a failure like any. */
const refusals = new Map<number, Refusal>([
  [401, { code: 'unauthorized', says: 'speech-key-refused' }],
  [403, { code: 'forbidden', says: 'speech-forbidden' }],
  [429, { code: 'too-many', says: 'speech-rate-limited' }],
]);
const failure: Refusal = { code: 'upstream-failed' };

/** Passes sound. @throws GatewayFault `unauthorized`, `forbidden`, `too-many` as the service refused, else `upstream-failed` */
export async function refuseSpeech({ status, headers, body }: UpstreamStream): Promise<void> {
  if (status === 200 && isSound(headers)) return;
  await body.dump({ limit: 65_536 });
  const { code, says } = refusals.get(status) ?? failure;
  const retryAfterSeconds = code === 'too-many' ? pickRetryAfterSeconds(headers) : undefined;
  const reason = status === 200 ? 'the speech service sent no sound' : `the speech service answered ${status}`;
  throw new GatewayFault(code, { says, retryAfterSeconds, reason });
}

function isSound(headers: UpstreamStream['headers']): boolean {
  return /^audio\/mpeg\s*(?:;|$)/i.test(String(headers['content-type']));
}
