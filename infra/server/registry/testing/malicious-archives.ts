import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildLimits } from '../publish/build-files.ts';
import { packBuild, packEntries, remoteFiles, type TarEntry } from './built-remote.ts';

const withEntry = (entry: TarEntry, level?: number) =>
  packEntries([...[...remoteFiles()].map(([path, contents]) => ({ path, contents })), entry], level);

/** Valid, but over the size limit of uploads. */
export const oversizedArchive = (): Buffer =>
  withEntry({ path: 'static/css/noise.css.map', contents: randomBytes(buildLimits.archive) }, 0);

interface BadArchive {
  what: string;
  archive(): Buffer;
  message: RegExp;
}

export const badArchives: BadArchive[] = [
  { what: 'a path above the build', archive: () => withEntry({ path: '../evil.js' }), message: /leads out of the build/ },
  { what: 'a path that leaves the build from a folder', archive: () => withEntry({ path: 'static/../../evil.js' }), message: /leads out/ },
  { what: 'an absolute path', archive: () => withEntry({ path: '/tmp/enfilade-evil.js' }), message: /leads out/ },
  { what: 'a path with backslashes', archive: () => withEntry({ path: '..\\evil.js' }), message: /leads out/ },
  { what: 'a drive letter', archive: () => withEntry({ path: 'C:evil.js' }), message: /leads out/ },
  { what: 'a path above the build with an ignored extension', archive: () => withEntry({ path: '../evil.js.map' }), message: /leads out/ },
  {
    what: 'a symbolic link',
    archive: () => withEntry({ path: 'static/js/link.js', type: 'SymbolicLink', linkpath: '/etc/passwd' }),
    message: /link or a device/,
  },
  {
    what: 'a hard link',
    archive: () => withEntry({ path: 'static/js/link.js', type: 'Link', linkpath: 'remoteEntry.js' }),
    message: /link or a device/,
  },
  { what: 'a device file', archive: () => withEntry({ path: 'static/js/tty.js', type: 'CharacterDevice' }), message: /link or a device/ },
  { what: 'a pipe', archive: () => withEntry({ path: 'static/js/pipe.js', type: 'FIFO' }), message: /link or a device/ },
  { what: 'the same file twice', archive: () => withEntry({ path: './remoteEntry.js', contents: 'other' }), message: /twice/ },
  { what: 'a second description', archive: () => withEntry({ path: 'enfilade-remote.json', contents: '{}' }), message: /twice/ },
  {
    what: 'a folder with the name of a file',
    archive: () => withEntry({ path: 'remoteEntry.js/more.js', contents: '1' }),
    message: /a file and a folder/,
  },
  { what: 'a name with a space', archive: () => withEntry({ path: 'static/js/a b.js' }), message: /cannot be part of an address/ },
  { what: 'a hidden file', archive: () => withEntry({ path: '.env.js' }), message: /without a dot at the start/ },
  { what: 'the types of a stock plugin', archive: () => withEntry({ path: '@mf-types/a.js' }), message: /set "dts: false"/ },
  { what: 'a file of an unknown kind', archive: () => withEntry({ path: 'run.sh' }), message: /not served to visitors/ },
  {
    what: 'too long a name',
    archive: () => withEntry({ path: `${'a/'.repeat(45)}${'b'.repeat(80)}.js` }),
    message: /has 173 characters, but the limit is 140; use shorter names/,
  },
  {
    what: 'one file too large',
    archive: () => withEntry({ path: 'static/js/big.js', contents: Buffer.alloc(buildLimits.file + 1) }),
    message: /split it/,
  },
  {
    what: 'too many bytes in total',
    archive: () =>
      packEntries(Array.from({ length: 7 }, (_, at) => ({ path: `static/js/${at}.js`, contents: Buffer.alloc(buildLimits.file) }))),
    message: /larger than 24000000 bytes/,
  },
  {
    what: 'too many files',
    archive: () => packEntries(Array.from({ length: buildLimits.files + 1 }, (_, at) => ({ path: `static/js/${at}.js` }))),
    message: /more than 300 files/,
  },
  {
    what: 'too many empty entries',
    archive: () => packEntries(Array.from({ length: buildLimits.entries + 1 }, (_, at) => ({ path: `${at}`, type: 'Directory' as const }))),
    message: /more than 1000 entries/,
  },
  {
    what: "a bomb of zeros in a style's map",
    archive: () => withEntry({ path: 'static/css/bomb.css.map', contents: Buffer.alloc(buildLimits.unpacked) }),
    message: /unpacks to more than 64000000 bytes/,
  },
  { what: 'an archive packed twice', archive: () => gzipSync(packBuild(remoteFiles())), message: /not a complete tar.gz/ },
  { what: 'an archive cut off', archive: () => packBuild(remoteFiles()).subarray(0, -20), message: /not a complete tar.gz/ },
  { what: 'a tar that ends inside a file', archive: cutTar, message: /not a complete tar.gz/ },
  { what: 'random bytes', archive: () => randomBytes(5_000), message: /not a complete tar.gz/ },
  { what: 'compressed random bytes', archive: () => gzipSync(randomBytes(5_000)), message: /not a complete tar.gz/ },
  { what: 'no bytes', archive: () => Buffer.alloc(0), message: /not a complete tar.gz|no enfilade-remote/ },
  { what: 'no entries', archive: () => packEntries([]), message: /not a complete tar.gz|no enfilade-remote/ },
];

function cutTar(): Buffer {
  const whole = gunzipSync(packEntries([{ path: 'remoteEntry.js', contents: 'x'.repeat(2_000) }]));
  return gzipSync(whole.subarray(0, 1_000));
}
