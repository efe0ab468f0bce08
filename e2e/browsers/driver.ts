import { spawn } from 'node:child_process';

/** One window of a browser that Playwright cannot drive. Scripts are expressions, and their values JSON. */
export interface Driver {
  /** As the browser names itself. */
  version: string;
  /** What the page complained of, where the browser tells. */
  complaints: readonly string[];
  open(url: string): Promise<void>;
  evaluate(script: string): Promise<unknown>;
  /** Clicks the element the expression finds, as its user would: a page may play sound after it. */
  click(script: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** The Enter key in WebDriver's letters, for `type`. */
export const enter = '\uE007';

/** Starts a program of the system and waits until `ready` finds something in what it prints. */
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
