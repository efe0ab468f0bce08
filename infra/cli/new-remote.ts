import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOptionalText, readPositionals, readRemote, UsageError } from '@enfilade/server/registry/actions/arguments';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { declarationSchema } from '@enfilade/shared-contracts/releases/declaration';
import { offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import { z } from 'zod';
import { type Command, CommandFailedError } from './command.ts';

/** With a suffix, no tool reads the files as sources of the server. */
const suffix = '.template';
const placeholder =
  /REMOTE-NAME|REMOTE-TITLE|SITE-ORIGIN|CONTRACT-TYPES|SCREEN-KIT|TEST-KIT|SLOT-NAME|SLOT-PROPS|SLOT-FACTS|SLOT-TYPES|SLOT-LITERAL/g;
const inCheckout = {
  'CONTRACT-TYPES': '@enfilade/shared-contracts/remote/contract',
  'SCREEN-KIT': '@enfilade/shared-contracts/ui/screen-kit',
  'TEST-KIT': '@enfilade/shared-contracts/remote/testing/test-kit',
};
const inRepository = { 'CONTRACT-TYPES': '@enfilade/contract', 'SCREEN-KIT': '@enfilade/remote', 'TEST-KIT': '@enfilade/remote/testing' };
/** The plays of a screen; a filler has no plays. */
const playsFile = 'testing/plays.ts';

export const newRemote: Command = {
  usage: 'NAME [--fills SLOT] [--stock]',
  help: 'creates a screen in ./mfe-NAME, or outside a checkout a repository in ./NAME; --fills end.card creates a remote for a place of another screen; --stock uses @module-federation/rsbuild-plugin alone, outside a checkout',
  options: { fills: { type: 'string' }, stock: { type: 'boolean' } },
  async run(given, { cwd, root, templateFolder, packages, registryUrl: site }) {
    const [text = ''] = readPositionals(given, 'the name of the new remote');
    const name = readRemote(text);
    // The host reports its errors as "host", and the console has its own address without the prefix mfe-.
    if (name === 'host' || name === operatorsPath.slice(1))
      throw new CommandFailedError(`${name} is a name of the site's own; choose another one.`);
    const fills = readOptionalText(given, 'fills');
    const place = fills === undefined ? undefined : { slot: fills, ...(await findProps(fills, root)) };
    const isStock = given.values['stock'] === true;
    if (isStock && !packages) throw new UsageError('--stock is for a repository of its own; screens of this checkout use the preset');
    const repository = packages && { packages, site, isStock };
    const folder = path.join(cwd, repository ? name : `mfe-${name}`);
    await makeFolder(folder);
    try {
      await fillFolder(folder, { name, place, repository, templateFolder });
      const made = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = made.filter((each) => each.isFile()).map((each) => path.relative(folder, path.join(each.parentPath, each.name)));
      // Git is optional: without Git the folder is complete.
      if (repository) spawnSync('git', ['init', '--quiet'], { cwd: folder });
      const next = repository ? nextInRepository(name, site) : nextInCheckout(name);
      return {
        json: { name, folder, files },
        text: [`${folder} is created:`, ...files.sort().map((file) => `  ${file}`), ...next].join('\n'),
      };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  },
};

interface Place {
  slot: string;
  props: string;
}

interface Repository {
  /** Package → version. */
  packages: Readonly<Record<string, string>>;
  site: string;
  isStock: boolean;
}

interface NewScreen {
  name: string;
  place: Place | undefined;
  repository: Repository | undefined;
  templateFolder: string;
}

async function fillFolder(folder: string, { name, place, repository, templateFolder }: NewScreen): Promise<void> {
  const words = {
    'REMOTE-NAME': name,
    'REMOTE-TITLE': name.charAt(0).toUpperCase() + name.slice(1),
    ...(repository ? { ...inRepository, 'SITE-ORIGIN': repository.site } : inCheckout),
    ...wordsOf(place),
  };
  // The template of a filler replaces the screen's template.
  const ofKind = place ? ['filler'] : [];
  const templates = repository
    ? ['screen', ...ofKind, 'repository', ...(repository.isStock ? ['stock'] : [])]
    : ['screen', 'checkout', ...ofKind];
  for (const template of templates) await copyTemplate(path.join(templateFolder, template), folder, words);
  if (place) await rm(path.join(folder, playsFile));
  if (repository) await completeRepository(folder, name, repository);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const mend = isThere ? 'exists already; choose another name' : 'cannot be created; run the command in a folder that you may write to';
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

const factsOf: Readonly<Record<string, { type: string; literal: string }>> = {
  answer: { type: 'AnswerFacts', literal: 'title="The Venetian Room" isSpeaking={false}' },
  'visit-end': { type: 'VisitEndFacts', literal: 'minutes={12}' },
};

function wordsOf(place: Place | undefined): Record<string, string> {
  const facts = place && factsOf[place.props];
  if (!place || !facts) return {};
  // The linter requires sorted names in an import.
  const types = ['FillerProps', facts.type, 'Language', 'Texts'].sort().join(', ');
  return {
    'SLOT-NAME': place.slot,
    'SLOT-PROPS': place.props,
    'SLOT-FACTS': facts.type,
    'SLOT-TYPES': types,
    'SLOT-LITERAL': facts.literal,
  };
}

/** @throws CommandFailedError if neither a screen of this checkout nor the host has the slot */
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
  throw new CommandFailedError(`No screen has the slot "${slot}". Use one of these slots: ${[...offered.keys()].join(', ')}.`);
}

const nextInCheckout = (name: string) => [
  `mfe-${name}/declaration.json has title, paths, and the links on other screens. Next, while the site is running:`,
  `  npm run remotes -- check mfe-${name}`,
  `  npm run remotes -- publish mfe-${name}/dist --name ${name}`,
  `  npm run remotes -- pin ${name}@VERSION --museum ID`,
  'docs/a-screen-of-your-own.md has the rest.',
];

const nextInRepository = (name: string, site: string) => [
  `enfilade.json has title, paths, and the links on other screens. Next, while ${site} is running:`,
  `  cd ${name} && npm install`,
  '  npm run dev -- --museum CODE     shows the screen in the running site',
  '  npm run check                    checks and builds the screen',
  `  npx enfilade publish dist --name ${name}`,
  `  npx enfilade pin ${name}@VERSION --museum CODE`,
  'AGENTS.md has the rest.',
];

/** The page itself renders the section with name and version around a stock screen. */
const ofPreset: readonly [file: string, part: RegExp][] = [
  ['screen.tsx', / data-remote=\{__REMOTE_NAME__\} data-version=\{__REMOTE_VERSION__\}/],
  ['screen.test.tsx', / {2}it\('the outermost element of the screen.*?\n {2}\}\);\n\n/s],
  ['AGENTS.md', /^- The outermost element.*\n/m],
];

async function completeRepository(folder: string, name: string, { packages, site, isStock }: Repository): Promise<void> {
  const [declarationFile, packageFile] = ['declaration.json', 'package.json'].map((file) => path.join(folder, file)) as [string, string];
  const declaration: unknown = JSON.parse(await readFile(declarationFile, 'utf8'));
  await rm(declarationFile);
  const schema = './node_modules/@enfilade/contract/enfilade.schema.json';
  await writeFile(path.join(folder, 'enfilade.json'), `${JSON.stringify({ $schema: schema, name, contract: 1, declaration }, null, 2)}\n`);
  const wanted = await readFile(packageFile, 'utf8');
  const versions = wanted
    .replace(isStock ? '' : /^ *"@module-federation\/.*\n/m, '')
    .replace(/"([^"]+)": "catalog:"/g, (_, each: string) => `"${each}": "${versionOf(each, packages, site)}"`);
  await writeFile(packageFile, versions);
  for (const [file, part] of isStock ? ofPreset : []) {
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), text.replace(part, ''));
  }
}

/** The site serves its own packages. */
function versionOf(name: string, packages: Readonly<Record<string, string>>, site: string): string {
  const version = packages[name];
  if (version === undefined) throw new Error(`The package has no version of ${name}`);
  return name.startsWith('@enfilade/') ? `${site}/registry/v1/${name.slice('@enfilade/'.length)}-${version}.tgz` : version;
}
