import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillScene } from '@enfilade/server/gateway/files/media-routes';
import { houseTheme, type ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import type { Page } from '@playwright/test';

// infra/tooling/scripts/gallery.mjs sets the address of the pages, and the folder of pictures and notes.
const { GALLERY_PAGES = '', GALLERY_PICTURES = '', GALLERY_SCREENS = '', GALLERY_BARRIERS, GALLERY_QUICK } = process.env;
const site = 'http://gallery.test';

export const pictures = GALLERY_PICTURES;
export const screens = GALLERY_SCREENS.split(',');
const allSizes = ['320x568', '390x844', '844x390', '768x1024', '1440x900'];
const someSizes = ['390x844', '1440x900'];
/** `--barriers --quick`: in German, whose words are the longest, at three sizes. */
export const isQuickLook = Boolean(GALLERY_BARRIERS && GALLERY_QUICK);
const quickSizes = isQuickLook ? ['320x568', '1440x900', '390x844'] : someSizes;
export const sizes = GALLERY_QUICK ? quickSizes : allSizes;
const quickLanguages = isQuickLook ? ['de'] : ['en'];
export const languages = GALLERY_QUICK ? quickLanguages : ['en', 'de', 'fr'];
export const themes: readonly ThemeMode[] = ['positive', 'negative'];

const demo = path.resolve(import.meta.dirname, '../../infra/demo');
const scene = readFileSync(path.join(demo, 'scenes/venetian-room.svg'), 'utf8');
const logo = path.join(demo, 'museums/belmonte/logo.svg');

/** Opens the page with the views, and freezes time and randomness. @returns the names of the views */
export async function openScreen(page: Page, screen: string): Promise<string[]> {
  await page.clock.setFixedTime('2026-11-24T10:00:00Z');
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.5 }));
  await page.context().route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const { searchParams } = new URL(page.url(), site);
    const file = path.join(GALLERY_PAGES, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (existsSync(file)) return route.fulfill({ path: file });
    if (pathname === '/logo.svg') return route.fulfill({ path: logo });
    if (!pathname.endsWith('.svg')) return route.fulfill({ status: 404 });
    const theme = searchParams.get('theme') === 'negative' ? 'negative' : 'positive';
    return route.fulfill({ contentType: 'image/svg+xml', body: fillScene(scene, houseTheme, theme) });
  });
  await page.goto(`${site}/${screen}/`);
  return page.getByRole('link').allTextContents();
}

interface View {
  screen: string;
  state: string;
  language: string;
  theme: ThemeMode;
}

/** Waits for fonts, pictures, and what is rendered once the sizes are known. */
export async function openView(page: Page, { screen, ...view }: View): Promise<void> {
  await page.goto(`${site}/${screen}/?${new URLSearchParams(view)}`);
  await page.locator('#page > *').first().waitFor({ state: 'attached' });
  await awaitDrawn(page);
}

/** Loading a page for each view costs five times as much. */
export async function showView(page: Page, state: string, others: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    (search) => {
      document.documentElement.dataset['theme'] = 'positive';
      history.replaceState(null, '', search);
      window.dispatchEvent(new PopStateEvent('popstate'));
      window.scrollTo(0, 0);
    },
    `?${new URLSearchParams({ state, language: languages[0] ?? '', theme: 'positive', ...others })}`,
  );
  await awaitDrawn(page);
}

export const resize = (page: Page, size: string): Promise<void> => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return page.setViewportSize({ width, height });
};

export async function awaitDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].filter(({ src }) => src).map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}
