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

/** The cookies that end with the visit. */
export const visitCookies = [cookieNames.museumId, cookieNames.exhibitionId, cookieNames.answers, cookieNames.visitorId];

/** In local storage: the visitor's choices that outlast a visit. */
export const choiceKeys = ['language', 'userChangedLanguage', 'visitConfig', 'settings'] as const;

/** In local storage and in the tab's storage: the conversation of the visit. */
export const conversationKey = 'conversation';

/** In local storage, followed by a museum's id: the last good release set. */
export const lastSetKey = 'releaseSet ';
/** In local storage: ids of the keys that verified this site's sets. */
export const setKeysKey = 'releaseKeys';
/** In local storage, followed by remote and version: start time of the version. Each version has its own key, so that pages do not overwrite each other. */
export const startKey = 'starting ';

/** In the tab's storage: the visit screen's notes on the visit in an exhibition. */
export const visitNotesKey = (exhibitionId: string | undefined): string => `visitNotes:${exhibitionId ?? ''}`;
/** In the tab's storage: the question in the chat's field, and the ratings of its answers. */
export const chatDraftKey = 'chatDraft';
export const chatRatingsKey = 'chatRatings';
/** In the tab's storage: the object number of the address, until the guide is asked. */
export const askedObjectKey = 'askedObject';
/** In the tab's storage: the group that the visit leads. */
export const groupKey = 'group';
/** In the tab's storage: whether the tab is a kiosk. */
export const kioskKey = 'kiosk';
/** In the tab's storage: the museum's name and colours, for the offline page. */
export const shownMuseumKey = 'museum';
/** In the tab's storage: typed text of a screen before a reload. */
export const typedKey = 'typed';
/** In the tab's storage: the missing file of the last reload. */
export const goneKey = 'gone';
