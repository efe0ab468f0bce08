import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';

export default remoteConfig({ name: 'tailoring', folder: import.meta.dirname });
