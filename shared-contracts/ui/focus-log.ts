/**
 * Moves the focus from a control to its transcript, or else to its panel. For controls
 * that disappear when pressed, because the focus would otherwise return to the top of the page.
 */
export function focusLog(control: Element) {
  control.closest<HTMLElement>('[role="log"], [role="tabpanel"]')?.focus({ preventScroll: true });
}
