/**
 * Version of the API for screens: ScreenProps, events, session, conversation. A remote names the
 * range of its build, and the host refuses a remote whose range this version does not satisfy.
 */
export const contractVersion = '1.13.0';

/**
 * Version for screens of contract 2, which mount themselves into an element (`MountModule`) instead of exporting a
 * component, so that they can bundle their own React. Their props are those of contract 1.
 */
export const mountContractVersion = '2.6.0';
