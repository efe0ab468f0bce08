import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { conversationKey, kioskKey, visitCookies } from '@enfilade/shared-contracts/visit/stored-names';

/** Each part is read back after the deletion. */
export interface Forgotten {
  cookies: boolean;
  device: boolean;
  site: boolean;
}

interface ForgetOptions {
  museumId: EntityId;
  api: Pick<GuideApi, 'forgetVisit'>;
  session: Pick<VisitorSession, 'forget'>;
  page: { document: Document; window: Pick<Window, 'sessionStorage' | 'localStorage'> };
}

/** Never rejects: the result names what remains, and the caller may try again. */
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

/** The tab's mark as a kiosk is not part of a visit. */
const isEmpty = (storage: Storage) => storage.length === (storage.getItem(kioskKey) ? 1 : 0);

/** If storage is blocked, nothing is stored, and the result is undefined. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
