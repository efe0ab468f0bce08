import axe from 'axe-core';
import { z } from 'zod';

/** Playwright's page, or a `Driver`. */
type Evaluate = (script: string) => Promise<unknown>;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Scrolling uncovers targets under a sticky bar, so their size is ignored. */
const axeRun = (rules?: readonly string[]) => `(() => {
  const isBar = (element) => element !== null && (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isBar(element.parentElement));
  const isBeneathBar = ({ target }) => {
    const element = document.querySelector(target[0]);
    const { x, width, top, bottom } = element.getBoundingClientRect();
    const above = [top + 1, bottom - 1].map((y) => document.elementFromPoint(x + width / 2, y));
    return above.some((one) => one !== null && !element.contains(one) && isBar(one));
  };
  return axe.run({ runOnly: ${JSON.stringify(rules ?? tags)}, resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .map(({ id, nodes }) => [id, nodes.filter((node) => id !== 'target-size' || !isBeneathBar(node))])
      .filter(([, nodes]) => nodes.length > 0)
      .map(([id, nodes]) => \`axe \${id}: \${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}\`),
  );
})()`;

const listSchema = z.array(z.string());

export const findFaults = async (evaluate: Evaluate): Promise<string[]> => [
  ...listSchema.parse(await evaluate(inspection(true))),
  ...(await findAxeFaults(evaluate)),
];

/** If `rules` is absent, checks WCAG 2.2 A and AA and axe's best practices. */
export async function findAxeFaults(evaluate: Evaluate, rules?: readonly string[]): Promise<string[]> {
  if (!(await evaluate('"axe" in window'))) await evaluate(`void (() => {\n${axe.source}\n})()`);
  return listSchema.parse(await evaluate(axeRun(rules)));
}

export const findUnfit = async (evaluate: Evaluate): Promise<string[]> => listSchema.parse(await evaluate(inspection(false)));

// The rest of this file runs in the page. Content that scrolling uncovers is not a fault.

const nameOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60) || element.outerHTML.slice(0, 90);

function isForEyes(element: Element): boolean {
  const { left, width, height } = element.getBoundingClientRect();
  const centre = left + width / 2;
  const isShown = width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // A carousel's arrows reach its other slides.
  const isOtherSlide = element.closest('[aria-roledescription]') && (centre < 0 || centre > innerWidth);
  const isClipped = (each: Element | null): boolean =>
    each !== null && (getComputedStyle(each).clipPath === 'inset(50%)' || isClipped(each.parentElement));
  return isShown && !isOtherSlide && !element.closest('[inert], [aria-hidden="true"]') && !isClipped(element);
}

/** A modal dialog makes the rest of the page inert. */
const page = () => document.querySelector('dialog:modal') ?? document.body;
const shownElements = () => [...page().querySelectorAll('*')].filter(isForEyes);
const shownTexts = () =>
  shownElements().flatMap((parent) =>
    [...parent.childNodes].flatMap((node) =>
      !parent.matches('textarea, option') && node instanceof Text && node.data.trim() ? [{ parent, node, words: node.data.trim() }] : [],
    ),
  );

