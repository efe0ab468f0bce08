import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy, type Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';

export type PartTexts = Record<Language, Record<string, string>>;

export function addTexts(i18n: I18n, part: string, texts: PartTexts): void {
  for (const [language, words] of Object.entries(texts)) {
    // Silent, because nothing renders the texts of a part before they have loaded.
    i18n.addResourceBundle(language, part, words, false, false, { silent: true });
  }
}

/** The chunk exports the part, with the texts of all languages, so a change of language needs no request. */
export function createPart<Part extends { texts: PartTexts }>(name: string, fetchPart: () => Promise<{ part: Part }>): Lazy<Part, [I18n]> {
  return createLazy(async (i18n: I18n) => {
    const { part } = await fetchPart();
    addTexts(i18n, name, part.texts);
    return part;
  });
}

export function usePart<Part extends object>(part: Lazy<Part, [I18n]>, i18n: I18n) {
  const code = useStore(part, (loaded) => loaded);
  return { ...useRequest('part', () => part.load(i18n)), code };
}
