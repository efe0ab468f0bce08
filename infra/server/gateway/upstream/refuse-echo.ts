import { GatewayFault } from '../../http/gateway-fault.ts';

/** Shorter ones, which only tests have, could stand in any text. */
const shortestSecret = 8;

/** Passes what contains none of the secrets it was asked with: a service that echoes one must not have it shown. @throws GatewayFault `upstream-failed` */
export function refuseEcho(answer: string | Buffer, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret)))
    throw new GatewayFault('upstream-failed', { reason: 'the answer contains what it must not tell' });
}
