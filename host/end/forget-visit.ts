import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { conversationKey, kioskKey, visitCookies } from '@enfilade/shared-contracts/visit/stored-names';

/** Whether each part is deleted, as read back afterwards. */
export interface Forgotten {
  cookies: boolean;
  device: boolean;
  /** The site confirmed the deletion. */
  site: boolean;
}

interface ForgetOptions {
  museumId: EntityId;
  api: Pick<GuideApi, 'forgetVisit'>;
  session: Pick<VisitorSession, 'forget'>;
  page: { document: Document; window: Pick<Window, 'sessionStorage' | 'localStorage'> };
}

/** Deletes the visit on this device and at the site. Never rejects: the result says what remains, and the caller may try again. */
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

/** The tab's mark as a kiosk is no data of a visit. */
const isEmpty = (storage: Storage) => storage.length === (storage.getItem(kioskKey) ? 1 : 0);

/** Undefined if storage is blocked: then nothing is stored. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
