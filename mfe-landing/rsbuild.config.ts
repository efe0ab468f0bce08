import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';

export default remoteConfig({ name: 'landing', folder: import.meta.dirname });
