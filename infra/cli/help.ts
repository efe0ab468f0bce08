import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { formatTable } from './table.ts';

const call = 'npm run remotes --';
const optionRows = [
  ['--registry URL', 'the site; http://127.0.0.1:8080 when left out'],
  ['--token-file FILE', 'the token; tokens/local in DATA_DIR, ./.data, when left out'],
  ['--json', 'one JSON document on the output'],
  ['--help', 'this, or what one command takes'],
];

export function usageLine(name: string, { takes }: Command): string {
  return `Usage: ${call} ${name} ${takes}`;
}

/** What one command takes. */
export function commandHelp(name: string, command: Command): string {
  return `${usageLine(name, command)}\n${capital(command.does)}.\n\n${optionHelp()}`;
}

/** For whoever named no command, or one that is not there. */
export function commandsLine(): string {
  return `Usage: ${call} COMMAND, one of ${[...commands.keys()].join(', ')}; --help tells more`;
}

/** All commands. */
export function allHelp(): string {
  const entries = [...commands].map(([name, { takes, does }]) => `${name} ${takes}\n    ${does}`);
  return [`Usage: ${call} COMMAND`, '', ...entries, '', optionHelp()].join('\n');
}

function optionHelp(): string {
  const [first = [], ...others] = optionRows;
  return formatTable(first, others);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
