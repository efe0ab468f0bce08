// `npm run gallery`: every view of every screen, photographed in both themes, all languages and five sizes into
// .cache/gallery/checkout, with a page to look through them. `--only landing,host` some screens; `--against HEAD~1` also that
// commit's, and where the two differ, which ends it with 1; `--quick` with it only screens that have changed since, in English
// and two sizes. `--barriers` instead looks for what keeps somebody from using them, and ends with 1 where it finds some: axe, what
// does not fit, also in a language that is 35 % longer, and what bears no other spacing, size, colours or keys. `--barriers --quick`,
// a check of `npm test`, asks of each view in German, in one browser: what does not fit at three sizes, axe in both themes, and
// focus and text of twice the size on a phone. `--readme` instead renews README's pictures in docs/look, of one visit to the
// built site.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { browserEnvironment, ensureBrowser } from '../ensure-programs.mjs';
import { differOf } from '../gallery/compare-pictures.mjs';
import { galleryPage } from '../gallery/gallery-page.mjs';
import { writeReadmePictures } from '../gallery/readme-pictures.mjs';
import { root } from '../workspace.mjs';

const { values: wanted } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    quick: { type: 'boolean' },
    barriers: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
});
const folder = path.join(root, '.cache/gallery');
const statesConfig = 'shared-contracts/build/states.config.ts';

/** @param {string} program @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
function run(program, args, options) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(error?.message ?? `${path.basename(program)} ${args.join(' ')} ended with ${status}.`);
  process.exit(2);
}

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Folders of a checkout whose views are drawn from literals, by the name that the gallery gives them. @param {string} checkout */
function screensOf(checkout) {
  const folders = ['host', ...readdirSync(checkout).filter((name) => name.startsWith('mfe-')), 'infra/console'];
  const found = folders.filter((name) => existsSync(path.join(checkout, name, 'testing/states.tsx')));
  const named = found.map((name) => ({ name: path.basename(name).replace('mfe-', ''), folder: name, at: path.join(checkout, name) }));
  return named.filter(({ name }) => !wanted.only || wanted.only.split(',').includes(name));
}

/** What every screen draws with. */
const drawnByAll = /^(shared-contracts|host\/styles)\/(?!.*\.test\.)/;

/** The screens whose pictures may differ from those of a commit. @param {string} commit */
function changedScreens(commit) {
  const files = git('diff', '--name-only', commit).stdout.split('\n');
  const isForAll = files.some((file) => drawnByAll.test(file));
  return screensOf(root).filter(({ folder }) => isForAll || files.some((file) => file.startsWith(`${folder}/`)));
}

/** @param {string} checkout @param {string} pictures where they go, in place of what was there */
function photograph(checkout, pictures) {
  const pages = mkdtempSync(path.join(tmpdir(), 'enfilade-gallery-'));
  const screens = screensOf(checkout);
  for (const { name, at } of screens) {
    const args = ['build', '--config', path.join(checkout, statesConfig), '--dist-path', path.join(pages, name), '--base', `/${name}/`];
    run(path.join(at, 'node_modules/.bin/rsbuild'), [...args, '--log-level', 'error'], { cwd: at });
  }
  rmSync(`${pictures}.new`, { recursive: true, force: true });
  mkdirSync(`${pictures}.new`, { recursive: true });
  takePictures({
    GALLERY_PAGES: pages,
    GALLERY_PICTURES: `${pictures}.new`,
    GALLERY_SCREENS: screens.map(({ name }) => name).join(','),
    GALLERY_BARRIERS: wanted.barriers ? '1' : '',
    GALLERY_QUICK: wanted.quick ? '1' : '',
  });
  rmSync(pages, { recursive: true });
  rmSync(pictures, { recursive: true, force: true });
  renameSync(`${pictures}.new`, pictures);
}

/** @param {Record<string, string>} settings as e2e/gallery reads them */
function takePictures(settings) {
  run(path.join(root, 'e2e/node_modules/.bin/playwright'), ['test', '--config', 'gallery.config.ts'], {
    cwd: path.join(root, 'e2e'),
    env: { ...process.env, ...browserEnvironment(), ...settings },
  });
}

async function photographReadme() {
  run(process.execPath, ['infra/tooling/scripts/build.mjs']);
  const frames = mkdtempSync(path.join(tmpdir(), 'enfilade-readme-'));
  takePictures({ GALLERY_README: '1', GALLERY_PICTURES: frames });
  const written = await writeReadmePictures(frames, path.join(root, 'docs/look'));
  for (const { file, bytes } of written) console.log(`${path.relative(process.cwd(), file)}: ${bytes} bytes`);
  rmSync(frames, { recursive: true });
}

/** @param {string} name */
function commitOf(name) {
  const { status, stdout } = git('rev-parse', '--verify', `${name}^{commit}`);
  if (status === 0) return stdout.trim();
  console.error(`There is no commit ${name}.`);
  process.exit(2);
}

/** The pictures of a commit, taken by this checkout's photographer on this machine; kept for the next time. @param {string} commit */
function picturesOf(commit) {
  const pictures = path.join(folder, [commit, wanted.only, wanted.quick && 'quick'].filter(Boolean).join('-'));
  if (existsSync(pictures)) return pictures;
  const checkout = mkdtempSync(path.join(tmpdir(), 'enfilade-against-'));
  run('git', ['worktree', 'add', '--quiet', '--detach', checkout, commit]);
  try {
    run(process.execPath, ['infra/tooling/scripts/bootstrap.mjs'], { cwd: checkout });
    cpSync(path.join(root, statesConfig), path.join(checkout, statesConfig));
    photograph(checkout, pictures);
  } finally {
    run('git', ['worktree', 'remove', '--force', checkout]);
  }
  return pictures;
}

const problem = ensureBrowser();
if (problem) {
  console.error(problem);
  process.exit(2);
}
if (wanted.readme) {
  await photographReadme();
  process.exit(0);
}
if (wanted.barriers) {
  const notes = path.join(folder, 'barriers');
  photograph(root, notes);
  const file = path.join(notes, 'barriers.txt');
  const found = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of found) console.log(line);
  console.log(`${found.length} barriers`);
  process.exit(found.length > 0 ? 1 : 0);
}
const commit = wanted.against && commitOf(wanted.against);
if (commit && wanted.quick) {
  const changed = changedScreens(commit).map(({ name }) => name);
  if (changed.length === 0) {
    console.log(`No screen has changed since ${wanted.against}`);
    process.exit(0);
  }
  wanted.only = changed.join(',');
}
const pictures = path.join(folder, 'checkout');
const earlier = commit && picturesOf(commit);
photograph(root, pictures);
const differences = earlier ? await differOf(earlier, pictures, path.join(folder, 'differences')) : [];
writeFileSync(path.join(folder, 'index.html'), galleryPage({ folder, pictures, earlier, differences }));
for (const { view, kind, pixels } of differences) console.log(`${kind.padEnd(8)} ${view}${pixels ? `: ${pixels} pixels` : ''}`);
if (earlier) console.log(`${differences.length} views differ from ${wanted.against}`);
console.log(`Look at ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`);
process.exit(differences.length > 0 ? 1 : 0);
