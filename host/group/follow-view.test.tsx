import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import { act, type ComponentProps } from 'react';
import { createTestServices } from '../testing/test-services.ts';
import { FollowView } from './follow-view.tsx';

afterEach(cleanup);

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
    return <FollowView {...props} services={services} connection="live" language="en" guideName="Clara" onLeave={() => {}} />;
  };
  const { rerender } = render(view(['The ceil'], true));
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  expect(said()).not.toContain('The ceil');
  await act(async () => rerender(view(['The ceiling is painted.', 'It is a sky.'], false)));
  expect(said()).toContain('The ceiling is painted. It is a sky.');
});
