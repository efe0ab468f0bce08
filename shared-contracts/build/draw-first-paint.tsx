import * as drawn from '@first-paint';
import { texts } from '@texts';
import { renderToStaticMarkup } from 'react-dom/server';
import { createI18n } from '../i18n/create-i18n.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Language, languages } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { createSession } from '../visit/create-session.ts';

const { FirstPaint, variants = [''] } = drawn;

const emptyPage = () => ({
  document: Object.assign(new EventTarget(), { cookie: '' }),
  window: Object.assign(new EventTarget(), { isSecureContext: true, localStorage: { getItem: () => null, setItem: () => undefined } }),
});

/** File name below `first-paint/` → markup with slots. */
export async function drawFirstPaints(namespace: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const language of languages) {
    const i18n = createI18n({ language });
    const bundle = texts[language];
    i18n.addResourceBundle(language, namespace, typeof bundle === 'function' ? (await bundle()).default : bundle);
    for (const variant of variants) files[variant ? `${language}.${variant}.html` : `${language}.html`] = draw({ i18n, language, variant });
  }
  return files;
}

function draw(props: { i18n: ReturnType<typeof createI18n>; language: Language; variant: string }): string {
  const session = createSession(emptyPage());
  session.setLanguage(props.language, false);
  const markup = renderToStaticMarkup(<FirstPaint {...props} session={session} />);
  const saysSo = /role="status"[^>]*>[^<]/.test(markup);
  return withoutInlineStyles(saysSo ? markup : markup + renderToStaticMarkup(<Loading i18n={props.i18n} />));
}

function Loading({ i18n }: { i18n: I18n }) {
  const { t } = useTranslation(i18n, 'shared');
  return (
    <VisuallyHidden as="p" role="status">
      {t('shared:loading')}
    </VisuallyHidden>
  );
}

/** The page's CSP refuses style attributes, so classes replace them. React's own preloads of pictures are dropped. */
function withoutInlineStyles(markup: string): string {
  const rules = new Map<string, string>();
  const classOf = (style: string) => {
    const name = rules.get(style) ?? `first-paint-${rules.size}`;
    rules.set(style, name);
    return name;
  };
  const plain = markup.replace(/<link\b[^>]*>/g, '').replace(/<[a-z][^>]*? style="([^"]*)"[^>]*>/g, (tag, style: string) => {
    const rest = tag.replace(` style="${style}"`, '');
    const name = classOf(style);
    return rest.includes(' class="') ? rest.replace(' class="', ` class="${name} `) : rest.replace(/^<[a-z0-9]+/i, `$& class="${name}"`);
  });
  const style = [...rules].map(([declarations, name]) => `.${name}{${declarations.replaceAll('&quot;', '"')}}`).join('');
  return style ? `<style>${style}</style>${plain}` : plain;
}
