import { groupKey } from '@enfilade/shared-contracts/visit/stored-names';
import { expect, it } from '@rstest/core';
import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { createTestServices, inHost } from '../testing/test-services.ts';
import { FollowView } from './follow-view.tsx';
import { LeadPart } from './lead-part.tsx';

it('a follower’s screen reader announces an answer once, when the whole answer has arrived', async () => {
  const { services } = createTestServices();
  const view = (texts: readonly string[], isOpen: boolean) => {
    const answers = texts.map((text, place) => ({
      key: text,
      turn: '1',
      place,
      speaker: 'guide' as const,
      text,
      language: 'en' as const,
      ...(isOpen && place === texts.length - 1 && { isOpen: true as const }),
      shown: { kind: 'own' as const, text },
    }));
    const props = { t: (key: string) => key, turns: [{ key: '1', questions: [], answers }] } as unknown as ComponentProps<
      typeof FollowView
    >;
    return <FollowView {...props} connection="live" language="en" guideName="Clara" onLeave={() => {}} />;
  };
  const { rerender } = render(view(['The ceil'], true), inHost(services));
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  expect(said()).not.toContain('The ceil');
  await act(async () => rerender(view(['The ceiling is painted.', 'It is a sky.'], false)));
  expect(said()).toContain('The ceiling is painted. It is a sky.');
});

it('a notice replaces a group dialog that cannot be loaded until the visitor closes the notice, and the next press tries again', async () => {
  const { services } = createTestServices();
  // The tab led a group before a reload.
  window.sessionStorage.setItem(groupKey, 'lost');
  let isDown = true;
  const addResourceBundle = () => {
    if (isDown) throw new Error('Loading chunk group failed');
  };
  const hosted = { ...services, i18n: Object.assign(Object.create(services.i18n), { addResourceBundle }) };
  const closed: string[] = [];
  const part = (isOpen: boolean) => <LeadPart isOpen={isOpen} onOpen={() => {}} onClose={onClose} />;
  const onClose = () => void closed.push('closed');
  const { rerender } = render(part(true), inHost(hosted));
  expect((await screen.findByRole('status')).textContent).toContain('Please check your network');
  expect(closed).toEqual(['closed']);
  rerender(part(false));
  await act(async () => screen.getByRole('button', { name: 'Close' }).click());
  expect(screen.queryByRole('status')).toBeNull();
  isDown = false;
  rerender(part(true));
  expect(await screen.findByRole('dialog', { name: 'Groups' })).toBeDefined();
});
