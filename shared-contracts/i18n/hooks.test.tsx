import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '../kit/store.ts';
import { useStore } from '../kit/use-store.ts';
import { createI18n } from './create-i18n.ts';
import type { I18n } from './i18n.ts';
import { type KeyOf, type TranslateKeys, useTranslation } from './use-translation.ts';

afterEach(cleanup);

function Title({ i18n }: { i18n: I18n }) {
  const { t, language } = useTranslation<'title'>(i18n, 'visit');
  return (
    <p>
      {language}: {t('title', { name: 'Ida' })} / {t('shared:back')}
    </p>
  );
}
function Adder({ i18n }: { i18n: I18n }) {
  useLayoutEffect(() => void i18n.addResourceBundle('en', 'visit', { title: 'In between' }), [i18n]);
  return null;
}

function Turn({ store, drawn }: { store: ReadableStore<{ turn: number }>; drawn: number[] }) {
  const turn = useStore(store, (state) => state.turn);
  useEffect(() => void drawn.push(turn));
  return null;
}

const shown = () => screen.getByText(/\//).textContent;

it('useTranslation renders in the page’s language and renders again when the language changes', async () => {
  const i18n = createI18n({ language: 'en' });
  i18n.addResourceBundle('en', 'visit', { title: 'Hello {{name}}' });
  i18n.addResourceBundle('de', 'visit', { title: 'Hallo {{name}}' });
  render(<Title i18n={i18n} />);
  expect(shown()).toBe('en: Hello Ida / Back');
  await act(() => i18n.changeLanguage('de'));
  expect(shown()).toBe('de: Hallo Ida / Zurück');
});

it('useTranslation renders texts that are added or replaced later', () => {
  const i18n = createI18n({ language: 'en' });
  render(<Title i18n={i18n} />);
  expect(shown()).toBe('en: title / Back');
  act(() => void i18n.addResourceBundle('en', 'visit', { title: 'Late' }));
  expect(shown()).toBe('en: Late / Back');
  act(() => void i18n.addResourceBundle('en', 'visit', { title: 'Later' }, true, true));
  expect(shown()).toBe('en: Later / Back');
});

it('useTranslation renders texts that are added between its render and its subscription', () => {
  const i18n = createI18n({ language: 'en' });
  render(
    <>
      <Adder i18n={i18n} />
      <Title i18n={i18n} />
    </>,
  );
  expect(shown()).toBe('en: In between / Back');
});

it('useTranslation removes its listeners on unmount', () => {
  const i18n = createI18n({ language: 'en' });
  const [on, off] = [rs.spyOn(i18n, 'on'), rs.spyOn(i18n, 'off')];
  render(<Title i18n={i18n} />).unmount();
  expect([on.mock.calls.length, off.mock.calls]).toEqual([2, on.mock.calls]);
});

it('the type check refuses a key that the texts lack', () => {
  const texts = { title: 'Title', left_one: '{{count}} left', left_other: '{{count}} left' };
  const t: TranslateKeys<KeyOf<typeof texts>> = (key) => key;
  expect([t('title'), t('left', { count: 1 }), t('shared:back')]).toEqual(['title', 'left', 'shared:back']);
  // @ts-expect-error a typo
  t('titel');
  // @ts-expect-error a plural's key without its ending
  t('left_one');
  // @ts-expect-error a typo in a shared text
  t('shared:bakc');
  // @ts-expect-error any string
  t(String(texts));
  // @ts-expect-error another screen's view
  const other: TranslateKeys<'subtitle'> = t;
  expect(other).toBe(t);
});

it('useStore renders again only when the selected value changes', () => {
  const store = createStore(() => ({ turn: 1, other: 1 }));
  const drawn: number[] = [];
  render(<Turn store={store} drawn={drawn} />);
  act(() => store.setState({ other: 2 }));
  act(() => store.setState({ turn: 2 }));
  expect(drawn).toEqual([1, 2]);
});
