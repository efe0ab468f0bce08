import './zod-without-eval.ts';
import './styles/page.css';
import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import { createConversation } from '@enfilade/shared-contracts/conversation/create-conversation';
import { createTextTransport } from '@enfilade/shared-contracts/conversation/text-transport';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './arrival/queries.ts';
import { createFederation } from './composition/federation.ts';
import { createRemoteLoader } from './composition/load-remote.ts';
import { createReleaseSet } from './composition/read-release-set.ts';
import { followLanguage } from './follow-language.ts';
import type { ScreenReport, Services } from './services.ts';
import { Shell } from './shell.tsx';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
