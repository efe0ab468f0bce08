import type { I18n, Language, Museum, TranslateKeys, VisitorSession } from '@enfilade/contract';
import type { ComponentPropsWithRef, ReactElement } from 'react';

/** Elements, no texts: translators of browsers exchange text nodes. */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** One main button a screen; the others are plain. */
  kind?: 'main' | 'plain';
  wide?: boolean;
}

/** With `aria-disabled` the button stays reachable and does nothing. */
export declare function Button(props: ButtonProps): ReactElement;

export interface CardProps extends ComponentPropsWithRef<'div'> {
  /** The four corner marks; once on a page or never. */
  corners?: boolean;
  as?: 'div' | 'section' | 'article' | 'main';
}

/** A sheet of the page's paper colour with a border. */
export declare function Card(props: CardProps): ReactElement;

export interface TopBarProps {
  museum?: Pick<Museum, 'name' | 'logoSvgURL'> | undefined;
  i18n: I18n;
  session: VisitorSession;
  /** Replaces the museum's logo and name. */
  lead?: Elements;
  /** The bar is inside `main`, where a header is no landmark. */
  isInMain?: boolean;
  /** Tabs, in place of the museum's name. */
  children?: Elements;
}

/** The museum's name or logo, the language, and the button of display and sound. */
export declare function TopBar(props: TopBarProps): ReactElement;

/** The texts of `namespace` (the remote's name) in the page's language. Renders again when the language changes. */
export declare function useTranslation<Key extends string = never>(
  i18n: I18n,
  namespace: string,
): { t: TranslateKeys<Key>; language: Language };
