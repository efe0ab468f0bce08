import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { launchWith } from '../../test-kit/browser.ts';
import { expect, museums, screenOf, test } from '../../test-kit/test.ts';

/** A server of this machine that is another origin. */
async function serve(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of somebody else with whatever is named in a frame, and a script. */
let foreign: Awaited<ReturnType<typeof serve>>;
let asked: string[] = [];
test.beforeAll(async () => {
  foreign = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://foreign');
    asked.push(pathname);
    const isScript = pathname.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html', 'access-control-allow-origin': '*' });
    response.end(
      isScript ? 'window.foreignRan = true;' : `<!doctype html><iframe src="${searchParams.get('frame') ?? 'about:blank'}"></iframe>`,
    );
  });
});
test.beforeEach(() => {
  asked = [];
});
test.afterAll(() => foreign.close());

/** The site's page with every header but the content policy, which allows no frame at all. */
const startUnguarded = (site: string) =>
  serve(async (request, response) => {
    const answer = await fetch(site + request.url, { headers: { 'accept-encoding': 'identity' } });
    const headers = [...answer.headers].filter(
      ([name]) => !/^(?:content-security-policy|content-length|transfer-encoding|connection)$/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries(headers)).end(Buffer.from(await answer.arrayBuffer()));
  });

interface Outcome {
  /** What was tried, and how it ended. */
  ended: Record<string, string>;
  /** The policy's directives that were broken. */
  directives: string[];
}

/** Tries everything as a script of the page would: what DevTools evaluates directly is not bound by the policy, what its timers run is. */
function tryEverything(page: Page, foreignOrigin: string): Promise<Outcome> {
  return page.evaluate(async (origin) => {
    const { src = '', integrity = '' } = document.querySelector<HTMLScriptElement>('script[src][integrity]') ?? {};
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
    const types = (
      window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }
    ).trustedTypes;
    const asPage = <T>(act: () => T | Promise<T>) =>
      new Promise<T>((resolve, reject) => setTimeout(() => Promise.resolve().then(act).then(resolve, reject)));
    const load = (script: HTMLScriptElement) =>
      new Promise<string>((resolve) => {
        script.onload = () => resolve('ran');
        script.onerror = () => resolve('blocked');
        document.head.append(script);
      });
    const scriptOf = (url: string, hash = '') => {
      const script = document.createElement('script');
      // Whoever runs in the page can make the loader's policy anew; the address still meets the content policy.
      script.src = types.createPolicy('enfilade-loader', { createScriptURL: (each: string) => each }).createScriptURL(url);
      if (hash) script.setAttribute('integrity', hash);
      script.crossOrigin = 'anonymous';
      return script;
    };
    const attempts: Record<string, () => unknown> = {
      eval: () => new Function('return 1')(),
      'timer with text': () => void setTimeout('window.foreignRan = true'),
      'inline script': async () => {
        const script = document.createElement('script');
        script.append('window.foreignRan = true');
        document.head.append(script);
      },
      'inline handler': () => {
        const button = document.createElement('button');
        button.setAttribute('onclick', 'window.foreignRan = true');
        document.body.append(button);
        button.click();
      },
      'javascript link': async () => {
        const link = document.createElement('a');
        link.setAttribute('href', 'javascript:void (window.foreignRan = true)');
        document.body.append(link);
        link.click();
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      'inline style': () => {
        const style = document.createElement('style');
        style.append('html{--foreign:1}');
        document.head.append(style);
        if (getComputedStyle(document.documentElement).getPropertyValue('--foreign')) return 'ran';
        throw new Error('not applied');
      },
      'foreign request': () => fetch(`${origin}/stolen`),
      'foreign beacon': async () => {
        navigator.sendBeacon(`${origin}/stolen`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      'foreign socket': () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(origin.replace('http', 'ws'));
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
      'foreign form': async () => {
        const form = document.createElement('form');
        form.action = `${origin}/stolen`;
        document.body.append(form);
        form.submit();
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      'text as HTML': () => {
        document.createElement('div').innerHTML = '<b>x</b>';
      },
      'text as a script’s address': () => {
        document.createElement('script').src = '/static/x.js';
      },
      'a policy of one’s own': () => types.createPolicy('mine', {}),
      'foreign script through the loader’s policy': () => load(scriptOf(`${origin}/x.js`)),
      'own script without a hash': () => load(scriptOf(src)),
      'own script with another’s hash': () => load(scriptOf(src, `sha384-${'A'.repeat(64)}`)),
      'own script with its hash': () => load(scriptOf(src, integrity)),
    };
    const ended: Record<string, string> = {};
    for (const [name, act] of Object.entries(attempts)) {
      ended[name] = await asPage(act).then(
        (value) => (typeof value === 'string' ? value : 'done'),
        (error: unknown) => `refused: ${error instanceof Error ? error.name : 'event'}`,
      );
    }
    // The browser tells of the form when it gets to it.
    while (!directives.includes('form-action')) await new Promise((resolve) => setTimeout(resolve, 20));
    return { ended, directives: [...new Set(directives)] };
  }, foreignOrigin);
}

/** A script's own mistakes are thrown; what the browser only passes over looks done. */
const endings = {
  eval: 'refused: EvalError',
  'timer with text': 'refused: TypeError',
  'inline script': 'done',
  'inline handler': 'refused: TypeError',
  'javascript link': 'done',
  'inline style': 'refused: Error',
  'foreign request': 'refused: TypeError',
  'foreign beacon': 'done',
  'foreign socket': 'refused: event',
  'foreign form': 'done',
  'text as HTML': 'refused: TypeError',
  'text as a script’s address': 'refused: TypeError',
  'a policy of one’s own': 'refused: TypeError',
  'foreign script through the loader’s policy': 'blocked',
  'own script without a hash': 'blocked',
  'own script with another’s hash': 'blocked',
  'own script with its hash': 'ran',
};

test('a script that got into the page can neither make code, nor fetch any, nor send anything away', async ({ page, complaints }) => {
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  expect(await page.evaluate(() => document.querySelector('script[src]')?.hasAttribute('integrity'))).toBe(true);
  expect(complaints).toEqual([]);
  const { ended, directives } = await tryEverything(page, foreign.origin);
  expect(ended).toEqual(endings);
  expect(directives.sort()).toEqual([
    'connect-src',
    'form-action',
    'require-trusted-types-for',
    'script-src-elem',
    'style-src-elem',
    'trusted-types',
  ]);
  expect(await page.evaluate(() => 'foreignRan' in window)).toBe(false);
  expect(asked).toEqual([]);
  complaints.length = 0;
});

test('a frame in the page gets no microphone, even one that the content policy would let in', { tag: '@all' }, async ({ baseURL }) => {
  const unguarded = await startUnguarded(`${baseURL}`);
  // With a microphone that asks nobody: only the site's own word stands between the frame and it.
  const browser = await chromium.launch(launchWith('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'));
  const page = await browser.newPage();
  const listen = () =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'heard',
      (error: Error) => error.name,
    );
  await page.goto(foreign.origin);
  expect(await page.evaluate(listen), 'by itself it may listen').toBe('heard');
  await page.goto(`${unguarded.origin}/?museum=${museums.belmonte}`);
  expect(await page.evaluate(listen)).toBe('heard');
  await page.evaluate(async (src) => {
    const frame = Object.assign(document.createElement('iframe'), { allow: 'microphone *', src });
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
  }, foreign.origin);
  const frame = page.frames().find((each) => each.url().startsWith(foreign.origin));
  expect(await frame?.evaluate(listen)).toBe('NotAllowedError');
  await browser.close();
  await unguarded.close();
});
