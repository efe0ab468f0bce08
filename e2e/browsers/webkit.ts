import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../test-kit/start-site.ts';
import { type Driver, runProgram } from './driver.ts';

const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});
/** W3C WebDriver's name for a reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const elementSchema = z.object({ [elementKey]: z.string() });

/** MiniBrowser over W3C WebDriver, on a virtual screen, with a microphone that beeps. */
export async function openWebKit(): Promise<Driver> {
  const screen = await runProgram(['Xvfb', '-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], /^\d+(?=\n)/);
  const address = `http://127.0.0.1:${await freePort()}`;
  const command = ['WebKitWebDriver', `--port=${new URL(address).port}`, '--host=127.0.0.1'];
  // The driver prints nothing, but answers requests when ready.
  const program = await runProgram(command, /^/, { ...process.env, DISPLAY: `:${screen.found}` });
  const end = () => program.end().finally(screen.end);
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = z.object({ value: z.unknown() }).parse(await response.json());
    if (!response.ok) throw new Error(`WebKitWebDriver: ${JSON.stringify(value)}`);
    return value;
  };
  const args = ['--automation', '--enable-media-stream=true', '--enable-mock-capture-devices=true'];
  const always = { 'webkitgtk:browserOptions': { args } };
  try {
    while (!(await ask('GET', '/status').catch(() => undefined))) await wait(50);
    const { sessionId, capabilities } = sessionSchema.parse(await ask('POST', '/session', { capabilities: { alwaysMatch: always } }));
    const path = `/session/${sessionId}`;
    await ask('POST', `${path}/window/rect`, { width: 390, height: 844 });
    const evaluate = (script: string) => ask('POST', `${path}/execute/sync`, { script: `return ${script}`, args: [] });
    return {
      version: `${capabilities.browserName} (WebKitGTK) ${capabilities.browserVersion}`,
      complaints: [],
      open: async (url) => void (await ask('POST', `${path}/url`, { url })),
      resize: async (width, height) => void (await ask('POST', `${path}/window/rect`, { width, height })),
      evaluate,
      async click(script) {
        const { [elementKey]: element } = elementSchema.parse(await evaluate(script));
        await ask('POST', `${path}/element/${element}/click`, {});
      },
      async type(text) {
        const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
        await ask('POST', `${path}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
      },
      close: () => ask('DELETE', path).then(end, end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
