import { on, once } from 'node:events';
import { beforeEach, expect, it } from '@rstest/core';
import { ask, chatBody, eventStream, readEvents, textOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { startBrowser } from '../testing/raw-request.ts';
import type { Script } from '../testing/scripted-server.ts';
import { chatPath, startStream } from '../testing/scripted-upstreams.ts';

const piece = (delta: string) => `data: ${JSON.stringify({ id: 'chat-1', delta })}\n\n`;

const site = openEachTest();
let call: Promise<Parameters<Script>[1]>;
beforeEach(() => {
  call = new Promise((resolve) => {
    site.upstreams.on(chatPath, (_, response) => {
      startStream(response).write(piece('The '));
      resolve(response);
    });
  });
});

const listen = (body: object, headers: Record<string, string> = eventStream) => startBrowser(site.gateway, '/api/chat', body, headers);
const firstBytes = async (browser: ReturnType<typeof listen>) => {
  const [answer] = await once(browser, 'response');
  let text = '';
  for await (const bytes of on(answer, 'data')) {
    text += String(bytes);
    if (text.includes('event: text')) break;
  }
  return text;
};

it.each([
  ['reads a stream', eventStream],
  ['waits for the complete answer', {}],
])('closing the only connection ends the platform’s call when the browser %s', async (_, headers) => {
  const browser = listen(chatBody(), headers);
  if ('accept' in headers) expect(textOf(readEvents({ text: await firstBytes(browser) }))).toBe('The ');
  const upstream = await call;
  const ended = once(upstream, 'close');
  browser.destroy();
  await ended;
  expect(upstream.writableFinished).toBe(false);
});

it('a second listener gets the earlier and the later events after the first listener leaves', async () => {
  const body = chatBody();
  const browser = listen(body);
  await firstBytes(browser);
  const upstream = await call;
  const second = listen(body);
  expect(textOf(readEvents({ text: await firstBytes(second) }))).toBe('The ');
  browser.destroy();
  upstream.end(`${piece('end.')}data: [DONE]\n\n`);
  expect(textOf(await ask(site.gateway, body))).toBe('The end.');
  expect(site.upstreams.count(chatPath)).toBe(1);
  second.destroy();
});

it('a closing site sends listeners a busy error and closes', async () => {
  const answer = ask(site.gateway, chatBody());
  await call;
  const [events] = await Promise.all([answer, site.gateway.app.close()]);
  expect(events.at(-1)).toMatchObject({ type: 'error', code: 'busy', retryAfterSeconds: 1 });
});
