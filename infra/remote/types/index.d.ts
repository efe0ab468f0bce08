import type { I18n, Language, Museum, TranslateKeys, VisitorSession } from '@enfilade/contract';
import type { ComponentPropsWithRef, ReactElement } from 'react';

/** Elements but no texts: translators of browsers replace text nodes. */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** A screen has up to one main button. */
  kind?: 'main' | 'plain';
  wide?: boolean;
}

/** With `aria-disabled`, the button stays focusable and does nothing. */
export declare function Button(props: ButtonProps): ReactElement;

export interface CardProps extends ComponentPropsWithRef<'div'> {
  /** The four corner marks, on up to one card of a page. */
  corners?: boolean;
  as?: 'div' | 'section' | 'article' | 'main';
}

export declare function Card(props: CardProps): ReactElement;

export interface TopBarProps {
  museum?: Pick<Museum, 'name' | 'logoSvgURL'> | undefined;
  i18n: I18n;
  session: VisitorSession;
  /** Replaces the museum's logo and name. */
  lead?: Elements;
  /** The bar is inside `main`, where a header is no landmark. */
  isInMain?: boolean;
  children?: Elements;
}

export declare function TopBar(props: TopBarProps): ReactElement;

/** `namespace` is the remote's name. The hook renders again when the language changes. */
export declare function useTranslation<Key extends string = never>(
  i18n: I18n,
  namespace: string,
): { t: TranslateKeys<Key>; language: Language };
