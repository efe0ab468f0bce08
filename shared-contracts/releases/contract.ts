/**
 * Version of everything a screen relies on: ScreenProps, events, session, conversation. A remote names the
 * range it was built for; the host refuses a remote whose range this version does not satisfy.
 */
export const contractVersion = '1.13.0';

/**
 * The same for screens of contract 2, which mount themselves into an element (`MountModule`) instead of handing over a
 * component, and so may bring a React of their own. What they are given is what screens of contract 1 are given.
 */
export const mountContractVersion = '2.6.0';
