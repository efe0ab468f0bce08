import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { RequestEnvironment } from '@enfilade/shared-contracts/api/request';
import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Store } from '@enfilade/shared-contracts/kit/store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { createContext, useContext } from 'react';
import type { Kiosk } from '../museums/kiosk-tab.ts';
import type { MuseumRecords } from '../museums/records.ts';
import type { BlockedVersions } from '../releases/blocked-versions.ts';
import type { CurrentSet } from '../releases/current-set.ts';
import type { Preview } from '../releases/preview.ts';
import type { ReleaseUpdater } from '../releases/release-updater.ts';
import type { ScreenReport } from '../releases/remote-error.ts';
import type { ScreenLoader } from '../releases/screen-loader.ts';
import type { StartFlags } from '../releases/start-flags.ts';
import type { TextKey } from '../texts/texts.ts';
import type { Busy } from './busy.ts';

/** Created once in bootstrap. */
export interface HostServices {
  session: VisitorSession;
  bus: EventBus;
  api: GuideApi;
  records: MuseumRecords;
  i18n: I18n;
  conversation: Conversation;
  clock: Clock;
  preview: Preview;
  blocked: Pick<BlockedVersions, 'has'>;
  currentSet: Pick<CurrentSet, 'getState' | 'subscribe' | 'unverified' | 'load'>;
  loader: Pick<ScreenLoader, 'peek' | 'load' | 'begin'>;
  updater: Pick<ReleaseUpdater, 'replaceFailed'>;
  startFlags: Pick<StartFlags, 'hasHung' | 'start'>;
  report(report: ScreenReport): void;
  /** For clients of the gateway that are loaded late. */
  environment: RequestEnvironment;
  /** Undefined if this tab is not a kiosk. */
  kiosk: Kiosk | undefined;
  /** The visitor chose this language, and its texts did not load. */
  failedLanguage: Store<Language | undefined>;
  busy: Busy;
}

/** Provided by the shell. */
export const HostContext = createContext<HostServices | undefined>(undefined);

export const useHost = (): HostServices => useContext(HostContext) as HostServices;

/** @template Key keys of the part's texts */
export const useTexts = <Key extends string = TextKey>(part = 'host') => useTranslation<Key>(useHost().i18n, part);
