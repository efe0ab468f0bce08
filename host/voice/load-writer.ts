import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Writer } from '@enfilade/shared-contracts/pronunciation/create-writer';

const writers: Record<Language, () => Promise<Writer>> = {
  en: async () =>
    (await import(/* webpackChunkName: "pronunciation-en" */ '@enfilade/shared-contracts/pronunciation/english')).englishWriter,
  de: async () => (await import(/* webpackChunkName: "pronunciation-de" */ '@enfilade/shared-contracts/pronunciation/german')).germanWriter,
  fr: async () => (await import(/* webpackChunkName: "pronunciation-fr" */ '@enfilade/shared-contracts/pronunciation/french')).frenchWriter,
};

/** How a language's words are written when they were heard: a chunk of its own, fetched beside the voice code. */
export const loadWriter = (language: Language): Promise<Writer> => writers[language]();
