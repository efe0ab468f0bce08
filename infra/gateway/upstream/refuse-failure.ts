import { GatewayFault } from '../http/gateway-fault.ts';
import type { UpstreamStream } from './upstream.ts';

/** Passes an answer of status 2xx. @throws GatewayFault `busy` where the service asks for patience, else `upstream-failed` */
export async function refuseFailure({ status, headers, body }: UpstreamStream, service: string): Promise<void> {
  if (status >= 200 && status < 300) return;
  await body.dump({ limit: 65_536 });
  if (status !== 429) throw new GatewayFault('upstream-failed', { reason: `${service} answered ${status}` });
  const asked = Number(headers['retry-after']);
  const retryAfterSeconds = asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
  throw new GatewayFault('busy', { retryAfterSeconds, reason: `${service} is busy` });
}
