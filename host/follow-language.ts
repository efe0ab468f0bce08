import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { Services } from './screens/services.ts';

interface SwitchableI18n extends I18n {
  changeLanguage(language: string): Promise<unknown>;
}

/**
 * Switches the page to the session's language, in place: first the words of the screen that is shown, then
 * the switch, so that nothing on it is ever drawn half translated. Words that do not come leave the page as it is.
 */
export function followLanguage(services: Pick<Services, 'session' | 'bus' | 'loader'>, i18n: SwitchableI18n, page: Document): () => void {
  const { session, bus, loader } = services;
  const shown = () => page.querySelector<HTMLElement>('[data-remote]')?.dataset['remote'] as RemoteName | undefined;

  async function follow(language: Language): Promise<void> {
    const screen = shown();
    try {
      if (screen) await loader.load(screen, language);
    } catch {
      session.setLanguage(languageSchema.catch('en').parse(i18n.language), session.store.getState().userChangedLanguage);
      return;
    }
    if (session.store.getState().language !== language) return;
    await i18n.changeLanguage(language);
    page.documentElement.lang = language;
    bus.emit('language-changed', { language });
  }

  page.documentElement.lang = i18n.language;
  return session.store.subscribe((state, before) => {
    if (state.language !== before.language) void follow(state.language);
  });
}
