import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { expect, it } from '@rstest/core';
import { repositoryRoot as root } from '../testing/repository-root.ts';

const screens = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts'];
const pages = [...screens, 'infra/console'];
const products = [...screens, 'infra/server', 'infra/cli', 'infra/platform', 'infra/tooling/dev'];

it.each([
  [
    'code of pages reads Enter and Escape by pressedKey, because an input method also sends “Enter” to confirm a word',
    { folders: pages, pattern: /\bkey [!=]== '(?:Enter|Escape)'/, except: /^host\/first-paint\/early\.ts$/ },
  ],
  [
    'code of pages makes ids by randomId, because pages without TLS have no randomUUID',
    { folders: pages, pattern: /\brandomUUID\b/, except: /^shared-contracts\/kit\/random-id\.ts$/ },
  ],
  [
    'no source contains the id of a museum, because differences between museums are data',
    { folders: products, pattern: /(?<![0-9a-f])(?:6610a1b2c3d4e5f6|67f2ec09)[0-9a-f]*/, except: /\/testing\/|test-/ },
  ],
])('%s', (_, { folders, pattern, except }) => {
  for (const folder of folders) {
    const sources = sourceFiles(path.join(root, folder)).map((file) => path.relative(root, file));
    const checked = sources.filter((file) => /\.(tsx?|mjs)$/.test(file) && !except.test(file));
    expect(checked.length, folder).toBeGreaterThan(3);
    expect(checked.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  }
});
