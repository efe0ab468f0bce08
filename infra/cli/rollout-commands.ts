import { rolloutResultSchema, rolloutsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import {
  acceptPriceOption,
  museumOrAllOptions,
  readAcceptPrice,
  readMuseumKey,
  readPercent,
  readPositionals,
  readRelease,
  readRolloutId,
} from './arguments.ts';
import { type Arguments, type Command, forMuseum, formatTable, nameReleases, UsageError } from './command.ts';

export const rollout: Command = {
  options: { ...museumOrAllOptions, ...acceptPriceOption, percent: { type: 'string' } },
  async run(given, environment) {
    const [first] = given.positionals;
    const isRunning = first !== undefined && !first.includes('@');
    const id = isRunning ? readRolloutId(...readPositionals(given, 'the id of one rollout')) : undefined;
    const versions = isRunning ? undefined : readVersions(given);
    const [museumId, percent] = [readMuseumKey(given), readPercent(given)];
    const registry = await environment.registry();
    const place = `/museums/${museumId}/rollouts`;
    const json = await registry.call({
      ...(id === undefined ? { method: 'POST', path: place } : { method: 'PATCH', path: `${place}/${id}` }),
      json: { ...(versions && { versions, ...readAcceptPrice(given) }), percent },
      response: rolloutResultSchema,
    });
    const what = `${nameReleases(json.versions)} to ${json.percent} % of visitors ${forMuseum(museumId)}`;
    return { json, text: `${what}: rollout ${json.id}, set ${json.sequence}.` };
  },
};

export const rollouts: Command = {
  options: museumOrAllOptions,
  async run(given, environment) {
    readPositionals(given);
    const museumId = readMuseumKey(given);
    const json = await (await environment.registry()).call({
      method: 'GET',
      path: `/museums/${museumId}/rollouts`,
      response: rolloutsSchema,
    });
    const rows = json.rollouts.map(({ id, versions, percent, startedAt, halted }) => [
      id,
      nameReleases(versions),
      `${percent} %`,
      startedAt,
      halted === null ? 'runs' : `halted: ${halted}`,
    ]);
    return { json, text: formatTable(['rollout', 'of', 'share', 'since', 'state'], rows) };
  },
};

export const halt: Command = {
  options: museumOrAllOptions,
  async run(given, environment) {
    const id = readRolloutId(...readPositionals(given, 'the id of one rollout'));
    const path = `/museums/${readMuseumKey(given)}/rollouts/${id}`;
    const registry = await environment.registry();
    const json = await registry.call({ method: 'PATCH', path, json: { halt: true }, response: rolloutResultSchema });
    return { json, text: `Rollout ${id} of ${nameReleases(json.versions)} is halted: set ${json.sequence}.` };
  },
};

function readVersions({ positionals }: Arguments): Record<string, string> {
  if (positionals.length === 0) throw new UsageError('At least one release such as visit@1.9.0, or the id of a rollout, must be given');
  const releases = positionals.map(readRelease);
  const versions = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
  if (Object.keys(versions).length === releases.length) return versions;
  throw new UsageError('A remote can be named once only');
}
