import { afterEach, expect, it } from '@rstest/core';
import { cleanup, screen } from '@testing-library/react';
import { idOf, openLanding } from './testing/open-landing.tsx';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

const resume = () => screen.queryByRole('button', { name: /^Continue: / });
const complete = { time: ['time.5'], goals: ['goal.learn'] };

it('A returning visitor can continue the visit', async () => {
  const { user, happened } = await openLanding({ chosen: idOf(1), answers: complete });
  expect(resume()?.textContent).toBe('Continue: Venetian RoomA visit of 5 minutes');
  await user.click(resume() as HTMLElement);
  expect(happened).toEqual([{ screen: 'visit' }]);
});

it('A returning visitor reads which room the guide was in', async () => {
  await openLanding({ chosen: idOf(0), answers: complete, room: { index: 0, count: 3, name: 'Salon' } });
  expect(resume()?.textContent).toBe('Continue: Painting SalonRoom 1 of 3');
});

it('A returning visitor can continue also beside a single card, but not if no exhibition was chosen', async () => {
  await openLanding({ count: 1, chosen: idOf(0) });
  expect(resume()?.textContent).toContain('Grand Staircase');
  cleanup();
  await openLanding();
  expect(resume()).toBeNull();
});
