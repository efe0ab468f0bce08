import {
  type Arguments,
  forMuseum,
  museumOption,
  museumOrAllOptions,
  nameReleases,
  readMuseum,
  readMuseumKey,
  readOptionalText,
  readPercent,
  readPositionals,
  readRelease,
  readRemote,
  readRolloutId,
  readSteps,
  readVersion,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { changeRollout, startRollout } from '@enfilade/server/registry/actions/rollout';
import { describeCause } from '@enfilade/server/registry/metrics/halting-rule';
import { type FigureName, rolloutsSchema, type VersionVitals, vitalsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Command, callAction, formatTable } from './command.ts';

export const rollout: Command = {
  usage: 'NAME@VERSION… | ID --museum ID|--all --percent PERCENT|--steps PERCENT,PERCENT…',
  help: 'gives versions to a share of the visitors; --steps raises the share while the versions do well; ID changes the share of a running rollout',
  options: { ...museumOrAllOptions, percent: { type: 'string' }, steps: { type: 'string' } },
  async run(given, environment) {
    const [first] = given.positionals;
    const isRunning = first !== undefined && !first.includes('@');
    const id = isRunning ? readRolloutId(...readPositionals(given, 'the id of one rollout')) : undefined;
    const versions = isRunning ? {} : readVersions(given);
    const museumId = readMuseumKey(given);
    const steps = isRunning ? undefined : readSteps(given);
    const percent = steps ? 0 : readPercent(given);
    const registry = await environment.registry();
    const started = { museumId, versions };
    const json = await (id === undefined
      ? callAction(registry, startRollout, steps ? { ...started, steps } : { ...started, percent })
      : callAction(registry, changeRollout, { museumId, id, percent }));
    const what = `${nameReleases(json.versions)} to ${json.percent} % of visitors ${forMuseum(museumId)}`;
    const more = json.steps ? `, then ${json.steps.slice(1).join(', ')} % by itself` : '';
    const { unpinned = [] } = json;
    const done = `${what}${more}: rollout ${json.id}, set ${json.sequence}.`;
    if (unpinned.length === 0) return { json, text: done };
    const alone = `Nobody else gets ${unpinned.join(', ')} there: the rollout is compared with nothing. Pin a version first to have it compared.`;
    return { json, text: `${done}\n${alone}` };
  },
};

export const rollouts: Command = {
  usage: '--museum ID|--all',
  help: 'lists the rollouts of a museum, oldest first, and why one halted',
  options: museumOrAllOptions,
  async run(given, environment) {
    readPositionals(given);
    const museumId = readMuseumKey(given);
    const json = await (await environment.registry()).call({
      method: 'GET',
      path: `/museums/${museumId}/rollouts`,
      response: rolloutsSchema,
    });
    const rows = json.rollouts.map(({ id, versions, percent, steps, startedAt, halted, cause }) => [
      id,
      nameReleases(versions),
      steps ? `${percent} % of ${steps.join(', ')}` : `${percent} %`,
      startedAt,
      halted === null ? 'runs' : `halted: ${cause ? describeCause(cause) : halted}`,
    ]);
    return { json, text: formatTable(['rollout', 'of', 'share', 'since', 'state'], rows) };
  },
};

export const vitals: Command = {
  usage: 'NAME [--version VERSION] [--museum ID]',
  help: 'shows what visits measured of each version: time until usable, interaction to next paint, layout shift, long tasks',
  options: { ...museumOption, version: { type: 'string' } },
  async run(given, environment) {
    const name = readRemote(readPositionals(given, 'the name of one remote')[0] ?? '');
    const isOfOne = readOptionalText(given, 'museum') !== undefined;
    const version = readOptionalText(given, 'version');
    const query = new URLSearchParams({
      ...(isOfOne && { museum: readMuseum(given) }),
      ...(version !== undefined && { version: readVersion(version) }),
    });
    const path = `/remotes/${name}/vitals?${query}`;
    const json = await (await environment.registry()).call({ method: 'GET', path, response: vitalsSchema });
    if (json.versions.length === 0) return { json, text: `No visit has reported timings of ${name}.` };
    const rows = json.versions.map((one) => [one.version, String(one.visits), ...figureNames.map((figure) => describeFigure(one, figure))]);
    const headings = ['version', 'visits', 'usable after', 'interaction', 'layout shift', 'long tasks'];
    return { json, text: `p50 / p75\n${formatTable(headings, rows)}` };
  },
};

const figureNames: readonly FigureName[] = ['usableMs', 'inpMs', 'shift', 'longTaskMs'];

const withUnit = (name: FigureName, value: number) => (name === 'shift' ? String(value) : `${value} ms`);

function describeFigure(vitals: VersionVitals, name: FigureName): string {
  const figure = vitals[name];
  return figure ? `${withUnit(name, figure.p50)} / ${withUnit(name, figure.p75)}` : '-';
}

function readVersions({ positionals }: Arguments): Record<string, string> {
  if (positionals.length === 0) throw new UsageError('At least one release such as visit@1.9.0, or the id of a rollout, must be given');
  const releases = positionals.map(readRelease);
  const versions = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
  if (Object.keys(versions).length === releases.length) return versions;
  throw new UsageError('A remote can be named once only');
}
