import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { Component, type ReactNode } from 'react';
import { RemoteError } from '../releases/remote-error.ts';
import { HostContext, type HostServices } from './host-services.ts';
import { NoticeBar } from './preview-banner.tsx';
import { FailedScreen } from './remote-screen.tsx';

interface BoundaryProps {
  /** Absent for a part beside the screen. */
  go?: (to: Destination) => void;
  children: ReactNode;
  onRetry?(): void;
}

/** Replaces the failed part of the page with a notice, or with Retry and a button back. */
export class HostBoundary extends Component<BoundaryProps, { error?: RemoteError | undefined }> {
  static override contextType = HostContext;
  declare context: HostServices;
  override state: { error?: RemoteError | undefined } = {};

  static getDerivedStateFromError(cause: unknown) {
    return { error: new RemoteError('broken', String(cause), cause, 'render') };
  }

  override componentDidCatch(cause: unknown) {
    this.context.report({ remote: 'host', version: contractVersion, kind: 'error', stage: 'render', cause });
  }

  retry = () => {
    this.props.onRetry?.();
    this.setState({ error: undefined });
  };

  override render() {
    const { children, go } = this.props;
    const { error } = this.state;
    if (!error) return children;
    if (!go) {
      const { i18n } = this.context;
      const title = i18n.t('host:failed.title');
      return <NoticeBar label={title} text={`${title}. ${i18n.t('host:failed.text')}`} onClose={this.retry} />;
    }
    const leave = (to: Destination) => {
      go(to);
      this.retry();
    };
    return <FailedScreen name="host" error={error} museum={undefined} retry={this.retry} go={leave} />;
  }
}
