import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';

export default remoteConfig({ name: 'operator', folder: import.meta.dirname });
