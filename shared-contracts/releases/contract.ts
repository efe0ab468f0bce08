/**
 * Version of everything a screen relies on: ScreenProps, events, session, conversation. A remote names the
 * range it was built for; the host refuses a remote whose range this version does not satisfy.
 */
export const contractVersion = '1.7.0';
