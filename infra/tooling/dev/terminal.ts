/** Where the dev server speaks to its developer, a line at a time. */
export interface Terminal {
  say(line: string): void;
  problem(line: string): void;
}

interface TextSink {
  write(text: string): unknown;
}

export function createTerminal(stdout: TextSink, stderr: TextSink): Terminal {
  return {
    say: (line) => void stdout.write(`${line}\n`),
    problem: (line) => void stderr.write(`${line}\n`),
  };
}
