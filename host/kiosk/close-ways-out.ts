type KioskWindow = Pick<Window, 'navigator' | 'document' | 'location'> & { open: unknown; print: unknown };

/**
 * What a browser offers pages and a kiosk's visitors must not reach: another page, another app, the printer, and the clipboard,
 * in which the next visitor would find what the one before had copied. Whatever a museum's own screen tries.
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
  // The menu of a long press opens and saves; what is cut or copied would stay.
  for (const type of ['contextmenu', 'copy', 'cut', 'dragstart']) document.addEventListener(type, prevent, true);
}

/** Anything but this site in this tab. */
export function isWayOut(link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>, origin: string): boolean {
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return true;
  try {
    return new URL(link.href).origin !== origin;
  } catch {
    return true;
  }
}
