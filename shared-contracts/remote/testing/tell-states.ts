import { expect, rs } from '@rstest/core';
import { act, render } from '@testing-library/react';
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { ReactElement } from 'react';

const live = ['status', 'alert', 'log'];
const stateAttributes = ['pressed', 'selected', 'checked', 'expanded', 'current', 'disabled', 'busy', 'invalid', 'valuetext'];

const textOf = (node: Node): string => {
  const parts = node instanceof HTMLElement && !isInline(node) ? [...node.childNodes].map(textOf) : [node.textContent ?? ''];
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
};
const isInline = (element: HTMLElement) => element.matches('span, b, strong, em, a, button, mark');

/** Computing names reads the same styles often, and happy-dom computes styles slowly. */
const styles = new WeakMap<Element, CSSStyleDeclaration>();
function getStyle(element: Element): CSSStyleDeclaration {
  const style = styles.get(element) ?? getComputedStyle(element);
  styles.set(element, style);
  return style;
}
const reading = { getComputedStyle: getStyle, computedStyleSupportsPseudoElements: false };

/** Such as `button "Retry", disabled, “Choose at least one”`. */
function describe(element: HTMLElement): string {
  const states = stateAttributes.flatMap((name) => {
    const value = element.getAttribute(`aria-${name}`);
    if (value === null || value === 'false') return [];
    return [value === 'true' ? name : `${name}: ${value}`];
  });
  const native = element as Partial<HTMLInputElement>;
  const isChecked = native.checked === true && native.type !== 'button';
  const description = computeAccessibleDescription(element, reading);
  return [
    `${getRole(element) ?? element.localName} "${computeAccessibleName(element, reading)}"`,
    ...(isChecked ? ['checked'] : []),
    ...states,
    ...(description ? [`“${description.replaceAll(/\s+/g, ' ').trim()}”`] : []),
  ].join(', ');
}

const tabStops = 'a[href], button, input, select, textarea, summary, [tabindex]';
const isTabStop = (element: HTMLElement) => element.matches(tabStops) && (element.tabIndex >= 0 || element.localName === 'summary');

function tellElement(element: HTMLElement): string[] {
  const role = getRole(element) ?? '';
  const text = textOf(element);
  const isLive = element.getAttribute('aria-live') === 'polite' || (live.includes(role) && element.getAttribute('aria-live') !== 'off');
  const focus = document.activeElement === element ? ' (has the focus)' : '';
  return [
    ...(isLive && text ? [`${role || 'live'}: ${text}`] : []),
    ...(role === 'heading' ? [`${element.localName}: ${text}${focus}`] : []),
    ...(isTabStop(element) ? [`Tab: ${describe(element)}`] : []),
  ];
}

function tellElements(element: Element): string[] {
  if (!(element instanceof HTMLElement) || element.hidden || element.getAttribute('aria-hidden') === 'true') return [];
  return [...tellElement(element), ...[...element.children].flatMap(tellElements)];
}

const joinTabStops = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll(/(?<=Tab: .*)\nTab: /g, ' · ')
    .split('\n');

/** The accessibility tree of each view as text for a snapshot. Also asserts that no text of a view is missing. */
export async function tellStates(draw: () => Record<string, ReactElement>): Promise<string> {
  // Some views show a date or a duration.
  process.env['TZ'] = 'UTC';
  const { useFakeTimers: pretendDay, useRealTimers: endDay } = rs;
  pretendDay({ now: Date.parse('2026-11-24T10:00:00Z'), toFake: ['Date'] });
  const told: string[] = [];
  for (const [name, view] of Object.entries(draw())) {
    const { container, unmount } = await act(async () => render(view));
    // A view may press its own buttons.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(container.textContent, name).toMatch(/^(?!.*(\{\{|undefined)).+/);
    expect(container.innerHTML, name).not.toMatch(/\bundefined\b/);
    told.push(name, ...joinTabStops(tellElements(container)).map((line) => `  ${line}`), '');
    await act(async () => unmount());
  }
  endDay();
  return told.join('\n');
}
