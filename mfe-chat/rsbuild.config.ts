import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';

export default remoteConfig({ name: 'chat', folder: import.meta.dirname });
