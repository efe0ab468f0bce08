import type { ConversationContext } from '@enfilade/shared-contracts/conversation/conversation';
import type { Transport, VoiceOptions } from '@enfilade/shared-contracts/conversation/transport';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Writer } from '@enfilade/shared-contracts/voice/pronunciation/create-writer';
import type { VoiceEnvironment } from './voice-chunk.ts';

const writers: Record<Language, () => Promise<{ writer: Writer }>> = {
  en: () => import(/* webpackChunkName: "pronunciation-en" */ '@enfilade/shared-contracts/voice/pronunciation/english'),
  de: () => import(/* webpackChunkName: "pronunciation-de" */ '@enfilade/shared-contracts/voice/pronunciation/german'),
  fr: () => import(/* webpackChunkName: "pronunciation-fr" */ '@enfilade/shared-contracts/voice/pronunciation/french'),
};

/** The rules that turn spoken words of a language into written words, in their own chunk, loaded with the voice code. */
export const loadWriter = async (language: Language): Promise<Writer> => (await writers[language]()).writer;

/** Makes voice transports, at once if their code is loaded. Otherwise the first transport loads the code. */
export function createVoiceTransports(environment: VoiceEnvironment) {
  let prepared: Language | undefined;
  let create: ((call: VoiceOptions) => Transport) | undefined;
  /** The voice code, one chunk of this build, and its language's rules. */
  const load = async (language: Language) => {
    const [{ voice }, write] = await Promise.all([import(/* webpackChunkName: "voice" */ './voice-chunk.ts'), loadWriter(language)]);
    prepared = language;
    create = (call) => voice.createTransport(environment, write, call);
    return { voice, create };
  };
  return {
    create: ({ language }: ConversationContext, call: VoiceOptions): Transport | Promise<Transport> =>
      create && prepared === language ? create(call) : load(language).then((loaded) => loaded.create(call)),
    /** Loads and evaluates the code of a call before the visitor starts a call. After a failure, the call loads the code. */
    prepare: (language: Language): Promise<void> =>
      load(language).then(
        ({ voice }) => voice.fetchCallMachine(environment.page),
        () => undefined,
      ),
  };
}
