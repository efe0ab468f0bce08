import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { mergeRsbuildConfig } from '@rsbuild/core';

// The parser's own way to read `&name;` writes to innerHTML; see the file that stands in its place.
const decodeReference = path.join(import.meta.dirname, 'rich-text/decode-named-character-reference.ts');

export default mergeRsbuildConfig(remoteConfig({ name: 'chat', folder: import.meta.dirname }), {
  resolve: { alias: { 'decode-named-character-reference': decodeReference } },
});
