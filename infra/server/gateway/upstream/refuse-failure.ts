import { GatewayFault } from '../../http/gateway-fault.ts';
import type { UpstreamStream } from './upstream-call.ts';

/** Passes an answer of status 2xx. @throws GatewayFault `busy` where the service asks for patience, else `upstream-failed` */
export async function refuseFailure({ status, headers, body }: UpstreamStream, service: string): Promise<void> {
  if (status >= 200 && status < 300) return;
  await body.dump({ limit: 65_536 });
  if (status !== 429) throw new GatewayFault('upstream-failed', { reason: `${service} answered ${status}` });
  throw new GatewayFault('busy', { retryAfterSeconds: pickRetryAfterSeconds(headers), reason: `${service} is busy` });
}

/** How long a service asks us to wait, where it says so within reason: 1 to 120 seconds, else 5. */
export function pickRetryAfterSeconds(headers: UpstreamStream['headers']): number {
  const asked = Number(headers['retry-after']);
  return asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
}
