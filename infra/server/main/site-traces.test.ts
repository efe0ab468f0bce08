import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { z } from 'zod';
import { fromPage, logTo, museumId, oneMuseum, testSites, tokenOf, visit } from './testing/start-test-site.ts';

// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes: z.array(attribute) }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

describe('traces', () => {
  const { folder, start, landing } = testSites();
  let collector: Server;
  let received: string[];
  let environment: Record<string, string>;
  beforeEach(async () => {
    received = [];
    collector = createServer(async (sent, response) => {
      received.push(`${sent.url} ${await text(sent)}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
    environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...(await oneMuseum(folder(), 'belmonte')) };
  });
  afterEach(() => new Promise<void>((resolve) => collector.close(() => resolve())));

  it('a site sends spans of a request’s work to the collector, without words, ids and addresses of visitors', async () => {
    const site = await start({ environment, builds: [await landing()] });
    const headers = { ...fromPage, authorization: `Bearer ${await tokenOf(site)}` };
    const post = (url: string, body: object) => request(site.origin + url, { method: 'POST', headers, body: JSON.stringify(body) });
    const question = 'Who painted the astronomer with the private ear?';
    const chat = await post('/api/chat', { clientMessageId: '3f2b6a52-9c1d-4a3e-8f60-0d5c2b7e9a11', text: question, visit });
    const { messageId } = (await chat.body.json()) as { messageId: string };
    const rollouts = `/registry/v1/museums/${museumId}/rollouts`;
    expect((await post(rollouts, { versions: { landing: '1.0.0' }, percent: 5 })).statusCode).toBe(201);
    expect((await request(`${site.origin}/readyz`)).statusCode).toBe(200);
    await site.close();

    expect(received.every((one) => one.startsWith('/v1/traces '))).toBe(true);
    const [first] = received.map((one) => exported.parse(JSON.parse(one.slice('/v1/traces '.length))));
    expect(first?.resourceSpans[0]?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'enfilade' } });
    const spans = received
      .flatMap((one) => exported.parse(JSON.parse(one.slice('/v1/traces '.length))).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const below = (name: string) => {
      const [parent] = spans.filter((one) => one.name === name);
      return spans
        .filter(({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent.spanId)
        .map((one) => one.name);
    };
    expect(below('POST /api/chat')).toEqual(expect.arrayContaining(['middleware', 'guide']));
    expect(below('POST /registry/v1/museums/:museumId/rollouts')).toContain('registry change');
    expect(below('registry change')).toEqual(['journal read', 'journal append']);
    // Background reads of the journal and probes have no spans.
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual([
      'POST /api/chat',
      'POST /registry/v1/museums/:museumId/rollouts',
    ]);
    for (const word of [question, 'astronomer', museumId, visit.exhibitionId, messageId, '127.0.0.1', '3f2b6a52'])
      expect(received.join(), word).not.toContain(word);
  });

  it('without a collector, spans are dropped, the log names the failure once, and requests are not delayed', async () => {
    const lines: string[] = [];
    await new Promise((resolve) => collector.close(resolve));
    const site = await start({ environment, log: logTo(lines, 'warn') });
    for (let asked = 0; asked < 3; asked += 1) expect((await request(`${site.origin}/api/museums/${museumId}`)).statusCode).toBe(200);
    await site.close();
    expect(lines.filter((line) => line.includes('traces cannot'))).toEqual([
      expect.stringContaining('traces cannot be sent and are dropped'),
    ]);
  });
});
