import { Component, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { MountModule, MountProps } from './screen-module.ts';
import type { ScreenProps } from './screen-props.ts';

export function mountScreen(Screen: ComponentType<ScreenProps>): MountModule['mount'] {
  return (element, first) => {
    const root = createRoot(element);
    const draw = ({ onError, ...props }: MountProps) =>
      flushSync(() =>
        root.render(
          <Boundary onError={onError}>
            <Screen {...props} />
          </Boundary>,
        ),
      );
    draw(first);
    return { update: draw, unmount: () => root.unmount() };
  };
}

/** An error boundary, because a root's `onUncaughtError` needs React 19. */
class Boundary extends Component<{ children: ReactNode } & Pick<MountProps, 'onError'>, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}
