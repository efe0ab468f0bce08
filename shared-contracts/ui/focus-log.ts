/**
 * Moves the focus from a control of the transcript to the transcript itself, else to the panel of the control. For controls
 * that vanish when pressed: the keyboard would otherwise start again at the top of the page.
 */
export function focusLog(control: Element) {
  control.closest<HTMLElement>('[role="log"], [role="tabpanel"]')?.focus({ preventScroll: true });
}
