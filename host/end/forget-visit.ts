import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { conversationKey, kioskKey, visitCookies } from '@enfilade/shared-contracts/visit/stored-names';

/** Whether each is gone, as it was found afterwards. */
export interface Forgotten {
  cookies: boolean;
  device: boolean;
  /** The site has said that it is. */
  site: boolean;
}

interface ForgetOptions {
  museumId: EntityId;
  api: Pick<GuideApi, 'forgetVisit'>;
  session: Pick<VisitorSession, 'forget'>;
  page: { document: Document; window: Pick<Window, 'sessionStorage' | 'localStorage'> };
}

/** Forgets the visit here and at the site. It never rejects: what could not be deleted is said, and asking again is allowed. */
export async function forgetVisit({ museumId, api, session, page }: ForgetOptions): Promise<Forgotten> {
  const { document, window } = page;
  session.forget();
  attempt(() => {
    const kiosk = window.sessionStorage.getItem(kioskKey);
    window.sessionStorage.clear();
    if (kiosk) window.sessionStorage.setItem(kioskKey, kiosk);
    window.localStorage.removeItem(conversationKey);
  });
  const site = await api.forgetVisit(museumId).then(
    () => true,
    () => false,
  );
  return {
    cookies: attempt(() => !visitCookies.some((name) => hasCookie(document, name))) ?? true,
    device: attempt(() => isEmpty(window.sessionStorage) && window.localStorage.getItem(conversationKey) === null) ?? true,
    site,
  };
}

export const hasCookie = ({ cookie }: Document, name: string) => new RegExp(`(?:^|;\\s*)${name}=[^;]`).test(cookie);

/** That the tab is a kiosk says nothing of a visit. */
const isEmpty = (storage: Storage) => storage.length === (storage.getItem(kioskKey) ? 1 : 0);

/** Undefined if storage is blocked: then nothing is stored. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
