import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, it } from '@rstest/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { repositoryRoot as root } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';

const dist = path.join(root, 'infra/contract/dist');
const run = (cwd: string, program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};
const pack = () => {
  rmSync(path.join(root, '.cache/built/infra-contract'), { force: true });
  expect(run(root, process.execPath, ['infra/tooling/scripts/build.mjs', 'infra/contract']).status).toBe(0);
  const [name = ''] = readdirSync(dist);
  return { file: path.join(dist, name), bytes: readFileSync(path.join(dist, name)) };
};

const screen = `
import type { KeyOf, ScreenProps } from '@enfilade/contract';
import type en from './texts/en.json';

export default function Screen({ museum, bus, i18n, go, session }: ScreenProps) {
  const t = i18n.getFixedT<KeyOf<typeof en>>(i18n.language, 'poster');
  bus.emit('turn-finished', { turn: 1, speaker: 'guide' });
  session.configure({ talkingMode: 'push-to-talk' });
  return <button type="button" onClick={() => go({ screen: 'visit' })}>{museum.name}{t('events', { count: 3 })}{t('shared:back')}</button>;
}
`;
const mistakes = [
  ['prop', 'museum, bus', 'museum, buss'],
  ['field', 'museum.name', 'museum.title'],
  ['event', "'turn-finished'", "'turn-ended'"],
  ['payload', "'guide' }", "'visitors' }"],
  ['setting', "'push-to-talk'", "'push'"],
  ['way', "screen: 'visit'", "place: 'visit'"],
  ['text', "'events'", "'event'"],
  ['shared-text', "'shared:back'", "'shared:bak'"],
] as const;
const mounted = `
import type { MountModule } from '@enfilade/contract';

export const { mount }: Pick<MountModule, 'mount'> = {
  mount(element, { museum }) {
    element.textContent = museum.name;
    return { update: (props) => (element.textContent = props.museum.name), unmount: () => element.replaceChildren() };
  },
};
`;

const { at, write } = createTestFolder({ isShared: true });
beforeAll(() => {
  copyFileSync(pack().file, at('contract.tgz'));
  write('package.json', { type: 'module' });
  expect(run(at(), 'npm', ['install', '--offline', '--no-audit', '--no-fund', './contract.tgz']).status).toBe(0);
  const types = path.dirname(createRequire(path.join(root, 'host/package.json')).resolve('@types/react/package.json'));
  mkdirSync(at('node_modules/@types'));
  symlinkSync(types, at('node_modules/@types/react'));
  write('texts/en.json', { events_one: 'One event', events_other: '{{count}} events' });
  write('right.tsx', screen);
  write('mounted.ts', mounted);
  for (const [name, right, wrong] of mistakes) write(`wrong-${name}.tsx`, screen.replace(right, wrong));
  const modules = { target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', jsx: 'react-jsx', resolveJsonModule: true };
  const compilerOptions = { ...modules, strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [] };
  write('tsconfig.json', { compilerOptions, include: ['*.tsx', '*.ts'] });
});

it.each(['typescript', 'typescript-7'])(
  '%s finds each mistake of a screen with the installed @enfilade/contract, and accepts the right screens',
  (compiler) => {
    const { said } = run(at(), process.execPath, [path.join(root, 'node_modules', compiler, 'bin/tsc'), '-p', '.', '--pretty', 'false']);
    const wrong = new Set([...said.matchAll(/^(\S+?)\(\d/gm)].map(([, file]) => file));
    expect(wrong, said).toEqual(new Set(mistakes.map(([name]) => `wrong-${name}.tsx`)));
  },
);

it('the JSON Schemas of @enfilade/contract accept valid files and events and refuse invalid files and events', () => {
  const read = (file: string): unknown => createRequire(at('package.json'))(`@enfilade/contract/${file}`);
  const ajv = new Ajv2020();
  const isFile = ajv.compile(read('enfilade.schema.json') as object);
  const title = { en: 'Poster', de: 'Plakat', fr: 'Affiche' };
  const declaration = { title, routes: ['/poster'], needs: ['museum'] };
  expect(
    [
      { name: 'poster', declaration },
      { name: 'Poster', declaration },
      { name: 'poster' },
      { name: 'poster', declaration, contrct: 2 },
      { name: 'poster', declaration: { ...declaration, title: { en: 'Poster' } } },
      { name: 'poster', declaration: { ...declaration, needs: ['museums'] } },
      { name: 'poster', declaration: { ...declaration, entries: [{ id: 'poster', place: 'landing', title }] } },
    ].map((each) => isFile(each)),
  ).toEqual([true, false, false, false, false, false, false]);
  const { $defs } = read('events.schema.json') as { $defs: { 'turn-finished': object } };
  const isTurn = ajv.compile($defs['turn-finished']);
  expect(
    [
      { turn: 1, speaker: 'guide' },
      { turn: 0, speaker: 'guide' },
    ].map((each) => isTurn(each)),
  ).toEqual([true, false]);
});

it('packing the contract twice makes the same bytes', () => {
  expect(pack().bytes.equals(pack().bytes)).toBe(true);
});
