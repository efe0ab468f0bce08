import path from 'node:path';
import { pageTests } from '@enfilade/shared-contracts/build/test-project';

// As in the build.
const alias = { 'decode-named-character-reference': path.join(import.meta.dirname, 'rich-text/decode-named-character-reference.ts') };

export default pageTests('mfe-chat', 'chat', { resolve: { alias } });
