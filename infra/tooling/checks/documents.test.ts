import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runRegistryCommand } from '@enfilade/server/main/registry-command';
import { describe, expect, it } from '@rstest/core';
import { helpOf } from '../../cli/run.ts';
import { help as devHelp } from '../dev/help.mjs';
import { helpOf as helpOfNpm } from '../scripts/commands.mjs';
import { readSource, repositoryRoot } from '../testing/repository-root.ts';

const at = (file: string) => path.join(repositoryRoot, file);
const scriptsOf = (folder: string) => Object.keys(JSON.parse(readSource(`${folder}/package.json`)).scripts);
const source = (script: string) => readSource(`infra/tooling/scripts/${script}.mjs`);
const filesBelow = (folder: string) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
const documents = [
  ...['README', 'CONTRIBUTING', 'ARCHITECTURE', 'SECURITY', 'CHANGELOG'].map((name) => `${name}.md`),
  ...['contract', 'demo', 'deploy', 'remote', 'speech'].map((name) => `infra/${name}/README.md`),
  ...['docs', 'decisions'].flatMap(filesBelow).filter((file) => file.endsWith('.md')),
];
const browserTests = ['e2e/flows', 'e2e/browsers', 'e2e/walks', 'e2e/cluster'].flatMap(filesBelow);
/** The documents name these options. */
const playwrightOptions = '--grep --project --workers';

/** The documents create these screens. */
const examples = /(^|[/-])(poster|shop)\b/;
let registryHelp = '';
await runRegistryCommand(['--help'], { env: {}, cwd: '', out: (text) => (registryHelp += text), tell: () => undefined });
const benchHelp = execFileSync(process.execPath, [at('infra/tooling/scripts/bench.mjs'), '--help'], { encoding: 'utf8' });
const verbsIn = (help: string) => [...help.matchAll(/^([a-z][a-z-]*)(?: .*)?\n {4}/gm)].map(([, verb = '']) => verb);
const remotesVerbs = verbsIn(helpOf() ?? '');
const registryVerbs = verbsIn(registryHelp);

const unknownOptions = (words: readonly string[], known: string) =>
  words
    .filter((word) => word.startsWith('--'))
    .map((word) => word.replace(/=.*/, ''))
    .filter((option) => !new RegExp(`${option}(?![\\w-])|'${option.slice(2)}'|\\b${option.slice(2)}: \\{`).test(known));
const unlessKnown = (verb: string | undefined, verbs: readonly string[]) =>
  verb === undefined || verbs.includes(verb) || !/^[a-z]/.test(verb) ? [] : [verb];

/** For each npm command, the words after `--` that the command does not accept. */
const wrongWords: Record<string, (words: readonly string[]) => string[]> = {
  remotes: ([verb, ...words]) => [...unlessKnown(verb, remotesVerbs), ...unknownOptions(words, helpOf(verb) ?? helpOf() ?? '')],
  registry: ([verb, ...words]) => [...unlessKnown(verb, registryVerbs), ...unknownOptions(words, registryHelp)],
  bench: (words) => {
    const firstOption = words.findIndex((word) => word.startsWith('--'));
    const names = firstOption < 0 ? words : words.slice(0, firstOption);
    return names.filter((name) => !new RegExp(`(^|[\\s,|])${name}([\\s,|]|$)`, 'm').test(benchHelp));
  },
  dev: (words) => [
    ...words.slice(0, 1).filter((name) => !name.startsWith('--') && !examples.test(name) && !existsSync(at(`mfe-${name}`))),
    ...unknownOptions(words, devHelp),
  ],
  e2e: (words) => {
    // `-g` and its pattern come last.
    const files = words
      .slice(0, words.includes('-g') ? words.indexOf('-g') : undefined)
      .filter((word, at) => !word.startsWith('--') && words[at - 1] !== '--project');
    return [
      ...files.filter((file) => !browserTests.some((test) => test.includes(file))),
      ...unknownOptions(words, `${playwrightOptions} ${source('e2e')}`),
    ];
  },
  test: (words) => unknownOptions(words, `${source('test')} ${helpOfNpm('test')}`),
  gallery: (words) => unknownOptions(words, source('gallery')),
  guide: ([verb, ...words]) => [...unlessKnown(verb, ['check']), ...unknownOptions(words, readSource('infra/platform/check-guide.ts'))],
  release: (words) => unknownOptions(words, source('release')),
};

const wordsOf = (text: string) =>
  text
    .replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT')
    .split(/\s+/)
    .filter(Boolean);

const wrongWordsOf = (command: string, words: string) => (wrongWords[command]?.(wordsOf(words)) ?? []).map((word) => `${command}: ${word}`);
const unlessFile = (file: string, name: string) => (examples.test(file) || existsSync(at(file)) ? [] : [name]);

