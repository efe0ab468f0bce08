import { type FirstPaintProps, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { WaitingView } from './screens/waiting-view.tsx';

/** Used for screens without a first paint of their own. */
export function FirstPaint({ i18n, session }: FirstPaintProps) {
  return (
    <>
      <TopBar museum={{ name: slot('museum.name'), logoSvgURL: slot('museum.logo') }} i18n={i18n} session={session} />
      <WaitingView i18n={i18n} />
    </>
  );
}
