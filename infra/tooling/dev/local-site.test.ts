import { expect, it } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';
import { createLocalSite } from './local-site.ts';

const { at, write } = createTestFolder();

it('a restart of the local site runs the last build after the previous process has ended', async () => {
  const lock = JSON.stringify(at('lock'));
  const build = (name: string) =>
    write(
      'site.mjs',
      `import { rmSync, writeFileSync } from 'node:fs';
      writeFileSync(${lock}, '', { flag: 'wx' });
      process.on('SIGTERM', () => { rmSync(${lock}); process.exit(); });
      setInterval(() => undefined, 60_000);
      console.log('Mill — http://${name}.test/?museum=1\\nOperators — http://${name}.test/operator');`,
    );
  const outDirs = { host: at(), server: at(), platform: at() };
  const site = createLocalSite({ root: at(), place: at('place'), outDirs }, process.env);
  try {
    build('first');
    expect(await site.restart()).toEqual(['Mill — http://first.test/?museum=1']);
    expect(await site.origin()).toBe('http://first.test');
    build('second');
    await site.restart();
    expect(await site.origin()).toBe('http://second.test');
  } finally {
    await site.close();
  }
});