/** Each pattern of a command or path has a function that finds the parts that this checkout does not have. */
const written: readonly (readonly [pattern: RegExp, wrong: (found: readonly string[], folder: string) => string[]])[] = [
  [
    /\bnpm (?:run (?:-s |--silent )?|(?=test\b|start\b))([a-z][\w:]*)(?: -- (.*))?/,
    ([, name = '', words = ''], folder) => (scriptsOf(folder).includes(name) ? wrongWordsOf(name, words) : [`npm run ${name}`]),
  ],
  [/(?:\bserver\.mjs|^ *enfilade) (remotes|registry) (\S.*)/, ([, name = '', words = '']) => wrongWordsOf(name, words)],
  [/\bnode (infra\/[\w/.-]+\.mjs)/, ([, file = '']) => unlessFile(file, `node ${file}`)],
  [/\brstest run (?:-u )?([\w/.-]+)/, ([, file = '']) => unlessFile(file, `rstest run ${file}`)],
  [
    /\/registry\/v1\/(contract|remote)-(\d+\.\d+\.\d+)\.tgz/,
    ([file = '', name = '', version = '']) => (JSON.parse(readSource(`infra/${name}/package.json`)).version === version ? [] : [file]),
  ],
  [
    /^((?:host|mfe-[a-z]+|infra|e2e|shared-contracts|docs|decisions)\/(?!.*(?:\bdist\b|test-results))[\w./-]+)$/,
    ([, file = '']) => unlessFile(file, file),
  ],
];

function wrongInCode(line: string): string[] {
  const folder = /\bcd ([a-z-]+) &&/.exec(line)?.[1] ?? '.';
  const commands = line.split(/&&|;|\||·/);
  return commands.flatMap((command) =>
    written.flatMap(([pattern, wrong]) => {
      const found = pattern.exec(command);
      return found ? wrong(found, folder) : [];
    }),
  );
}

const slugOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const fences = /^```[^\n]*\n([\s\S]*?)^```/gm;
const anchorsOf = (text: string) => [...text.replaceAll(fences, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));

function wrongLink(document: string, text: string, link: string): string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [file = '', anchor] = link.split('#');
  const target = file ? path.posix.join(path.posix.dirname(document), file) : document;
  if (!existsSync(at(target))) return [link];
  if (anchor === undefined) return [];
  return anchorsOf(file ? readSource(target) : text).includes(anchor) ? [] : [link];
}

function wrongIn(document: string, text = readSource(document)): string[] {
  const blocks = [...text.matchAll(fences)].flatMap(([, code = '']) => code.split('\n'));
  const prose = text.replaceAll(fences, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const links = [...prose.replaceAll(/`[^`\n]+`/g, '').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, src]) => link ?? src ?? '',
  );
  return [...[...blocks, ...spans].flatMap(wrongInCode), ...links.flatMap((link) => wrongLink(document, text, link))];
}

describe('the documents', () => {
  it.each(documents)('%s names only commands, paths, links and anchors that exist', (document) => {
    expect(wrongIn(document)).toEqual([]);
  });

  it.each([
    ['`npm run tests`', 'npm run tests'],
    ['```\ncd mfe-visit && npm run start\n```', 'npm run start'],
    ['`npm run remotes -- publsh DIR`', 'remotes: publsh'],
    ['`npm run remotes -- pin NAME --museums ID`', 'remotes: --museums'],
    ['```sh\nnode server.mjs registry restor DIR\n```', 'registry: restor'],
    ['`npm run registry -- verify --fast`', 'registry: --fast'],
    ['`npm run bench -- speed --short`', 'bench: speed'],
    ['`npm run dev -- visits`', 'dev: visits'],
    ['`npm run dev -- visit --againts URL`', 'dev: --againts'],
    ['`npm run e2e -- --clusters`', 'e2e: --clusters'],
    ['`npm run e2e -- flows/nothing.spec.ts`', 'e2e: flows/nothing.spec.ts'],
    ['`npm run gallery -- --look`', 'gallery: --look'],
    ['`npm run guide -- chek`', 'guide: chek'],
    ['`npm run release -- --run`', 'release: --run'],
    ['`node infra/tooling/scripts/nothing.mjs`', 'node infra/tooling/scripts/nothing.mjs'],
    ['`npx rstest run mfe-visit/nothing.test.tsx`', 'rstest run mfe-visit/nothing.test.tsx'],
    ['`npm install https://SITE/registry/v1/contract-0.0.1.tgz`', '/registry/v1/contract-0.0.1.tgz'],
    ['`mfe-landing/nothing.tsx`', 'mfe-landing/nothing.tsx'],
    ['[a page](docs/nothing.md)', 'docs/nothing.md'],
    ['<img src="docs/look/nothing.webp">', 'docs/look/nothing.webp'],
    ['[a part](docs/production.md#nothing)', 'docs/production.md#nothing'],
    ['# Here\n[a part](#there)', '#there'],
  ])('the check of documents refuses %j', (text, wrong) => {
    expect(wrongIn('README.md', text)).toEqual([wrong]);
  });

  it('docs/reference/commands.md lists every npm command', () => {
    const headings = readSource('docs/reference/commands.md').matchAll(/^## npm (?:run )?(\S+)$/gm);
    expect(new Set([...headings].map(([, name]) => name))).toEqual(new Set(scriptsOf('.')));
    for (const name of scriptsOf('.')) expect(helpOfNpm(name)).toMatch(new RegExp(`^npm (?:run )?${name}\\b.*\n {4}\\S`));
  });

  it.each(filesBelow('decisions'))('%s has a date, a status and fewer than 400 words', (file) => {
    const text = readSource(file);
    expect(text).toMatch(/^# \d+\. .+\n\n\*\*Date:\*\* \d{4}-\d\d-\d\d.* · \*\*Status:\*\* accepted/);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThan(400);
  });

  it('README has at most 90 lines and 700 words', () => {
    const text = readSource('README.md');
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(90);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
  });
});
