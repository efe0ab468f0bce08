/** A ref of an element that gets the focus when it appears. Screen readers announce the page that receives the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
