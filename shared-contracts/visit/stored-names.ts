// Everything that this site stores in a visitor's browser, by its name. The scripts in the page's own HTML (host/first-paint) import
// nothing and spell `settings`, `language`, `userChangedLanguage`, `conversation` and `start` themselves.

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

/** In local storage: what the visitor chose for longer than a visit. */
export const choiceKeys = ['language', 'userChangedLanguage', 'visitConfig', 'settings'] as const;

/** In local storage and in the tab's: what was said in the visit. */
export const conversationKey = 'conversation';

/** In local storage, before a museum's id: the last good release set. */
export const lastSetKey = 'releaseSet ';
/** In local storage: ids of the keys that this site's sets were verified with. */
export const setKeysKey = 'releaseKeys';
/** In local storage, before remote and version: since when the version starts. One key each, so that no page overwrites another page's. */
export const startKey = 'starting ';

/** In the tab's storage: what the visit's screen remembers of the visit in an exhibition. */
export const visitNotesKey = (exhibitionId: string | undefined): string => `visitNotes:${exhibitionId ?? ''}`;
/** In the tab's storage: the question in the chat's field, and the ratings of its answers. */
export const chatDraftKey = 'chatDraft';
export const chatRatingsKey = 'chatRatings';
/** In the tab's storage: the number on a label that the address named, until the guide is asked. */
export const askedObjectKey = 'askedObject';
/** In the tab's storage: the group that is led. */
export const groupKey = 'group';
/** In the tab's storage: that the tab is a kiosk, and nothing of a visitor. */
export const kioskKey = 'kiosk';
/** In the tab's storage: the museum's name and colours, for the offline page. */
export const shownMuseumKey = 'museum';
/** In the tab's storage: what was typed into a screen before its page was loaded again. */
export const typedKey = 'typed';
/** In the tab's storage: the missing file for which the page was loaded again last. */
export const goneKey = 'gone';
