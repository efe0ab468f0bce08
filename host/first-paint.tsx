import { type FirstPaintProps, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { HostContext, type HostServices } from './screens/host-services.ts';
import { PageTop } from './screens/page-parts.tsx';
import { WaitingView } from './screens/waiting-view.tsx';

/** Used for screens without a first paint of their own. */
export function FirstPaint({ i18n, session }: FirstPaintProps) {
  return (
    <HostContext value={{ i18n, session } as HostServices}>
      <PageTop museum={{ name: slot('museum.name'), logoSvgURL: slot('museum.logo') }} />
      <WaitingView />
    </HostContext>
  );
}
