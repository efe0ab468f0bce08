/** Moves the focus off a control that disappears when pressed. The browser would move the focus to the top of the page. */
export function focusLog(control: Element) {
  control.closest<HTMLElement>('[role="log"], [role="tabpanel"]')?.focus({ preventScroll: true });
}
