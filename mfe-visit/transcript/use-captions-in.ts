import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useLazy, useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect, useMemo, useState } from 'react';
import type { Entry } from './translate-entries.ts';

/** The first view excludes this chunk, because most visitors read the spoken language. */
const translationCode = createLazy(async () => ({
  ...(await import(/* webpackChunkName: "finding" */ '@enfilade/shared-contracts/conversation/transcript/create-translator')),
  ...(await import(/* webpackChunkName: "finding" */ './translate-entries.ts')),
}));

const none: ReadonlyMap<string, string | null> = new Map();
const noTranslations: ReadableStore<typeof none> = { getState: () => none, subscribe: () => () => undefined };

export function useCaptionsIn({ api, museum, session, clock }: ScreenProps, said: readonly Entry[], language: Language) {
  const chosen = useStore(session.store, ({ settings }) => settings.captionsIn);
  // After a change of language, earlier entries are translated into the new language.
  const wasChanged = said.some((entry) => entry.speaker === 'guide' && entry.language !== undefined && entry.language !== language);
  const ofVoice = wasChanged ? language : undefined;
  const to = chosen === 'voice' ? ofVoice : chosen;
  const [showsOriginal, setShowsOriginal] = useState(false);
  const code = useLazy(translationCode, to !== undefined);
  const translator = useMemo(
    () => (to && code ? code.createTranslator({ api, museumId: museum._id, clock }) : undefined),
    [to, code, api, museum._id, clock],
  );
  useEffect(() => translator?.stop, [translator]);
  useEffect(() => {
    if (!translator || !code || !to) return;
    for (const [from, sentences] of code.sentencesToAsk(said, { language, to })) translator.want({ from, to }, sentences);
  }, [translator, code, said, language, to]);
  const translations = useStore(translator ?? noTranslations, (all) => all);
  const translated = useMemo(
    () =>
      to && code ? said.map((entry) => code.translateEntry(entry, translations, { language, to, isChosen: chosen !== 'voice' })) : said,
    [to, code, said, translations, language, chosen],
  );
  const isTranslated = translated.some(({ pieces }) => pieces !== undefined);
  return {
    entries: showsOriginal ? said : translated,
    original: isTranslated ? { isShown: showsOriginal, toggle: () => setShowsOriginal(!showsOriginal) } : undefined,
  };
}
