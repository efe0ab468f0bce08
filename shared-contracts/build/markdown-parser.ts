import path from 'node:path';
import { bundleDependencies } from './test-project.ts';

/** The parser's own decoder of `&name;` writes to innerHTML, which Trusted Types refuse. */
export const markdownAlias = {
  'decode-named-character-reference': path.resolve(import.meta.dirname, '../ui/rich-text/decode-named-character-reference.ts'),
};

export const markdownTests = {
  resolve: { alias: markdownAlias },
  output: { bundleDependencies: [...bundleDependencies, 'mdast-util-from-markdown', /^micromark/] },
};
