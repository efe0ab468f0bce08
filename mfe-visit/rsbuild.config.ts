import { markdownAlias } from '@enfilade/shared-contracts/build/markdown-parser';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { mergeRsbuildConfig } from '@rsbuild/core';

export default mergeRsbuildConfig(remoteConfig({ name: 'visit', folder: import.meta.dirname }), { resolve: { alias: markdownAlias } });
