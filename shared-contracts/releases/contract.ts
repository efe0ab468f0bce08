/** Version of the API for screens: ScreenProps, events, session, conversation. A remote names the range of its build. */
export const contractVersion = '1.13.1';

/** Screens of contract 2 mount themselves (`MountModule`), so they can bundle their own React. Their props are those of contract 1. */
export const mountContractVersion = '2.6.1';
