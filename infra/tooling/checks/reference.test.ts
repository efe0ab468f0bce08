import path from 'node:path';
import { factsOf, type MetricName, metricList } from '@enfilade/server/http/metric-list';
import { settingGroups } from '@enfilade/server/http/setting';
import { runRegistryCommand } from '@enfilade/server/main/registry-command';
import { settingTable } from '@enfilade/server/main/setting-table';
import { operatorRoutes } from '@enfilade/server/operators/operators';
import { questionEndpoints } from '@enfilade/server/questions/visitor-questions';
import { actionEndpoints, actions } from '@enfilade/server/registry/actions/actions';
import { registryEndpoints } from '@enfilade/server/registry/api/endpoints';
import { errorEndpoints } from '@enfilade/server/screen-errors/screen-errors';
import { expect, it } from '@rstest/core';
import { helpOf } from '../../cli/run.ts';
import { readSource, repositoryRoot } from '../testing/repository-root.ts';

// `npm run unit -- -u infra/tooling/checks/reference.test.ts` writes the pages of docs/reference, and the routes that the console uses.

type Row = readonly string[];
const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const table = (headings: Row, rows: readonly Row[]) =>
  [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
const others =
  '[Commands](commands.md) · [settings](settings.md) · [endpoints](endpoints.md) · [metrics](metrics.md) · [libraries](../libraries.md)';
const page = (title: string, ...parts: readonly string[]) => `${[`# ${title}`, others, ...parts.filter(Boolean)].join('\n\n')}\n`;

const settings = page(
  'Settings',
  'Settings are environment variables; `npm start` on your own machine needs none. The start checks all settings and names each wrong one. A secret can be in a file that the name with `_FILE` names, as in `LLM_KEY_FILE=/run/secrets/llm`; secrets are marked with *.',
  ...Object.entries(settingGroups).flatMap(([group, [title, introduction]]) => [
    `## ${title}`,
    introduction,
    table(
      ['setting', 'default', 'meaning'],
      settingTable
        .filter((one) => one.group === group)
        .map(({ name, secret, standard, help }) => [`\`${name}\`${secret ? ' *' : ''}`, standard, help]),
    ),
  ]),
);

const metrics = page(
  'Metrics',
  'Prometheus reads `/metrics` of each gateway. [runbook.md](../runbook.md) explains alerts and dashboard.',
  table(
    ['metric', 'type', 'labels', 'meaning'],
    (Object.keys(metricList) as MetricName[]).map((name) => {
      const { type, help, labels = {} } = factsOf(name);
      return [`\`${name}\``, type, Object.keys(labels).join(', '), help];
    }),
  ),
);

/** The rows of actions are generated; the page itself lists the other endpoints. The test of every route compares the page with a site. */
const endpointRows = [...readSource('docs/reference/endpoints.md').matchAll(/^\| `([A-Z]+ \S+)` \| (.*) \|$/gm)];
const endpointTable = { ...Object.fromEntries(endpointRows.map(([, name = '', does = '']) => [name, does])), ...actionEndpoints };
const endpoints = page(
  'Endpoints',
  'Every route of a site. Not listed: `/registry/v1/PACKAGE-VERSION.tgz` (packages for screens), the WebSocket of a call, and `/api/operators/oidc` with its callback, which only a site with an identity provider has. Requests below `/api` and `/registry/v1` are JSON unless the table says otherwise; errors are `{ "code", "message", "requestId" }`, some with `retryAfterSeconds`. Endpoints below `/registry/v1` need a token or an operator’s session, except packages and a pipeline’s request for its token. A name in the second column is the [command](commands.md) that uses the endpoint.',
  table(
    ['endpoint', 'does'],
    Object.entries(endpointTable).map(([name, does]) => [`\`${name}\``, does]),
  ),
);

const verbsIn = (help: string) =>
  [...help.matchAll(/^([a-z][a-z-]*(?: .*)?)\n {4}(.*)$/gm)].map(([, usage = '', does = '']) => [`\`${usage.trim()}\``, does]);
let registryHelp = '';
await runRegistryCommand(['--help'], { env: {}, cwd: '', out: (text) => (registryHelp += text), tell: () => undefined });
/** `npm run NAME -- --help` prints these sections of the page. */
const [npmSections = ''] = /^## npm [\s\S]*?(?=^## Commands of )/m.exec(readSource('docs/reference/commands.md')) ?? [];
const optionsOf = (help: string) => help.split('\n\n').at(-1) ?? '';

const commandsPage = page(
  'Commands',
  'Run each command in the repository’s root. Each command first installs missing packages. Options of a command follow `--`; if `--` is missing, the command refuses and names the options that npm keeps.',
  npmSections.trim(),
  '## Commands of npm run remotes',
  '[releasing.md](../releasing.md) shows the usual order of commands. `--museum` takes a museum’s id or wall code; `--all` means all museums without a pin of their own. `--expect 1.8.0` changes nothing unless the museum pins that version. `npm run -s remotes -- list --json` prints only JSON.',
  table(['command', 'does'], verbsIn(helpOf() ?? '')),
  `\`\`\`text\n${optionsOf(helpOf() ?? '')}\n\`\`\``,
  'Exit codes: 0 if the command was done, 1 if it was refused or found a problem, 2 if the command line was not understood.',
  '## Commands of npm run registry',
  'Each command works on the site of `DATA_DIR` and `DATABASE_URL`. [production.md](../production.md#backup-and-restore) explains what a backup holds.',
  table(['command', 'does'], verbsIn(registryHelp)),
  '## Scripts without an npm name',
  table(
    ['script', 'does'],
    [
      ['`node infra/tooling/scripts/build.mjs host mfe-visit`', 'builds only the named packages, if they changed'],
      ['`node infra/tooling/scripts/record-contract.mjs`', 'records a new contract version, and writes `infra/contract`'],
    ],
  ),
);

const ofRegistry = { ...actions, ...registryEndpoints, ...questionEndpoints, ...errorEndpoints };
const consoleRoutes = {
  ...operatorRoutes,
  ...Object.fromEntries(
    Object.entries(ofRegistry).flatMap(([name, { route }]: [string, { route?: string }]) =>
      route === undefined ? [] : [[name, route.replace(' ', ' /registry/v1')]],
    ),
  ),
};

it('infra/console/common/routes.json has the routes of all actions and endpoints', async () => {
  await expect(`${JSON.stringify(consoleRoutes, null, 2)}\n`).toMatchFileSnapshot(
    path.join(repositoryRoot, 'infra/console/common/routes.json'),
  );
});

it.each([
  ['settings', settings],
  ['metrics', metrics],
  ['endpoints', endpoints],
  ['commands', commandsPage],
])('docs/reference/%s.md matches the code', async (name, text) => {
  await expect(text).toMatchFileSnapshot(path.join(repositoryRoot, 'docs/reference', `${name}.md`));
});
