import type { ComponentType } from 'react';
import type { Texts } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { ScreenProps } from './screen-props.ts';

/**
 * What a remote exposes as `./screen`. The host loads the texts of the visitor's language beside the
 * module and registers them under the remote's name before it draws the screen, and again before it
 * switches languages: a screen never waits for its own words. The module may run while the screen before it is still
 * shown: what it does beyond defining the screen belongs into the component.
 */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

/**
 * What a remote exposes as `./screen` that fills places of other screens: a component for each, by the place's full name, which
 * is given `FillerProps`. With a screen as default export it is a screen, too.
 */
export interface FillerModule extends Pick<ScreenModule, 'loadTexts'> {
  fillers: Readonly<Record<string, ComponentType<never>>>;
}

/** What a screen of contract 2 receives. */
export interface MountProps extends ScreenProps {
  /** The screen cannot go on: the host takes it away, shows what it shows in place of a component that threw, and reports it. */
  onError(error: unknown): void;
}

/** A screen of contract 2 in the page. */
export interface MountedScreen {
  /** Draws it with other props, as `mount` does. */
  update(props: MountProps): void;
  /** Ends all it began and empties the element. Called once, after which neither is called. */
  unmount(): void;
}

/**
 * What a remote built for contract 2 exposes as `./screen`, in place of a component: so it may be drawn by whatever it
 * brings along. Texts are loaded and registered as those of contract 1.
 */
export interface MountModule {
  /**
   * Draws the screen into an empty element of the page, and has drawn it when it returns: the host restores what was typed
   * and focused in the version before. What it throws counts as `onError` does.
   */
  mount(element: HTMLElement, props: MountProps): MountedScreen;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}
