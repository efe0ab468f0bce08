import { on, once } from 'node:events';
import { request as send } from 'node:http';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { ask, chatBody, eventStream, readEvents, textOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import type { Script } from '../testing/scripted-server.ts';
import { chatPath, startStream } from '../testing/scripted-upstreams.ts';

const piece = (delta: string) => `data: ${JSON.stringify({ id: 'chat-1', delta })}\n\n`;

describe('leaving a chat', () => {
  const site = openEachTest();
  /** The platform's side of the only call. */
  let call: Promise<Parameters<Script>[1]>;
  beforeEach(() => {
    call = new Promise((resolve) => {
      site.upstreams.on(chatPath, (_, response) => {
        startStream(response).write(piece('The '));
        resolve(response);
      });
    });
  });

  /** A browser that hears the first event and can go away. */
  const listen = async (body: object, headers: Record<string, string> = eventStream) => {
    const browser = send(`${site.gateway.origin}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-enfilade': '1', ...headers },
    });
    browser.on('error', () => undefined);
    browser.end(JSON.stringify(body));
    return browser;
  };
  const firstBytes = async (browser: Awaited<ReturnType<typeof listen>>) => {
    const [answer] = await once(browser, 'response');
    let text = '';
    for await (const bytes of on(answer, 'data')) {
      text += String(bytes);
      if (text.includes('event: text')) break;
    }
    return text;
  };

  it('ends the call upstream when nobody else listens', async () => {
    const browser = await listen(chatBody());
    expect(textOf(readEvents({ text: await firstBytes(browser) }))).toBe('The ');
    const upstream = await call;
    const ended = once(upstream, 'close');
    browser.destroy();
    await ended;
    expect(upstream.writableFinished).toBe(false);
  });

  it('ends it also for anybody who waits for the whole', async () => {
    const browser = await listen(chatBody(), {});
    const upstream = await call;
    const ended = once(upstream, 'close');
    browser.destroy();
    await ended;
    expect(upstream.writableFinished).toBe(false);
  });

  it('goes on for a second listener, who hears what was and what comes', async () => {
    const body = chatBody();
    const browser = await listen(body);
    await firstBytes(browser);
    const upstream = await call;
    const second = await listen(body);
    expect(textOf(readEvents({ text: await firstBytes(second) }))).toBe('The ');
    browser.destroy();
    upstream.end(`${piece('end.')}data: [DONE]\n\n`);
    expect(textOf(await ask(site.gateway, body))).toBe('The end.');
    expect(site.upstreams.count(chatPath)).toBe(1);
    second.destroy();
  });

  it('tells listeners that the site closes, and lets it close', async () => {
    const answer = ask(site.gateway, chatBody());
    await call;
    const [events] = await Promise.all([answer, site.gateway.app.close()]);
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'busy', retryAfterSeconds: 1 });
  });
});
