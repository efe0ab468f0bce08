import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { type FirstPaintProps, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { PictureBeside } from '@enfilade/shared-contracts/ui/picture-beside';
import { InScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { ConnectView } from './connect/connect-view.tsx';
import { InputTabs } from './frame/input-tabs.tsx';
import { ModeBar } from './frame/mode-bar.tsx';
import styles from './screen.module.css';
import { VisitPanelFrame } from './screen.tsx';

const bars = { modes: 'modes', feedback: 'guide-feedback', hidden: 'hidden' } as const;
export const variants = Object.keys(bars);

const nothing = () => undefined;
const voice = { isLocal: false, ask: nothing, listen: nothing, restart: nothing, keepWaiting: nothing, takeOver: nothing };

const profile = { guideName: slot('guide.name') } as MuseumProfile;

export function FirstPaint({ i18n, session, variant }: FirstPaintProps) {
  return (
    <InScreen props={{ i18n, profile }} namespace="visit">
      <section className={styles['screen']}>
        <TopBar museum={{ name: slot('museum.name'), logoSvgURL: slot('museum.logo') }} i18n={i18n} session={session}>
          <InputTabs shown="audio" onChoose={nothing} />
        </TopBar>
        <VisitPanelFrame input="audio" isGuided hasBar={false}>
          <PictureBeside url={slot('scene')}>
            <ConnectView state={{ kind: 'checking' }} voice={voice} site="" onUseText={nothing} />
          </PictureBeside>
        </VisitPanelFrame>
        <ModeBar
          kind={bars[variant as keyof typeof bars]}
          feedbackUrl={slot('feedback')}
          mode="guided"
          isEndNear={false}
          onChoose={nothing}
          onEnd={nothing}
        />
      </section>
    </InScreen>
  );
}
