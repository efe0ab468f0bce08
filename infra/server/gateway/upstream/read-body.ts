import { GatewayFault } from '../../http/gateway-fault.ts';
import { refuseEcho } from './refuse-echo.ts';
import { parseJson } from './parse-json.ts';
import type { UpstreamAnswer, UpstreamCall, UpstreamStream } from './upstream-call.ts';

const bodyLimitBytes = 1_000_000;

/** The whole body as text. @throws GatewayFault above `limitBytes`, a megabyte unless told; the connection is given up then. */
export async function readText(body: UpstreamStream['body'], limitBytes = bodyLimitBytes): Promise<string> {
  return (await readBytes(body, limitBytes)).toString('utf8');
}

/** The whole body. @throws GatewayFault when it is longer; the connection is given up then. */
export async function readBytes(body: UpstreamStream['body'], limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw new GatewayFault('upstream-failed', { reason: `answered more than ${limitBytes} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The whole answer; of one that is not 2xx the status alone. */
export async function readAnswer({ status, body }: UpstreamStream, { bearer }: UpstreamCall): Promise<UpstreamAnswer> {
  if (status < 200 || status >= 300) {
    // What an error says is not for us; it is read only to keep the connection.
    await body.dump({ limit: 65_536 });
    return { status, json: undefined };
  }
  const text = await readText(body);
  if (bearer !== undefined) refuseEcho(text, [bearer]);
  return { status, json: parseJson(text) };
}
