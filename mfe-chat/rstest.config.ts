import path from 'node:path';
import { pageTests } from '@enfilade/shared-contracts/build/test-project';

// As in the build.
const alias = { 'decode-named-character-reference': path.join(import.meta.dirname, 'rich-text/decode-named-character-reference.ts') };

// Those that import it.
const bundleDependencies = ['mdast-util-from-markdown', 'micromark', 'micromark-core-commonmark', 'micromark-util-decode-string'];

export default pageTests('mfe-chat', 'chat', { resolve: { alias }, output: { bundleDependencies } });
