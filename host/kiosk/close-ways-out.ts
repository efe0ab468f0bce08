type KioskWindow = Pick<Window, 'navigator' | 'document' | 'location'> & { open: unknown; print: unknown };

/**
 * Blocks everything that leads out of a kiosk: other pages, other apps, the printer, and the clipboard, in which the next visitor would
 * find copied text. The block also holds for a museum's own screens.
 */
export function closeWaysOut(page: KioskWindow): void {
  const { navigator, document } = page;
  for (const name of ['clipboard', 'share']) Object.defineProperty(navigator, name, { value: undefined, configurable: true });
  page.open = () => null;
  page.print = () => undefined;
  const prevent = (event: Event) => event.preventDefault();
  const onClick = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href], area[href]');
    if (link && isWayOut(link, page.location.origin)) event.preventDefault();
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, onClick, true);
  // The menu of a long press can open and save pages. Copied text would stay in the clipboard.
  for (const type of ['contextmenu', 'copy', 'cut', 'dragstart']) document.addEventListener(type, prevent, true);
}

/** Whether the link leads anywhere but to this site in this tab. */
export function isWayOut(link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>, origin: string): boolean {
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return true;
  try {
    return new URL(link.href).origin !== origin;
  } catch {
    return true;
  }
}
