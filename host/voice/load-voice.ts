import type { ConversationContext } from '@enfilade/shared-contracts/conversation/conversation';
import type { Transport, VoiceOptions } from '@enfilade/shared-contracts/conversation/transport';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Writer } from '@enfilade/shared-contracts/voice/pronunciation/terms';
import type { VoiceEnvironment } from './voice-chunk.ts';

const writers: Record<Language, () => Promise<{ writer: Writer }>> = {
  en: () => import(/* webpackChunkName: "pronunciation-en" */ '@enfilade/shared-contracts/voice/pronunciation/english'),
  de: () => import(/* webpackChunkName: "pronunciation-de" */ '@enfilade/shared-contracts/voice/pronunciation/german'),
  fr: () => import(/* webpackChunkName: "pronunciation-fr" */ '@enfilade/shared-contracts/voice/pronunciation/french'),
};

/** Turns spoken words into written words. A chunk for each language, loaded with the voice code. */
export const loadWriter = async (language: Language): Promise<Writer> => (await writers[language]()).writer;

/** If the code is not loaded, the first transport loads it. */
export function createVoiceTransports(environment: VoiceEnvironment) {
  let prepared: Language | undefined;
  let create: ((call: VoiceOptions) => Transport) | undefined;
  const load = async (language: Language) => {
    const [{ voice }, write] = await Promise.all([import(/* webpackChunkName: "voice" */ './voice-chunk.ts'), loadWriter(language)]);
    prepared = language;
    create = (call) => voice.createTransport(environment, write, call);
    return { voice, create };
  };
  return {
    create: ({ language }: ConversationContext, call: VoiceOptions): Transport | Promise<Transport> =>
      create && prepared === language ? create(call) : load(language).then((loaded) => loaded.create(call)),
    /** Evaluates the code of a call before the visitor starts a call. After a failure, the call loads the code. */
    prepare: (language: Language): Promise<void> =>
      load(language).then(
        ({ voice }) => voice.fetchCallMachine(environment.page),
        () => undefined,
      ),
  };
}
