// The names of everything that this site stores in a visitor's browser. The scripts in the page's own HTML (host/first-paint) import
// nothing and repeat `settings`, `language`, `userChangedLanguage`, `conversation` and `start`.

export const cookieNames = {
  museumId: 'museumID',
  exhibitionId: 'collectionID',
  answers: 'tailoringAnswers',
  visitorId: 'visitorID',
  grants: 'grants',
  avoidedVersions: 'avoidedVersions',
  language: 'language',
} as const;

export const visitCookies = [cookieNames.museumId, cookieNames.exhibitionId, cookieNames.answers, cookieNames.visitorId];

/** In local storage. The choices outlast a visit. */
export const choiceKeys = ['language', 'userChangedLanguage', 'visitConfig', 'settings'] as const;

/** In local storage and in the tab's storage. */
export const conversationKey = 'conversation';

/** In local storage, followed by a museum's id: the last good release set. */
export const lastSetKey = 'releaseSet ';
/** In local storage: ids of the keys that verified this site's sets. */
export const setKeysKey = 'releaseKeys';
/** In local storage, followed by remote and version. Each version has its own key, so that pages do not overwrite each other. */
export const startKey = 'starting ';

export const visitNotesKey = (exhibitionId: string | undefined): string => `visitNotes:${exhibitionId ?? ''}`;
/** In the tab's storage, as are all keys below. */
export const chatDraftKey = 'chatDraft';
export const chatRatingsKey = 'chatRatings';
/** The object number of the address, until the guide is asked. */
export const askedObjectKey = 'askedObject';
/** The group that the visit leads. */
export const groupKey = 'group';
export const kioskKey = 'kiosk';
export const shownMuseumKey = 'museum';
/** Typed text of a screen before a reload. */
export const typedKey = 'typed';
