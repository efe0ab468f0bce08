import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { declarationSchema } from '@enfilade/shared-contracts/releases/declaration';
import { offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import { z } from 'zod';
import { readOptionalText, readPositionals, readRemote } from './arguments.ts';
import { type Command, CommandFailedError } from './command.ts';

/** Ends the names of the template's files, so that no tool takes them for sources of the server. */
const suffix = '.template';
/** Stand in them for what the new remote is called, and for the place that it fills. */
const placeholder = /REMOTE-NAME|REMOTE-TITLE|SLOT-NAME|SLOT-PROPS|SLOT-FACTS|SLOT-TYPES|SLOT-LITERAL/g;
/** Played is what visitors do in a screen. */
const playsFile = 'testing/plays.ts';

export const newRemote: Command = {
  options: { fills: { type: 'string' } },
  async run(given, { cwd, root, templateFolder }) {
    const [text = ''] = readPositionals(given, 'the name of the new remote');
    const name = readRemote(text);
    // The host reports its errors under its name, and the console is built in a folder that is called otherwise.
    if (name === 'host' || name === operatorsPath.slice(1))
      throw new CommandFailedError(`${name} is a name of the site's own; choose another one.`);
    const fills = readOptionalText(given, 'fills');
    const place = fills === undefined ? undefined : { slot: fills, ...(await findProps(fills, root)) };
    const folder = path.join(cwd, `mfe-${name}`);
    await makeFolder(folder);
    try {
      const words = { 'REMOTE-NAME': name, 'REMOTE-TITLE': name.charAt(0).toUpperCase() + name.slice(1), ...wordsOf(place) };
      await copyTemplate(templateFolder, folder, words);
      // In place of the screen.
      if (place) await copyTemplate(`${templateFolder}-filler`, folder, words);
      if (place) await rm(path.join(folder, playsFile));
      const made = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = made.filter((each) => each.isFile()).map((each) => path.relative(folder, path.join(each.parentPath, each.name)));
      return { json: { name, folder, files }, text: describe(name, folder, files.sort()) };
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

async function copyTemplate(from: string, to: string, words: Readonly<Record<string, string>>): Promise<void> {
  const found = await readdir(from, { recursive: true });
  for (const template of found.filter((file) => file.endsWith(suffix))) {
    const target = path.join(to, template.slice(0, -suffix.length));
    await mkdir(path.dirname(target), { recursive: true });
    const text = await readFile(path.join(from, template), 'utf8');
    await writeFile(
      target,
      text.replace(placeholder, (word) => words[word] ?? word),
    );
  }
}

/** What a component is given by a place of that kind: its type, and an example. */
const factsOf: Readonly<Record<string, { type: string; literal: string }>> = {
  answer: { type: 'AnswerFacts', literal: 'title="The Venetian Room" isSpeaking={false}' },
  'visit-end': { type: 'VisitEndFacts', literal: 'minutes={12}' },
};

function wordsOf(place: { slot: string; props: string } | undefined): Record<string, string> {
  const facts = place && factsOf[place.props];
  if (!place || !facts) return {};
  // Names of one import are in their order.
  const types = ['FillerProps', facts.type].sort().join(', ');
  return {
    'SLOT-NAME': place.slot,
    'SLOT-PROPS': place.props,
    'SLOT-FACTS': facts.type,
    'SLOT-TYPES': types,
    'SLOT-LITERAL': facts.literal,
  };
}

/** What the place gives, as a screen of this checkout, or the host, says. @throws CommandFailedError where none has it */
async function findProps(slot: string, root: string): Promise<{ props: string }> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('mfe-'));
  const declared = await Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(path.join(root, folder, 'declaration.json'), 'utf8').catch(() => '');
      return [folder.slice('mfe-'.length), { declaration: z.safeParse(declarationSchema, parseJson(text)).data }] as const;
    }),
  );
  const offered = offeredSlots(Object.fromEntries(declared));
  const found = offered.get(slot);
  if (found) return found;
  throw new CommandFailedError(`No screen here has a place "${slot}"; there are ${[...offered.keys()].join(', ')}.`);
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
