import type { GuideApi } from '../../api/guide-api.ts';
import type { ConversationOptions } from '../../conversation/runtime/create-conversation.ts';
import { createTestConversation } from '../../conversation/testing/test-conversation.ts';
import { createEventBus } from '../../events/create-event-bus.ts';
import { createI18n } from '../../i18n/create-i18n.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { exhibitionSchema, type Museum, museumSchema } from '../../museum/museum.ts';
import { type MuseumProfile, museumProfileSchema } from '../../museum/profile.ts';
import type { QuestionId } from '../../museum/question-ids.ts';
import { createSession } from '../../visit/create-session.ts';
import { createPage } from '../../visit/testing/create-page.ts';
import { answersOf, type VisitState } from '../../visit/visit-states.ts';
import type { ScreenModule } from '../screen-module.ts';
import type { Destination, ScreenProps } from '../screen-props.ts';

interface PropsOptions {
  /** One of `visitStates`, or a literal. Defaults to a visit with a museum alone. */
  state?: Omit<VisitState, 'path'>;
  language?: Language;
  museum?: Museum;
  profile?: MuseumProfile;
  api?: Partial<GuideApi>;
  /** By default, a text transport connects and never answers. */
  conversation?: Partial<ConversationOptions>;
}

const voice = (voiceId: string) => ({ voiceId, label: voiceId, uiStringID: `voice.${voiceId}`, voicePreviewUrl: `/${voiceId}.mp3` });

const someMuseum = museumSchema.parse({
  _id: '6610a1b2c3d4e5f601000001',
  name: 'Palazzo Belmonte',
  exhibitions: [
    { _id: '6610a1b2c3d4e5f602000001', name: 'Grand Staircase' },
    { _id: '6610a1b2c3d4e5f602000002', name: 'Venetian Room' },
  ],
});
const someProfile = museumProfileSchema.parse({ voices: { en: [voice('en-1')], de: [voice('de-1')], fr: [voice('fr-1')] } });

const refusingApi = new Proxy({} as GuideApi, {
  get: (_, call) => () => Promise.reject(new Error(`The test sets no answer for api.${String(call)}(); pass one in \`api\``)),
});

/** Session, translator, bus and conversation are real. `props.session.dispose()` ends the session. */
export async function createScreenProps({ loadTexts }: Pick<ScreenModule, 'loadTexts'>, options: PropsOptions = {}) {
  const { state = {}, language = 'en', museum = someMuseum, profile = someProfile, api } = options;
  const session = createSession(createPage());
  const [exhibition] = state.hasExhibition ? museum.exhibitions : [];
  session.arrive(museum._id, exhibition?._id);
  session.setLanguage(language, true);
  for (const [id, chosen] of Object.entries(answersOf(state, { profile, language }))) session.answer(id as QuestionId, chosen);
  session.configure(state.visitConfig ?? {});
  const i18n = createI18n({ language });
  for (const each of languages) i18n.addResourceBundle(each, __REMOTE_NAME__, (await loadTexts(each)).default);
  const bus = createEventBus({
    checksPayloads: true,
    reportError(error) {
      throw error;
    },
  });
  const { conversation, clock } = createTestConversation({
    bus,
    context: () => session.store.getState(),
    preferences: () => session.store.getState().visitConfig,
    ...options.conversation,
  });
  const went: Destination[] = [];
  const busy = new Set<string>();
  const props: ScreenProps = {
    ...{ museum, profile, session, conversation, bus, clock, i18n },
    ...(exhibition && { exhibition: exhibitionSchema.parse(exhibition) }),
    ...(state.question && { question: state.question }),
    api: api ? Object.assign(Object.create(refusingApi), api) : refusingApi,
    go: (to) => void went.push(to),
    setBusy: (part, isBusy) => void (isBusy ? busy.add(part) : busy.delete(part)),
  };
  return { props, i18n, went, clock, isBusy: () => busy.size > 0 };
}
