import path from 'node:path';
import { bundleDependencies } from './test-project.ts';

/** For a build that parses Markdown: the parser's own way to read `&name;` writes to innerHTML. */
export const markdownAlias = {
  'decode-named-character-reference': path.resolve(import.meta.dirname, '../ui/rich-text/decode-named-character-reference.ts'),
};

/** For the tests of a package that parses Markdown. */
export const markdownTests = {
  resolve: { alias: markdownAlias },
  output: { bundleDependencies: [...bundleDependencies, 'mdast-util-from-markdown', /^micromark/] },
};
