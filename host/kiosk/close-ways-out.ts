type KioskWindow = Pick<Window, 'navigator' | 'document' | 'location'> & { open: unknown; print: unknown };

/** The clipboard and the printer count as ways out: the next visitor would find copied text. Also applies to a museum's own screens. */
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

export function isWayOut(link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>, origin: string): boolean {
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return true;
  try {
    return new URL(link.href).origin !== origin;
  } catch {
    return true;
  }
}
