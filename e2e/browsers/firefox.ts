import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Driver, runProgram } from './driver.ts';

/** A microphone that beeps, no permission prompt, and no window before the page. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  params: z.object({ level: z.string().optional(), text: z.string().nullish() }).optional(),
});
const sessionSchema = z.object({ capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }) });
const treeSchema = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const resultSchema = z.object({
  exceptionDetails: z.object({ text: z.string() }).optional(),
  result: z.object({ value: z.unknown(), sharedId: z.string().optional() }).optional(),
});

/** WebDriver BiDi needs no driver program. */
export async function openFirefox(): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const { FIREFOX_PATH = 'firefox-esr' } = process.env;
  const command = [FIREFOX_PATH, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const program = await runProgram(command, /ws:\/\/127\.0\.0\.1:\d+/);
  const end = async () => {
    await program.end();
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const complaints: string[] = [];
    const send = await connect(`${program.found}/session`, complaints);
    const { capabilities } = sessionSchema.parse(await send('session.new', { capabilities: {} }));
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const [{ context }] = treeSchema.parse(await send('browsingContext.getTree', {})).contexts;
    await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } });
    const run = async (expression: string) => {
      const options = { expression, target: { context }, awaitPromise: true };
      const { exceptionDetails, result } = resultSchema.parse(await send('script.evaluate', options));
      if (exceptionDetails || !result) throw new Error(exceptionDetails?.text ?? expression);
      return result;
    };
    const perform = (source: object) => send('input.performActions', { context, actions: [source] });
    return {
      version: `${capabilities.browserName} ${capabilities.browserVersion}`,
      complaints,
      open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      resize: async (width, height) => void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      // BiDi has its own format for values; JSON is simpler.
      async evaluate(script) {
        const { value } = await run(`Promise.resolve(${script}).then((value) => JSON.stringify(value) ?? 'null')`);
        return JSON.parse(String(value));
      },
      async click(script) {
        const { sharedId } = await run(`((element) => (element.scrollIntoView({ block: 'center' }), element))(${script})`);
        const move = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } };
        const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
        await perform({ type: 'pointer', id: 'mouse', actions });
      },
      async type(text) {
        const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
        await perform({ type: 'key', id: 'keys', actions });
      },
      close: () => send('browser.close', {}).then(end, end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = (method: string, params: object) => Promise<unknown>;

async function connect(url: string, complaints: string[]): Promise<Send> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (message: z.infer<typeof messageSchema>) => void>();
  socket.on('message', (data) => {
    const message = messageSchema.parse(JSON.parse(String(data)));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params?.level === 'error') complaints.push(message.params.text ?? '');
  });
  let lastId = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, ({ result, error, message }) =>
        error === undefined ? resolve(result) : reject(new Error(`${method}: ${error}, ${message}`)),
      );
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
}
