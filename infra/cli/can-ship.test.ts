import path from 'node:path';
import { remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { describe, expect, it } from '@rstest/core';
import { openEachCommandLine } from './testing/open-command-line.ts';

const museum = ['--museum', 'a'.repeat(24)];
const plays = JSON.stringify([{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }]);

const line = openEachCommandLine();

describe('can-ship', () => {
  it('`remotes can-ship` exits with 1 if a built folder or a published version has no plays', async () => {
    const folder = await line.build({ name: 'visit', version: '1.0.0' });
    await line.remotes('publish', folder);
    for (const what of [folder, 'visit@1.0.0']) {
      const { code, out } = await line.remotes('can-ship', what, ...museum);
      expect([code, out]).toEqual([1, expect.stringContaining('visit 1.0.0 has no plays')]);
    }
  });

  it('`remotes can-ship` refuses a folder that publish would refuse, before starting a browser', async () => {
    const folder = await line.build({ name: 'visit', version: 'one' });
    const { code, err } = await line.remotes('can-ship', folder, ...museum);
    expect([code, err]).toEqual([1, expect.stringMatching(/version/)]);
  });

  it('`remotes can-ship` refuses an address that is not an Enfilade site, before starting a browser', async () => {
    const folder = path.join(line.cwd, 'with-plays');
    await writeBuild(folder, new Map(remoteFiles({ name: 'visit', version: '1.0.0' })).set('private/plays.json', plays));
    const { code, err } = await line.remotes('can-ship', folder, ...museum);
    expect([code, err]).toEqual([1, expect.stringMatching(/is not an Enfilade site .*status 404/)]);
  });
});
