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
