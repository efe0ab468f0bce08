import { settingTable } from '@enfilade/server/main/setting-table';
import { expect, it } from '@rstest/core';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readSource } from '../testing/repository-root.ts';

const deploy = (file: string) => readSource(`infra/deploy/${file}`);
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
const dependenciesOf = (folder: string) => Object.keys(JSON.parse(readSource(`${folder}/package.json`)).dependencies);

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const gateway = parse(deploy('compose.yaml'))['x-gateway'] as { environment: object };
const values = parse(deploy('chart/values.yaml')) as { settings: object; keys: { files: object }; image: object };

it.each([
  ['compose file', Object.keys(gateway.environment)],
  ['systemd unit', namesIn(deploy('enfilade.service').replace(/^(?!Environment=).*$/gm, ''), /[= ]([A-Z_]+)=/g)],
  ['image', namesIn(deploy('Containerfile').replace(/^(?!ENV ).*$/gm, ''), / ([A-Z_]+)=/g)],
  [
    'chart',
    [
      ...Object.keys(values.settings),
      ...Object.keys(values.keys.files),
      ...namesIn(deploy('chart/templates/deployment.yaml'), /name: ([A-Z][A-Z_]+)\b/g),
    ],
  ],
])('the %s sets only variables that the server reads', (_, names) => {
  expect(names.length).toBeGreaterThan(1);
  const settings = settingTable.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : name));
  expect(names.filter((name) => !settings.includes(name))).toEqual([]);
});

it('a release has every package that its programs depend on', () => {
  const needed = ['infra/server', 'infra/platform', 'infra/cli', 'infra/speech'].flatMap(dependenciesOf);
  const external = new Set(needed.filter((name) => !name.startsWith('@enfilade/')));
  expect(new Set(dependenciesOf('infra/deploy'))).toEqual(external);
});

it('the chart accepts its default values, and refuses unknown values and secrets among the settings', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(deploy('chart/values.schema.json')));
  const given = { ...values, image: { ...values.image, repository: 'registry.example.org/enfilade' } };
  expect([validate(given), validate.errors]).toEqual([true, null]);
  /** Kubernetes defines some maps, which accept unknown keys. */
  const misspell = (value: object): object[] => [
    { ...value, misspelt: true },
    ...Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
      isMap(inner) && !['resources', 'affinity'].includes(key) ? misspell(inner).map((wrong) => ({ ...value, [key]: wrong })) : [],
    ),
  ];
  const secrets = ['VISIT_KEY', 'DATABASE_URL', 'MIDDLEWARE_PASSWORD', 'OIDC_CLIENT_SECRET', 'SITE_TOKEN'];
  for (const wrong of [...misspell(given), ...secrets.map((name) => ({ ...given, settings: { [name]: 'x' } }))])
    expect([wrong, validate(wrong)]).toEqual([wrong, false]);
});
