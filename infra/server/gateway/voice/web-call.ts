import { isIP } from 'node:net';
import type { WebCall } from '@enfilade/shared-contracts/api/voice-schemas';
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** A Call as the platform answers it, as far as it is read. What is odd beside the room's address is as if absent. */
export const callSchema = z.object({
  id: z.uuid(),
  webCallUrl: z.url({ protocol: /^https?$/ }).max(2048),
  transport: optional(z.object({ callToken: optional(z.string().max(4096)) })),
  artifactPlan: optional(z.object({ videoRecordingEnabled: z.boolean() })),
  assistant: optional(z.object({ voice: z.object({ provider: z.string().max(64) }) })),
  monitor: optional(z.object({ controlUrl: optional(z.url({ protocol: /^https?$/ }).max(2048)) })),
});
export type PlatformCall = z.infer<typeof callSchema>;

/**
 * Where the call is controlled. It comes from outside, so only the platform's own host is believed and, over https,
 * others of its domain: nobody may point this site at an address within its own network.
 * @param vapiUrl the platform's address
 */
export function controlUrlOf({ monitor }: PlatformCall, vapiUrl: string): string | undefined {
  const address = monitor?.controlUrl;
  if (address === undefined) return undefined;
  const platform = new URL(vapiUrl);
  const control = new URL(address);
  if (control.origin === platform.origin) return address;
  return control.protocol === 'https:' && control.port === '' && isRelated(control.hostname, platform.hostname) ? address : undefined;
}

/** `calls.example.org` to `api.example.org`. */
function isRelated(host: string, platformHost: string): boolean {
  const domain = platformHost.slice(platformHost.indexOf('.') + 1);
  return isIP(platformHost) === 0 && domain.includes('.') && host.endsWith(`.${domain}`);
}

/** What the SDK reads of a call, with the room's address as this visitor reaches it. */
export function webCallOf({ id, transport, artifactPlan, assistant }: PlatformCall, roomUrl: string): WebCall {
  const callToken = transport?.callToken;
  return {
    id,
    webCallUrl: roomUrl,
    transport: { provider: 'daily', callUrl: roomUrl, ...(callToken !== undefined && { callToken }) },
    ...(artifactPlan && { artifactPlan }),
    ...(assistant && { assistant }),
  };
}
