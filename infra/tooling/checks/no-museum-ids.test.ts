import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { describe, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

const rooms = [
  'host',
  'mfe-landing',
  'mfe-tailoring',
  'mfe-visit',
  'mfe-chat',
  'shared-contracts',
  'infra/server',
  'infra/cli',
  'infra/platform',
  'infra/tooling/dev',
];
const museumId = /(?<![0-9a-f])(?:6610a1b2c3d4e5f6|67f2ec09)[0-9a-f]*/;

describe('what differs by museum', () => {
  it.each(rooms)('what differs by museum is data: no source of %s names a museum', (room) => {
    const sources = sourceFiles(path.join(root, room)).filter(
      (file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/testing/') && !file.includes('test-'),
    );
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((file) => museumId.test(readFileSync(file, 'utf8'))).map((file) => path.relative(root, file))).toEqual([]);
  });
});
