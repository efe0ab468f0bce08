import { type MuseumKey, pinResultSchema, versionsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { placeOptions, readPlace, readPositionals, readRelease, readRemote } from '../arguments.ts';
import type { RegistryClient } from '../client/registry-client.ts';
import type { Command } from '../command.ts';
import { forMuseum } from '../words.ts';

export const pin: Command = {
  takes: 'NAME@VERSION --museum ID|--all',
  does: 'makes a museum, or every museum without a version of its own, run that version',
  options: placeOptions,
  async run(given, use) {
    const [release = ''] = readPositionals(given, 'one release such as visit@1.8.1');
    const { name, version } = readRelease(release);
    const museumId = readPlace(given);
    const registry = await use.registry();
    const expected = await readPin(registry, name, museumId);
    const path = `/museums/${museumId}/pins/${name}`;
    const json = await registry.call({ method: 'PUT', path, json: { version, expected }, answer: pinResultSchema });
    return { json: { ...json, previous: expected }, text: `${name} ${version} is pinned ${forMuseum(museumId)}: set ${json.sequence}.` };
  },
};

export const unpin: Command = {
  takes: 'NAME --museum ID|--all',
  does: 'takes the pin away, so that the museum runs the default again',
  options: placeOptions,
  async run(given, use) {
    const [remote = ''] = readPositionals(given, 'the name of one remote');
    const name = readRemote(remote);
    const museumId = readPlace(given);
    const registry = await use.registry();
    const expected = await readPin(registry, name, museumId);
    const path = `/museums/${museumId}/pins/${name}`;
    const json = await registry.call({ method: 'DELETE', path, json: { expected }, answer: pinResultSchema });
    return { json: { ...json, previous: expected }, text: `${name} is no longer pinned ${forMuseum(museumId)}: set ${json.sequence}.` };
  },
};

/** What the museum itself pins: the change is refused when that is no longer so by the time it arrives. */
async function readPin(registry: RegistryClient, name: string, museumId: MuseumKey): Promise<string | null> {
  const { versions } = await registry.call({ method: 'GET', path: `/remotes/${name}/versions`, answer: versionsSchema });
  return versions.find(({ pinnedBy }) => pinnedBy.includes(museumId))?.version ?? null;
}
