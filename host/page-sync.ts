import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { callRate } from '@enfilade/shared-contracts/visit/settings';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { z } from 'zod/mini';
import type { ScreenLoader } from './releases/screen-loader.ts';

export interface PageSync {
  page: Document;
  session: VisitorSession;
  bus: EventBus;
  conversation: Conversation;
  i18n: SwitchableI18n;
  busy: ReadableStore<boolean>;
  loader: Pick<ScreenLoader, 'load'>;
  /** Called if the texts cannot be loaded and the page keeps its language. */
  onLanguageFailed(language: Language): void;
}

interface SwitchableI18n extends I18n {
  changeLanguage(language: string): Promise<unknown>;
}

/** Browsers' translators and reading aids move nodes that React holds, and React then removes the screen (facebook/react#11538). */
export function allowMovedNodes(nodes: Pick<Node, 'removeChild' | 'insertBefore'>): void {
  const { removeChild, insertBefore } = nodes;
  nodes.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const parent = child.parentNode;
    if (parent) removeChild.call(parent, child);
    return child;
  };
  nodes.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    insertBefore.call(this, child, next?.parentNode === this ? next : null);
    return child;
  };
}

export function syncPage(sync: PageSync): void {
  followLanguage(sync);
  restartInLanguage(sync.bus, sync.conversation);
  followVisitConfig(sync.session, sync.conversation);
  followSettings(sync.page.documentElement, sync.session);
  restartAtRate(sync);
  resetInOtherExhibition(sync.session, sync.conversation);
}

/** Loads the shown screen's texts before the switch, so that no view is half translated. After a failure, the page keeps its language. */
export function followLanguage({
  page,
  session,
  bus,
  i18n,
  loader,
  onLanguageFailed,
}: Omit<PageSync, 'conversation' | 'busy'>): () => void {
  const shownScreen = () => page.querySelector<HTMLElement>('[data-remote]')?.dataset['remote'];

  async function change(language: Language): Promise<void> {
    // The visitor returned to the page's language before another language had loaded.
    if (language === i18n.language) return;
    const screen = shownScreen();
    try {
      if (screen) await loader.load(screen, { language });
    } catch {
      if (session.store.getState().language !== language) return;
      onLanguageFailed(language);
      session.setLanguage(z.catch(languageSchema, 'en').parse(i18n.language), session.store.getState().userChangedLanguage);
      return;
    }
    if (session.store.getState().language !== language) return;
    await i18n.changeLanguage(language);
    page.documentElement.lang = language;
    bus.emit('language-changed', { language });
  }

  page.documentElement.lang = i18n.language;
  return session.store.subscribe((state, before) => {
    if (state.language !== before.language) void change(state.language);
  });
}

type CallState = Pick<ConversationState, 'transport' | 'phase'>;

const isCalling = ({ transport, phase }: CallState) => transport === 'voice' && phase !== 'off' && phase !== 'failed';

/** A call has one language, so a change of language continues the conversation in a new call. */
export function restartInLanguage(
  bus: Pick<EventBus, 'on'>,
  conversation: Pick<Conversation, 'start' | 'stop'> & { store: { getState(): CallState } },
): () => void {
  return bus.on('language-changed', () => {
    if (!isCalling(conversation.store.getState())) return;
    conversation.stop('language');
    conversation.start('voice');
  });
}

export function followVisitConfig(
  { store }: Pick<VisitorSession, 'store'>,
  conversation: Pick<Conversation, 'setTalkingMode' | 'setGuideMuted'>,
): () => void {
  return store.subscribe(({ visitConfig }, { visitConfig: before }) => {
    if (visitConfig.talkingMode !== before.talkingMode) conversation.setTalkingMode(visitConfig.talkingMode);
    if (visitConfig.isAudioMuted !== before.isAudioMuted) conversation.setGuideMuted(visitConfig.isAudioMuted);
  });
}

interface RateSync {
  session: Pick<VisitorSession, 'store'>;
  conversation: Pick<Conversation, 'start' | 'stop'> & { store: ReadableStore<CallState> };
  busy: ReadableStore<boolean>;
}

/** Repeats what first-paint/early.ts does before any file arrives. */
export function followSettings({ dataset, style }: HTMLElement, { store }: Pick<VisitorSession, 'store'>): () => void {
  const show = () => {
    const { textSize, contrast, motion, captionSize } = store.getState().settings;
    style.fontSize = textSize === 100 ? '' : `${textSize}%`;
    style.setProperty('--caption-size', String(captionSize / 100));
    dataset['contrast'] = contrast;
    dataset['motion'] = motion;
  };
  show();
  return store.subscribe((state, before) => state.settings !== before.settings && show());
}

/** A call has one speech rate and one level of language. A slider passes many values, so the restart waits until the settings close. */
export function restartAtRate({ session: { store }, conversation, busy }: RateSync): () => void {
  const soundNow = () => {
    const { speechRate, isEasy } = store.getState().settings;
    return `${callRate(speechRate)} ${isEasy}`;
  };
  let sound = soundNow();
  const check = () => {
    const call = conversation.store.getState();
    const isOver = !isCalling(call);
    if (!isOver && (call.phase !== 'ready' || store.getState().isChoosingSettings || busy.getState() || sound === soundNow())) return;
    sound = soundNow();
    if (isOver) return;
    conversation.stop('speech-rate');
    conversation.start('voice');
  };
  const endings = [store.subscribe(check), conversation.store.subscribe(check), busy.subscribe(check)];
  return () => {
    for (const end of endings) end();
  };
}

export function resetInOtherExhibition({ store }: Pick<VisitorSession, 'store'>, conversation: Pick<Conversation, 'reset'>): () => void {
  return store.subscribe((state, before) => {
    const isElsewhere = before.exhibitionId !== undefined && state.exhibitionId !== before.exhibitionId;
    if (isElsewhere || (before.museumId !== undefined && state.museumId !== before.museumId)) conversation.reset();
  });
}

/** The gateway sends the next page in the stored language. */
export function storePageChoice(page: Document, { store }: Pick<VisitorSession, 'store'>, isSecure: boolean): void {
  const { language, userChangedLanguage } = store.getState();
  if (userChangedLanguage) page.cookie = formatCookie(cookieNames.language, language, isSecure);
}
