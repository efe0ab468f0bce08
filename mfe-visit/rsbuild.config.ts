import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';

export default remoteConfig({ name: 'visit', folder: import.meta.dirname });
