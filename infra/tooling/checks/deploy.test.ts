import { readFileSync } from 'node:fs';
import path from 'node:path';
import { settingNames } from '@enfilade/server/main/settings';
import { describe, expect, it } from '@rstest/core';
import { parse } from 'yaml';
import { repositoryRoot } from './repository-root.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const deploy = (file: string) => read(`infra/deploy/${file}`);
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
const dependenciesOf = (folder: string) => Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies);

interface Schema {
  additionalProperties?: unknown;
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  $ref?: string;
}

describe('what runs a site', () => {
  const gateway = parse(deploy('compose.yaml'))['x-gateway'] as { environment: object };
  const values = parse(deploy('chart/values.yaml')) as { settings: object; keys: { files: object } };

  it.each([
    ['the compose file', Object.keys(gateway.environment)],
    ['the unit', namesIn(deploy('enfilade.service').replace(/^(?!Environment=).*$/gm, ''), /[= ]([A-Z_]+)=/g)],
    ['the image', namesIn(deploy('Containerfile').replace(/^(?!ENV ).*$/gm, ''), / ([A-Z_]+)=/g)],
    [
      'the chart',
      [
        ...Object.keys(values.settings),
        ...Object.keys(values.keys.files),
        ...namesIn(deploy('chart/templates/deployment.yaml'), /name: ([A-Z][A-Z_]+)\b/g),
      ],
    ],
  ])('is told by %s only by settings that the server has', (_, names) => {
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  it('gets every package its programs depend on', () => {
    const needed = ['infra/server', 'infra/platform', 'infra/cli', 'infra/speech'].flatMap(dependenciesOf);
    const external = new Set(needed.filter((name) => !name.startsWith('@enfilade/')));
    expect(new Set(dependenciesOf('infra/deploy'))).toEqual(external);
  });

  it('has a chart that knows each of its values and refuses every other', () => {
    const schema = JSON.parse(deploy('chart/values.schema.json')) as Schema;
    const resolve = (one: Schema): Schema => (one.$ref ? (schema.definitions?.[one.$ref.replace('#/definitions/', '')] ?? {}) : one);
    const faultsOf = (given: object, expected: Schema, at: string): string[] => [
      ...(expected.additionalProperties === false ? [] : [`${at} takes any key`]),
      ...Object.entries(given).flatMap(([name, value]) => {
        const property = expected.properties?.[name];
        if (!property) return [`${at}${name} is not in the schema`];
        return resolve(property).properties ? faultsOf(value, resolve(property), `${at}${name}.`) : [];
      }),
    ];
    expect(faultsOf(values, schema, '')).toEqual([]);
  });
});
