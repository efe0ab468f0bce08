import { type FirstPaintProps, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { WaitingView } from './screens/waiting-view.tsx';

/** The first paint of a page whose screen has no first paint of its own. */
export function FirstPaint({ i18n, session }: FirstPaintProps) {
  return (
    <>
      <TopBar museum={{ name: slot('museum.name'), logoSvgURL: slot('museum.logo') }} i18n={i18n} session={session} />
      <WaitingView i18n={i18n} />
    </>
  );
}
