import {
  museumOption,
  readMuseum,
  readOptionalText,
  readPositionals,
  readRemote,
  readVersion,
} from '@enfilade/server/registry/actions/arguments';
import { type ErrorBudget, type ErrorFrame, type ErrorGroup, screenErrorsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Command } from './command.ts';

export const errors: Command = {
  usage: 'NAME [--version VERSION] [--museum ID]',
  help: 'shows where a remote, or host, failed in 30 days (source, visits, museums, browsers), and how much of its weekly error budget is used',
  options: { ...museumOption, version: { type: 'string' } },
  async run(given, environment) {
    const [name = ''] = readPositionals(given, 'the name of one remote, or host');
    const remote = readRemote(name);
    const version = readOptionalText(given, 'version');
    const museum = readOptionalText(given, 'museum') === undefined ? undefined : readMuseum(given);
    const query = new URLSearchParams({ ...(version !== undefined && { version: readVersion(version) }), ...(museum && { museum }) });
    const registry = await environment.registry();
    const json = await registry.call({ method: 'GET', path: `/remotes/${remote}/errors?${query}`, response: screenErrorsSchema });
    const found = json.errors.map((group) => describeGroup(remote, group).join('\n'));
    const none = `No visit of the last 30 days ran into an error of ${remote}${version === undefined ? '' : ` ${version}`}.`;
    return { json, text: [...describeBudget(remote, json.budget), ...(found.length > 0 ? found : [none])].join('\n') };
  },
};

const percent = (share: number) => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
const visitsOf = (count: number) => `${count} ${count === 1 ? 'visit' : 'visits'}`;

/** Empty if no visit loaded the screen. */
function describeBudget(remote: string, { target, week, day }: ErrorBudget): string[] {
  if (week.loads === 0) return [];
  const times = ({ loads, failures }: ErrorBudget['week']) => (loads === 0 ? 0 : failures / loads / (1 - target)).toFixed(1);
  return [
    `${remote}: ${percent(1 - week.failures / week.loads)} of ${visitsOf(week.loads)} in 7 days without an error, ${percent(target)} is the aim`,
    `  ${times(week)} times what a week allows; in the last 24 hours ${times(day)} times`,
  ];
}

function describeGroup(remote: string, group: ErrorGroup): string[] {
  const { version, place, kinds, visits, firstSeen, lastSeen, museums, browsers, frames } = group;
  const seen = browsers.map((one) => `${one.browser} ${one.visits}`).join(', ');
  return [
    `${remote} ${version} ${place ?? kinds[0]}, ${visitsOf(visits)}`,
    `  ${kinds.join(', ')}; ${firstSeen} to ${lastSeen}; museums ${museums.length}; ${seen}`,
    ...frames.map((frame) => `    ${describeFrame(remote, frame)}`),
  ];
}

/** A frame of another remote carries that remote's name and version. */
function describeFrame(asked: string, { remote, version, file, line, column }: ErrorFrame): string {
  return `${remote === asked ? '' : `${remote} ${version} `}${file}:${line}:${column}`;
}
