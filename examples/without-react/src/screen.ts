import type { Language, MountedScreen, MountProps, Texts } from '@enfilade/contract';
import { createPage } from './create-page.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

const texts: Record<Language, Texts> = { en, de, fr };

/** The host registers these texts under the screen's name before it renders the screen. */
export const loadTexts = async (language: Language): Promise<{ default: Texts }> => ({ default: texts[language] });

const minuteMs = 60_000;

/** Each minute, and each change of the language or of the props, renews the texts. */
export function mount(element: HTMLElement, first: MountProps): MountedScreen {
  let props = first;
  let cancel = () => {};
  const page = createPage({
    onLanguage: (language) => props.session.setLanguage(language, true),
    onSettings: () => props.session.chooseSettings(true),
    onBack: () => props.go({ screen: 'landing' }),
  });
  const renew = () => {
    const { clock, museum, i18n, onError } = props;
    const now = clock.now();
    cancel();
    cancel = clock.after(minuteMs - (now % minuteMs), renew);
    try {
      page.fill({ museumName: museum.name, now: new Date(now), language: i18n.language, t: i18n.getFixedT(i18n.language, 'hours') });
    } catch (error) {
      onError(error);
    }
  };
  renew();
  element.append(page.root);
  first.i18n.on('languageChanged', renew);
  return {
    update(next) {
      props = next;
      renew();
    },
    unmount() {
      cancel();
      first.i18n.off('languageChanged', renew);
      page.root.remove();
    },
  };
}
