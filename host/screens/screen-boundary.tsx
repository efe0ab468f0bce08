import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { RemoteError } from '../releases/remote-error.ts';

/** Longest a drawn screen may suspend before it counts as broken; its code and texts are there already. */
export const suspenseLimitMs = 4000;

interface Props {
  clock: Clock;
  waiting: ReactNode;
  children: ReactNode;
  /** The screen threw while drawing or in an effect, or suspended for too long. */
  fell(error: RemoteError): void;
}

/** Keeps what happens inside a remote inside its frame. */
export class ScreenBoundary extends Component<Props, { hasFallen: boolean }> {
  override state = { hasFallen: false };

  static getDerivedStateFromError() {
    return { hasFallen: true };
  }

  override componentDidCatch(cause: unknown) {
    this.props.fell(new RemoteError('render-error', cause instanceof Error ? cause.message : String(cause), cause));
  }

  override render() {
    if (this.state.hasFallen) return null;
    const { clock, waiting, children, fell } = this.props;
    return (
      <Suspense
        fallback={
          <Watched clock={clock} fell={fell}>
            {waiting}
          </Watched>
        }
      >
        {children}
      </Suspense>
    );
  }
}

function Watched({ clock, fell, children }: Pick<Props, 'clock' | 'fell' | 'children'>) {
  useEffect(
    () => clock.after(suspenseLimitMs, () => fell(new RemoteError('suspended', `Nothing was drawn within ${suspenseLimitMs} ms`))),
    [clock, fell],
  );
  return children;
}
