import { remotesSchema, versionsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { readPositionals, readRemote } from '../arguments.ts';
import type { RegistryClient } from '../client/registry-client.ts';
import type { Command, Outcome } from '../command.ts';
import { formatTable } from '../table.ts';

export const list: Command = {
  takes: '[NAME]',
  does: 'shows the remotes with their newest versions, or the versions of one and who pins them',
  options: {},
  async run(given, use) {
    if (given.positionals.length === 0) return listRemotes(await use.registry());
    const [name = ''] = readPositionals(given, 'the name of one remote');
    return listVersions(readRemote(name), await use.registry());
  },
};

async function listRemotes(registry: RegistryClient): Promise<Outcome> {
  const json = await registry.call({ method: 'GET', path: '/remotes', answer: remotesSchema });
  const rows = json.remotes.map(({ name, newest, versions }) => [name, newest, String(versions)]);
  return { json, text: formatTable(['remote', 'newest', 'versions'], rows) };
}

async function listVersions(name: string, registry: RegistryClient): Promise<Outcome> {
  const json = await registry.call({ method: 'GET', path: `/remotes/${name}/versions`, answer: versionsSchema });
  const rows = json.versions.map(({ version, publishedAt, actor, contract, bytes, pinnedBy }) => [
    version,
    publishedAt,
    actor,
    contract,
    `${Math.ceil(bytes / 1_000)} kB`,
    pinnedBy.join(' '),
  ]);
  return { json, text: formatTable(['version', 'published', 'by', 'contract', 'size', 'pinned by'], rows) };
}
