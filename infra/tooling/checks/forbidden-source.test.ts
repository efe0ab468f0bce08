import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

const screens = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts'];
const pages = [...screens, 'infra/console'];
const products = [...screens, 'infra/server', 'infra/cli', 'infra/platform', 'infra/tooling/dev'];

/** What no source of some folders has, but for the files whose paths are excepted. */
it.each([
  [
    'Enter and Escape are read by pressedKey: the key of an event is also “Enter” when it confirms a word of an input method',
    { folders: pages, pattern: /\bkey [!=]== '(?:Enter|Escape)'/, except: /^host\/first-paint\/early\.ts$/ },
  ],
  [
    'ids of pages are made by randomId: pages without TLS have no randomUUID',
    { folders: pages, pattern: /\brandomUUID\b/, except: /^shared-contracts\/kit\/random-id\.ts$/ },
  ],
  [
    'what differs by museum is data: no source names a museum',
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