function findWords(): string[] {
  const language = document.documentElement.lang;
  const attributes = ['aria-label', 'title', 'alt', 'placeholder', 'class', 'aria-description'];
  const named = shownElements().flatMap((element) => attributes.flatMap((name) => element.getAttribute(name) ?? []));
  const texts = shownTexts();
  const own = texts.filter(
    ({ parent }) => parent.closest('[lang]') === document.documentElement && !parent.closest('select, [role="log"]'),
  );
  const never = /(?!)/;
  const synonyms = { en: /\b(collections|exhibits)\b/i, de: /Rundg[aä]ng|Sammlungen/, fr: /\bparcours\b|collections/i }[language];
  const foreign = { en: /\b(und|nicht|vous|votre)\b/, de: /\b(the|your|vous|votre)\b/i, fr: /\b(the|your|nicht|und)\b/i }[language];
  const elision = language === 'fr' ? /(^|[\s’])(de|que|le|la|je) [AEIOUYÉÈÊÀÂÎÔ]/ : never;
  const all = [...texts.map(({ words }) => words), ...named];
  const among = (words: readonly string[], pattern: RegExp, fault: string) =>
    words.filter((each) => pattern.test(each)).map((each) => `${fault}: ${each}`);
  const ownWords = own.map(({ words }) => words);
  return [
    ...among(all, /undefined|\bnull\b|\bNaN\b|\[object|\bLLM\b|\{\{/, 'a programmer’s word'),
    ...among(ownWords, /^[a-z]+([.][a-zA-Z]+)+$|^[a-z]+[A-Z]\w+$/, 'a key'),
    ...among(all, elision, 'not elided'),
    ...among(ownWords, synonyms ?? never, 'a second word for exhibitions'),
    ...among(ownWords, foreign ?? never, 'another language'),
  ];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Boxes that scroll do not cut. */
function isCutBy(box: Element | null, { left, right, top, bottom }: Box): boolean {
  if (!box || box === document.body) return false;
  const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(box);
  if (position === 'fixed' || webkitLineClamp !== 'none') return false;
  const edge = box.getBoundingClientRect();
  // A line's box is taller than its letters.
  const slack = (bottom - top) / 4;
  if (/hidden|clip/.test(overflowX) && (left < edge.left - 2 || right > edge.right + 2)) return true;
  if (/hidden|clip/.test(overflowY) && (top + slack < edge.top || bottom - slack > edge.bottom)) return true;
  const seen = { left: Math.max(left, edge.left), right: Math.min(right, edge.right) };
  const seenHigh = { top: Math.max(top, edge.top), bottom: Math.min(bottom, edge.bottom) };
  return isCutBy(box.parentElement, {
    ...(overflowX === 'visible' ? { left, right } : seen),
    ...(overflowY === 'visible' ? { top, bottom } : seenHigh),
  });
}

function findCut(): string[] {
  const isCut = ({ parent, node }: ReturnType<typeof shownTexts>[number]) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return isCutBy(parent, range.getBoundingClientRect());
  };
  return shownTexts()
    .filter(isCut)
    .map(({ words }) => `cut: ${words}`);
}

function findCutPlaceholders(): string[] {
  const canvas = document.createElement('canvas').getContext('2d');
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')];
  const isCut = (field: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    if (!canvas || !isForEyes(field) || field.value) return false;
    canvas.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return canvas.measureText(field.placeholder).width > room;
  };
  return fields.filter(isCut).map(({ placeholder }) => `placeholder cut: ${placeholder}`);
}

function coverOf(element: Element): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const found = document.elementFromPoint(x, y);
  if (!found) return 'the edge of the window';
  const isLabel = found instanceof HTMLLabelElement && found.control === element;
  return isLabel || element.contains(found) || found.contains(element) ? '' : nameOf(found);
}

function isSmall(control: Element): boolean {
  const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
  // The dots of the carousel, and links in sentences.
  const least = control.hasAttribute('aria-label') && !control.textContent?.trim() ? 24 : 44;
  return (Math.round(width) < least || Math.round(height) < 44) && !control.matches('p a, li a');
}

/** Scrolling uncovers no fault. */
function findControls(): string[] {
  const scrolled = [...document.querySelectorAll('*')].map((each) => ({ each, top: each.scrollTop, left: each.scrollLeft }));
  const controls = [...page().querySelectorAll('button, a[href], input, select, textarea, [role="tab"]')].filter(isForEyes);
  const coverAfterScrolling = (control: Element) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const cover = coverOf(control);
    for (const { each, top, left } of scrolled) each.scrollTo({ top, left, behavior: 'instant' });
    return cover && [`covered: ${nameOf(control)} by ${cover}`];
  };
  return controls.flatMap((control) => [
    ...(isSmall(control) ? [`small: ${nameOf(control)}`] : []),
    ...((coverOf(control) && coverAfterScrolling(control)) || []),
  ]);
}

/** Bars as wide as their page, dialog or column hide only scrolled text. */
function findFloats(): string[] {
  const isFloat = (element: Element) => {
    const { position, backgroundColor, opacity } = getComputedStyle(element);
    const column = position === 'sticky' ? element.parentElement : ((element as HTMLElement).offsetParent ?? page());
    const isNarrow = element.getBoundingClientRect().width < (column?.clientWidth ?? 0) * 0.7;
    return isNarrow && opacity !== '0' && /absolute|fixed|sticky/.test(position) && !/, 0\)$/.test(backgroundColor);
  };
  const over = (parent: Element, element: Element | null): Element | undefined => {
    if (!element || element.contains(parent) || parent.contains(element)) return undefined;
    return isFloat(element) ? element : over(parent, element.parentElement);
  };
  return shownTexts().flatMap(({ parent, node, words }) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].flatMap(({ left, top, width, height }) => {
      const float = over(parent, document.elementFromPoint(left + width / 2, top + height / 2));
      return float && width > 8 ? [`words under “${nameOf(float)}”: ${words}`] : [];
    });
  });
}

function inspectPage(readsWords: boolean): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const broken = [...document.images].filter((each) => each.complete && each.naturalWidth === 0 && isForEyes(each));
  const finders = [findCut, findCutPlaceholders, findControls, findFloats, ...(readsWords ? [findWords] : [])];
  const faults = finders.flatMap((find) => find());
  faults.push(...broken.map(({ src }) => `broken picture: ${src}`));
  if (scrollWidth > clientWidth) faults.push(`page wider than the window: ${scrollWidth} > ${clientWidth}`);
  return [...new Set(faults)];
}

const inspectors = [isForEyes, findWords, isCutBy, findCut, isSmall, findCutPlaceholders, coverOf, findControls, findFloats, inspectPage];
const inspection = (readsWords: boolean) => `(() => {
  const nameOf = ${nameOf};
  const page = ${page};
  const shownElements = ${shownElements};
  const shownTexts = ${shownTexts};
  ${inspectors.join('\n')}
  return inspectPage(${readsWords});
})()`;
