import { releaseOf } from '@enfilade/server/registry/testing/built-remote';
import { expect, it } from '@rstest/core';
import { type BuiltFiles, createLocalBuilds, createStamp } from './local-builds.ts';

const stamp = 'aaaaaaaa';
/** One bundler stamps all its builds alike; `words` stands for the source. */
function build(words: string, more: Record<string, string> = {}) {
  const files = {
    'enfilade-remote.json': JSON.stringify({ version: `0.1.0-dev.${stamp}` }),
    'remoteEntry.js': `enfilade_visit_0_1_0_dev_${stamp} ${words}`,
    'screen.js': `screen_dev_${stamp} ${words}`,
    ...more,
  };
  return new Map(Object.entries(files).map(([file, text]): [string, Buffer] => [file, Buffer.from(text)]));
}
const release = (version: string) => releaseOf({ name: 'visit', version });

const builds = createLocalBuilds();
const put = (files: BuiltFiles, version: string) =>
  builds.put({ release: release(version), files, stamp: createStamp(`0.1.0-dev.${stamp}`) });
const [first, second] = ['0.1.0-dev.11111111', '0.1.0-dev.22222222'] as const;
const update = `enfilade_visit_0_1_0_dev_${stamp}.h1.hot-update.json`;
put(build('one'), first);
put(build('two', { [update]: `{"of":"dev_${stamp}"}` }), second);
const textAt = (version: string, file: string) => builds.bytesAt(`/remotes/visit/${version}/${file}`)?.toString();

it('each version of a local remote has its own entry, the newest of all other files, and the hot updates of a page that runs it', () => {
  expect(textAt(first, 'remoteEntry.js')).toBe('enfilade_visit_0_1_0_dev_11111111 one');
  expect(textAt(first, 'screen.js')).toBe('screen_dev_11111111 two');
  expect(textAt(second, 'remoteEntry.js')).toBe('enfilade_visit_0_1_0_dev_22222222 two');
  expect(textAt('0.1.0-dev.99999999', 'screen.js')).toBeUndefined();
  expect(textAt(first, 'enfilade_visit_0_1_0_dev_11111111.h1.hot-update.json')).toBe('{"of":"dev_11111111"}');
});

it('the local host serves the files of its newest two builds', () => {
  const host = createLocalBuilds();
  for (const hash of ['0123456789', 'abcdef0123', '9876543210'])
    host.putHost(new Map(Object.entries({ [`static/js/index.${hash}.js`]: Buffer.from(hash), 'index.html': Buffer.from('') })));
  expect(host.newestHostFile('/static/js/index.0123456789.js')).toBe('/static/js/index.9876543210.js');
  expect(host.newestHostFile('/static/js/other.0123456789.js')).toBeUndefined();
  const textAt = (address: string) => host.bytesAt(address)?.toString();
  expect(textAt('/static/js/index.9876543210.js')).toBe('9876543210');
  expect(textAt('/static/js/index.abcdef0123.js')).toBe('abcdef0123');
  expect(textAt('/static/js/index.0123456789.js')).toBeUndefined();
  expect(textAt('/index.html')).toBeUndefined();
});
