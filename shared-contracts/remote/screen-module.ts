import type { ComponentType } from 'react';
import type { Texts } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { ScreenProps } from './screen-props.ts';

/**
 * The host loads the texts before it renders the screen. The module may run while another screen is shown, so effects belong in the
 * component.
 */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

/** A remote that fills slots. Full name of a slot → component with `FillerProps`. With a default export, the remote is a screen too. */
export interface FillerModule extends Pick<ScreenModule, 'loadTexts'> {
  fillers: Readonly<Record<string, ComponentType<never>>>;
}

export interface MountProps extends ScreenProps {
  /** The screen cannot continue. The host removes and reports the screen, as for a component that threw. */
  onError(error: unknown): void;
}

export interface MountedScreen {
  /** Renders with other props. */
  update(props: MountProps): void;
  /** Ends everything that the screen started and empties the element. Called once, as the last call. */
  unmount(): void;
}

/** A remote of contract 2, which may bundle any framework. The host loads and registers texts as for contract 1. */
export interface MountModule {
  /** Renders before `mount` returns, because the host then restores typed text and focus. An error counts as `onError`. */
  mount(element: HTMLElement, props: MountProps): MountedScreen;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}
