import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contractHistory } from '@enfilade/server/registry/publish/build-files';
import { declarationOf, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { sealStock, stockEntry, stockFiles, stockScreen, withStockManifest } from '@enfilade/server/registry/testing/stock-build';
import { silentLog } from '@enfilade/server/registry/testing/temporary-registry';
import { createFrameMapper } from '@enfilade/server/screen-errors/map-frames';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { describe, expect, it } from '@rstest/core';
import { openEachCommandLine } from './testing/open-command-line.ts';

const line = openEachCommandLine();

const team = { name: 'glass', contract: 1, declaration: declarationOf('glass') };
const contracts = [contractVersion, mountContractVersion].map((version) => ({ version, fingerprint: contractHistory.get(version) }));

/** The repository has the contract package installed. @returns the repository's folder */
async function writeRepository(files = stockFiles(), teamFile: object | null = team): Promise<string> {
  const folder = await line.temporary.folder();
  files.delete('enfilade-remote.json');
  const page = {
    'index.html': '<!doctype html>',
    'static/js/index.1.js': 'page()',
    'static/css/index.1.css': 'body{}',
    'static/svg/page.1.svg': '',
  };
  const map = { version: 3, sources: ['../../../../src/screen.tsx'], sourcesContent: ['secret'], names: [], mappings: 'AAAA' };
  const more = {
    [`${stockScreen}.map`]: JSON.stringify(map),
    [`${stockScreen}.LICENSE.txt`]: '',
    '@mf-types.zip': 'zip',
    'mf-stats.json': '{}',
  };
  await writeBuild(path.join(folder, 'dist'), new Map([...files, ...Object.entries({ ...page, ...more })]));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.2.0' }));
  if (teamFile) await writeFile(path.join(folder, 'enfilade.json'), JSON.stringify(teamFile));
  const contract = path.join(folder, 'node_modules/@enfilade/contract');
  await mkdir(contract, { recursive: true });
  await writeFile(path.join(contract, 'contracts.json'), JSON.stringify({ 1: contracts[0], 2: contracts[1], shared: {} }));
  return folder;
}

const dist = (folder: string) => path.join(folder, 'dist');

describe('builds of the stock federation plugin', () => {
  it('publishing a stock build uses enfilade.json and package.json, leaves out the team’s page and strips sources from source maps', async () => {
    const folder = await writeRepository();
    const { code, out, err } = await line.remotes('publish', dist(folder));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^glass 1\\.2\\.0 is published: .*/remotes/glass/1\\.2\\.0/${stockEntry}\n`));
    expect(out).toMatch(/Left out because they are not part of the screen: 4 files, such as index\.html\./);
    const { files } = line.temporary.registry().release('glass', '1.2.0');
    expect(Object.keys(files)).toHaveLength(5);
    const [version] = line.temporary.registry().listVersions('glass');
    expect(version?.contract).toBe(`^${contractVersion}`);
    const find = (file: string) => line.temporary.registry().privateFile({ name: 'glass', version: '1.2.0' }, file);
    expect(String(await find(`maps/${stockScreen}.map`))).not.toContain('secret');
    // The stripped map still maps an error to file and line.
    const mapFrames = createFrameMapper({ registry: line.temporary.registry(), hostDir: folder, log: silentLog });
    const [frame] = await mapFrames([{ file: `/remotes/glass/1.2.0/${stockScreen}`, line: 1, column: 1 }]);
    expect(frame).toMatchObject({ remote: 'glass', version: '1.2.0', file: 'src/screen.tsx', line: 1 });
  });

  it('`remotes publish` with --name and --version overrides the name and version of a stock build', async () => {
    const folder = await writeRepository(stockFiles({ name: 'shop' }));
    await line.remotes('publish', dist(folder), '--name', 'shop', '--version', '2.0.0-rc.1');
    expect(line.temporary.registry().listRemotes()).toEqual([{ name: 'shop', newest: '2.0.0-rc.1', versions: 1 }]);
  });

  it('`remotes check` refuses a stock build without enfilade.json and prints every problem of the build', async () => {
    const files = withStockManifest(
      ({ metaData }) => Object.assign(metaData, { publicPath: '/' }),
      sealStock(stockFiles({ name: 'screen' }), 'var glass'),
    );
    const { code, err } = await line.remotes('check', dist(await writeRepository(files, null)));
    expect([code, err.trimEnd().split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^There is no enfilade\.json in .*; write the file with name, contract .* and declaration .*\.$/),
        expect.stringMatching(/set output\.assetPrefix to "auto"/),
      ],
    ]);
  });

  it('publishing a stock build of contract 2 records contract 2', async () => {
    const folder = await writeRepository(stockFiles({ contract: 2 }), { ...team, contract: 2 });
    expect(await line.remotes('publish', dist(folder))).toMatchObject({ code: 0 });
    expect(line.temporary.registry().listVersions('glass')[0]?.contract).toBe(`^${mountContractVersion}`);
    expect(await readFile(path.join(dist(folder), 'mf-manifest.json'), 'utf8')).toContain('"shared":[]');
  });
});
