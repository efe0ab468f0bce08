import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';

/** Scripts are expressions, and their values JSON. */
export interface Driver {
  version: string;
  /** Stays empty if the browser does not report the page's errors. */
  complaints: readonly string[];
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  evaluate(script: string): Promise<unknown>;
  /** Clicks as a user does, because a page may play sound only after a click. */
  click(script: string): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** WebDriver's code of the Enter key, for `type`. */
export const enter = '\uE007';

/** Waits until `ready` matches the program's output. */
export async function runProgram(command: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = process.env) {
  const [name = '', ...args] = command;
  const program = spawn(name, args, { env });
  const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
  let printed = '';
  const found = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer | string) => {
      printed += chunk.toString();
      const match = ready.exec(printed);
      if (match) resolve(match[0]);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.once('spawn', () => read(''));
    program.once('error', reject);
    program.once('close', (code) => reject(new Error(`${name} ended with ${code}:\n${printed}`)));
  });
  return {
    found,
    async end() {
      program.kill();
      await ended;
    },
  };
}

/** Runs in the page: the visible control with this name. A label presses its field. A first paint may be replaced before the press. */
const control = (name: RegExp) => `[...document.querySelectorAll('button, label, input, textarea, [role="tab"]')].find((each) => {
  const name = each.getAttribute('aria-label') ?? each.innerText;
  return !each.closest('#first-paint') && each.getClientRects().length > 0 && ${name}.test(name.replace(/\\s+/g, ' ').trim());
})`;
const status = `[...document.querySelectorAll('[role="status"]')].map((each) => each.innerText).join(' ')`;

/** Each act waits until the page allows the act. */
export function createVisitor({ evaluate, click, type, open }: Driver, origin: string) {
  const press = async (...names: RegExp[]) => {
    for (const name of names) {
      await expect.poll(() => evaluate(`Boolean(${control(name)})`), String(name)).toBe(true);
      await click(control(name));
    }
  };
  return {
    open: (address: string) => open(origin + address),
    press,
    sees: (text: RegExp) => expect.poll(() => evaluate('document.body.innerText'), String(text)).toMatch(text),
    isAt: (address: RegExp) => expect.poll(() => evaluate('location.pathname + location.search')).toMatch(address),
    hears: (text: RegExp) => expect.poll(() => evaluate(status), String(text)).toMatch(text),
    status: () => evaluate(status),
    async writes(name: RegExp, text: string) {
      await press(name);
      await type(text);
    },
  };
}
