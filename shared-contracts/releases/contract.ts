/**
 * Version of everything a screen relies on: ScreenProps, events, session, conversation. A remote names the
 * range it was built for; the host refuses a remote whose range this version does not satisfy.
 */
export const contractVersion = '1.7.0';

/** The screens of the composition; a remote of the same name exposes each one. */
export const screenNames = ['landing', 'tailoring', 'visit', 'chat'] as const;
export type ScreenName = (typeof screenNames)[number];

/** The remote that operators see at `/operator`; it belongs to no museum and to no visit. */
export const operatorRemote = 'operator';
/** Where they see it; no visitor is ever led there. */
export const operatorPath = '/operator';
/** Everything a release set can pin that the host knows how to show. */
export const remoteNames = [...screenNames, operatorRemote] as const;
export type RemoteName = (typeof remoteNames)[number];
