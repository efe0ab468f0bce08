import path from 'node:path';
import { publishedSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { readOptionalText, readPositionals, readRemote, readText, readVersion } from '../arguments.ts';
import { packBuild } from '../build/pack-build.ts';
import { readBuild } from '../build/read-build.ts';
import type { Command } from '../command.ts';
import { CommandFailedError } from '../command-error.ts';

export const publish: Command = {
  takes: 'DIR --name NAME [--version VERSION]',
  does: 'makes an immutable version of a built folder; nobody runs it before it is pinned',
  options: { name: { type: 'string' }, version: { type: 'string' } },
  async run(given, { cwd, registry }) {
    const [folder = ''] = readPositionals(given, 'one built folder');
    const name = readRemote(readText(given, 'name'));
    const wanted = readOptionalText(given, 'version');
    if (wanted !== undefined) readVersion(wanted);
    const client = await registry();
    const from = path.resolve(cwd, folder);
    const { files, release } = await readBuild(from, name);
    checkVersion(release.version, wanted);
    const archive = await packBuild(from, files);
    const published = await client.call({ method: 'POST', path: `/remotes/${name}/versions`, archive, answer: publishedSchema });
    const { version, alreadyThere } = published;
    const address = `${client.url}/remotes/${name}/${version}/remoteEntry.js`;
    const text = `${name} ${version} ${alreadyThere ? 'was published before, with the same bytes' : 'is published'}: ${address}`;
    return { json: { ...published, address }, text };
  },
};

/** The version is stamped into the build's own chunks and cannot be given afterwards. */
function checkVersion(built: string, wanted: string | undefined): void {
  if (wanted === undefined || wanted === built) return;
  throw new CommandFailedError(`The build is version ${built}, not ${wanted}; build it with ENFILADE_VERSION=${wanted}.`);
}
