import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import type { ReadableStore, Store } from '@enfilade/shared-contracts/kit/store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { callRate, type Settings } from '@enfilade/shared-contracts/visit/settings';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { z } from 'zod/mini';
import type { ScreenLoader } from './releases/screen-loader.ts';

export interface PageSync {
  page: Document;
  session: VisitorSession;
  bus: EventBus;
  conversation: Pick<Conversation, 'start' | 'stop' | 'reset' | 'setTalkingMode' | 'setGuideMuted'> & { store: ReadableStore<CallState> };
  i18n: I18n & { changeLanguage(language: string): Promise<unknown> };
  busy: ReadableStore<boolean>;
  loader: Pick<ScreenLoader, 'load'>;
  /** Set if the texts cannot be loaded and the page keeps its language. */
  failedLanguage: Store<Language | undefined>;
}

type CallState = Pick<ConversationState, 'transport' | 'phase'>;

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

/** Loads the shown screen's texts before the switch, so that no view is half translated. After a failure, the page keeps its language. */
export function followLanguage({ page, session, bus, i18n, loader, failedLanguage }: Omit<PageSync, 'conversation' | 'busy'>): void {
  const shownScreen = () => page.querySelector<HTMLElement>('[data-remote]')?.dataset['remote'];

  async function change(language: Language): Promise<void> {
    // The visitor returned to the page's language before another language had loaded.
    if (language === i18n.language) return;
    const screen = shownScreen();
    const hasTexts = await Promise.resolve(screen && loader.load(screen, { language })).then(
      () => true,
      () => false,
    );
    const { language: wanted, userChangedLanguage } = session.store.getState();
    if (wanted !== language) return;
    failedLanguage.set(hasTexts ? undefined : language);
    if (!hasTexts) {
      session.setLanguage(z.catch(languageSchema, 'en').parse(i18n.language), userChangedLanguage);
      return;
    }
    await i18n.changeLanguage(language);
    page.documentElement.lang = language;
    storePageChoice(page, session, window.isSecureContext);
    bus.emit('language-changed', { language });
  }

  page.documentElement.lang = i18n.language;
  storePageChoice(page, session, window.isSecureContext);
  session.store.subscribe((state, before) => {
    if (state.language !== before.language) void change(state.language);
  });
}

/** The gateway sends the next page in the stored language. */
export function storePageChoice(page: Document, { store }: Pick<VisitorSession, 'store'>, isSecure: boolean): void {
  const { language, userChangedLanguage } = store.getState();
  if (userChangedLanguage) page.cookie = formatCookie(cookieNames.language, language, isSecure);
}

/** The page and the conversation follow the visitor's settings. Another exhibition resets the conversation. */
export function followSession({ page, session: { store }, conversation }: Pick<PageSync, 'page' | 'session' | 'conversation'>): void {
  showSettings(page.documentElement, store.getState().settings);
  store.subscribe(({ settings, visitConfig, exhibitionId, museumId }, before) => {
    const { talkingMode, isAudioMuted } = visitConfig;
    if (settings !== before.settings) showSettings(page.documentElement, settings);
    if (talkingMode !== before.visitConfig.talkingMode) conversation.setTalkingMode(talkingMode);
    if (isAudioMuted !== before.visitConfig.isAudioMuted) conversation.setGuideMuted(isAudioMuted);
    const isElsewhere = before.exhibitionId !== undefined && exhibitionId !== before.exhibitionId;
    if (isElsewhere || (before.museumId !== undefined && museumId !== before.museumId)) conversation.reset();
  });
}

/** Repeats what first-paint/early.ts does before any file arrives. */
function showSettings({ dataset, style }: HTMLElement, { textSize, contrast, motion, captionSize }: Settings): void {
  style.fontSize = textSize === 100 ? '' : `${textSize}%`;
  style.setProperty('--caption-size', String(captionSize / 100));
  dataset['contrast'] = contrast;
  dataset['motion'] = motion;
}

/**
 * A call has one language, one speech rate and one level of language, so a change continues the conversation in a new call. A slider passes
 * many values, so another rate waits until the settings close.
 */
export function restartCalls({
  bus,
  session: { store },
  conversation,
  busy,
}: Pick<PageSync, 'bus' | 'session' | 'conversation' | 'busy'>): void {
  const isCalling = ({ transport, phase }: CallState) => transport === 'voice' && phase !== 'off' && phase !== 'failed';
  const restart = (reason: 'language' | 'speech-rate') => {
    if (!isCalling(conversation.store.getState())) return;
    conversation.stop(reason);
    conversation.start('voice');
  };
  const soundNow = () => {
    const { speechRate, isEasy } = store.getState().settings;
    return `${callRate(speechRate)} ${isEasy}`;
  };
  let sound = soundNow();
  const check = () => {
    const call = conversation.store.getState();
    const mustWait = call.phase !== 'ready' || store.getState().isChoosingSettings || busy.getState();
    if (sound === soundNow() || (isCalling(call) && mustWait)) return;
    sound = soundNow();
    restart('speech-rate');
  };
  for (const { subscribe } of [store, conversation.store, busy]) subscribe(check);
  bus.on('language-changed', () => restart('language'));
}
