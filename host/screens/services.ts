import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { Preview } from '../preview/create-preview.ts';
import type { Following } from '../releases/create-following.ts';
import type { RemoteLoader } from '../releases/load-remote.ts';
import type { ScreenReport } from '../releases/screen-report.ts';

/** The one of each per page, made in bootstrap and handed down as a prop. */
export interface Services {
  session: VisitorSession;
  bus: EventBus;
  api: GuideApi;
  i18n: I18n;
  conversation: Conversation;
  clock: Clock;
  loader: RemoteLoader;
  following: Pick<Following, 'replaceFailed'>;
  preview: Preview;
  report(report: ScreenReport): void;
}
