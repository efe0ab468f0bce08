// Writes pictures into .cache/gallery/checkout. docs/reference/commands.md explains the options. `npm test` runs `--barriers --quick`:
// German in one browser, layout at three sizes, axe in both themes, focus, and text of twice the size on a phone.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser, exitOn, runPlaywright } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

const { values: wanted } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    quick: { type: 'boolean' },
    barriers: { type: 'boolean' },
  },
});
const folder = path.join(root, '.cache/gallery');
const report = path.join(folder, 'report');
const statesConfig = 'shared-contracts/build/states.config.ts';

/** @param {string} program @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
function run(program, args, options) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(error?.message ?? `${path.basename(program)} ${args.join(' ')} exited with ${status}.`);
  process.exit(2);
}

/** Finds testing/states.tsx. @param {string} checkout */
function screensOf(checkout) {
  const folders = ['host', ...readdirSync(checkout).filter((name) => name.startsWith('mfe-')), 'infra/console'];
  const found = folders.filter((name) => existsSync(path.join(checkout, name, 'testing/states.tsx')));
  const named = found.map((name) => ({ name: path.basename(name).replace('mfe-', ''), at: path.join(checkout, name) }));
  return named.filter(({ name }) => !wanted.only || wanted.only.split(',').includes(name));
}

/**
 * @param {string} checkout @param {string} pictures output folder, which is replaced
 * @param {string} [earlier] folder of pictures to compare with @returns whether all pictures are equal
 */
function photograph(checkout, pictures, earlier) {
  const pages = mkdtempSync(path.join(tmpdir(), 'enfilade-gallery-'));
  const screens = screensOf(checkout);
  for (const { name, at } of screens) {
    const args = ['build', '--config', path.join(checkout, statesConfig), '--dist-path', path.join(pages, name), '--base', `/${name}/`];
    run(path.join(at, 'node_modules/.bin/rsbuild'), [...args, '--log-level', 'error'], { cwd: at });
  }
  rmSync(`${pictures}.new`, { recursive: true, force: true });
  mkdirSync(`${pictures}.new`, { recursive: true });
  const { status } = runPlaywright(['test', '--config', 'gallery.config.ts'], {
    stdio: 'inherit',
    env: {
      GALLERY_PAGES: pages,
      GALLERY_PICTURES: `${pictures}.new`,
      GALLERY_EARLIER: earlier,
      GALLERY_REPORT: report,
      GALLERY_SCREENS: screens.map(({ name }) => name).join(','),
      GALLERY_BARRIERS: wanted.barriers ? '1' : '',
      GALLERY_QUICK: wanted.quick ? '1' : '',
    },
  });
  rmSync(pages, { recursive: true });
  if (status !== 0 && earlier === undefined) process.exit(2);
  rmSync(pictures, { recursive: true, force: true });
  renameSync(`${pictures}.new`, pictures);
  return status === 0;
}

/** @param {string} pictures */
const viewsIn = (pictures) => readdirSync(pictures, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.png'));

/** Uses this checkout's gallery, or the pictures of an earlier run. @param {string} commit */
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

exitOn(ensureBrowser(), 2);
if (wanted.barriers) {
  const notes = path.join(folder, 'barriers');
  photograph(root, notes);
  const file = path.join(notes, 'barriers.txt');
  const found = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of found) console.log(line);
  console.log(`${found.length} barriers`);
  process.exit(found.length > 0 ? 1 : 0);
}
// Git itself refuses a commit that it does not have.
const commit = wanted.against && spawnSync('git', ['rev-parse', wanted.against], { cwd: root, encoding: 'utf8' }).stdout.trim();
const pictures = path.join(folder, 'checkout');
const earlier = commit && picturesOf(commit);
const isSame = photograph(root, pictures, earlier);
const kept = new Set(viewsIn(pictures));
const gone = earlier ? viewsIn(earlier).filter((view) => !kept.has(view)) : [];
for (const view of gone) console.log(`missing  ${view}`);
console.log(`Open ${path.relative(process.cwd(), path.join(report, 'index.html'))} to see the pictures.`);
process.exit(isSame && gone.length === 0 ? 0 : 1);
