import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { Component, type ReactNode, useEffect } from 'react';
import { NoticeBar } from '../preview/preview-banner.tsx';
import { RemoteError } from '../releases/remote-error.ts';
import type { TextKey } from '../texts/texts.ts';
import type { HostServices } from './host-services.ts';
import { FailedScreen } from './remote-screen.tsx';

interface BoundaryProps {
  services: HostServices;
  children: ReactNode;
  /** What is drawn after an error; `retry` draws the children again. */
  instead(retry: () => void): ReactNode;
}

/** Limits an error of the host to a part of the page. */
class HostBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(cause: unknown) {
    this.props.services.report({ remote: 'host', version: contractVersion, kind: 'error', stage: 'render', cause });
  }

  retry = () => this.setState({ hasFailed: false });

  override render() {
    return this.state.hasFailed ? this.props.instead(this.retry) : this.props.children;
  }
}

type PartProps = Pick<BoundaryProps, 'services' | 'children'>;

/** A part beside the screen: if it throws, a notice says so, and the screen goes on. */
export function PartBeside({ onClose, ...part }: PartProps & { onClose?: () => void }) {
  const { t } = useTranslation<TextKey>(part.services.i18n, 'host');
  const notice = (retry: () => void) => (
    <NoticeBar
      label={t('failed.title')}
      text={`${t('failed.title')}. ${t('failed.text')}`}
      closeLabel={t('shared:close')}
      onClose={() => {
        onClose?.();
        retry();
      }}
    />
  );
  return <HostBoundary {...part} instead={notice} />;
}

interface WholePageProps extends PartProps {
  go(to: Destination): void;
  onFailed(): void;
}

/** All that is below the bars: if it throws, the visitor can retry or go back to the exhibitions. */
export function WholePage({ go, onFailed, ...part }: WholePageProps) {
  const failed = (retry: () => void) => (
    <FailedPage
      services={part.services}
      retry={retry}
      onFailed={onFailed}
      go={(to) => {
        go(to);
        retry();
      }}
    />
  );
  return <HostBoundary {...part} instead={failed} />;
}

const renderError = new RemoteError('render-error', 'The host threw');
/** At a kiosk nobody may be there to press Retry. */
const kioskRetryMs = 30_000;

interface FailedPageProps extends Pick<WholePageProps, 'services' | 'go' | 'onFailed'> {
  retry(): void;
}

function FailedPage({ services, retry, go, onFailed }: FailedPageProps) {
  const { kiosk, clock } = services;
  useEffect(onFailed, [onFailed]);
  useEffect(() => kiosk && clock.after(kioskRetryMs, () => location.reload()), [kiosk, clock]);
  return <FailedScreen name="host" error={renderError} museum={undefined} services={services} retry={retry} go={go} />;
}
