/**
 * Version of everything a screen relies on: ScreenProps, events, session, conversation. A remote names the
 * range it was built for; the host refuses a remote whose range this version does not satisfy.
 */
export const contractVersion = '1.1.0';

/** The screens of the composition; a remote of the same name exposes each one. */
export const screenNames = ['landing', 'tailoring', 'visit', 'chat'] as const;
export type ScreenName = (typeof screenNames)[number];
