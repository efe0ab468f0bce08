import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import { readPositionals, readRemote } from './arguments.ts';
import { type Command, CommandFailedError } from './command.ts';

/** Ends the names of the template's files, so that no tool takes them for sources of the server. */
const suffix = '.template';
/** Stand in them for the new remote's name, and for that as a heading. */
const placeholder = /REMOTE-NAME/g;
const titlePlaceholder = /REMOTE-TITLE/g;

export const newRemote: Command = {
  options: {},
  async run(given, { cwd, templateFolder }) {
    const [text = ''] = readPositionals(given, 'the name of the new remote');
    const name = readRemote(text);
    // The host reports its errors under its name, and the console is built in a folder that is called otherwise.
    if (name === 'host' || name === operatorsPath.slice(1))
      throw new CommandFailedError(`${name} is a name of the site's own; choose another one.`);
    const folder = path.join(cwd, `mfe-${name}`);
    await makeFolder(folder);
    try {
      const files = await copyTemplate(templateFolder, folder, name);
      return { json: { name, folder, files }, text: describe(name, folder, files) };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  },
};

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const mend = isThere ? 'is there already; choose another name' : 'cannot be made; run the command where you may write';
    throw new CommandFailedError(`${folder} ${mend}.`, { cause });
  }
}

/** @returns the new files, by their paths in the folder */
async function copyTemplate(from: string, to: string, name: string): Promise<string[]> {
  const found = await readdir(from, { recursive: true });
  const templates = found.filter((file) => file.endsWith(suffix)).sort();
  for (const template of templates) {
    const target = path.join(to, template.slice(0, -suffix.length));
    await mkdir(path.dirname(target), { recursive: true });
    const text = await readFile(path.join(from, template), 'utf8');
    await writeFile(target, text.replace(placeholder, name).replace(titlePlaceholder, name.charAt(0).toUpperCase() + name.slice(1)));
  }
  return templates.map((template) => template.slice(0, -suffix.length));
}

function describe(name: string, folder: string, files: readonly string[]): string {
  return [
    `${folder} is there:`,
    ...files.map((file) => `  ${file}`),
    `What it is, where it is shown and what leads to it says mfe-${name}/declaration.json. Next, while the site runs:`,
    `  npm run remotes -- check mfe-${name}`,
    `  npm run remotes -- publish mfe-${name}/dist --name ${name}`,
    `  npm run remotes -- pin ${name}@VERSION --museum ID`,
    'docs/a-screen-of-your-own.md tells the rest.',
  ].join('\n');
}
