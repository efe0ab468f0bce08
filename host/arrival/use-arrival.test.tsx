import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { someScreens as screens } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { parseVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { expect, it } from '@rstest/core';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'react-router-dom';
import { clearVisit, createTestServices, type GatewayAnswers, inHost } from '../testing/test-services.ts';
import { useArrival, useRedirect } from './use-arrival.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const otherExhibitionId = '6610a1b2c3d4e5f602000002';
const unknownId = 'ffffffffffffffffffffffff';
const exhibitions = [
  { _id: exhibitionId, name: 'The Grand Staircase' },
  { _id: otherExhibitionId, name: 'The Library' },
];
const museum = museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions, defaultLanguage: 'German' });
const profile = museumProfileSchema.parse({ questions: ['time', 'goals'] });
const museumPath = `/api/museums/${museumId}`;
const gateway = (): GatewayAnswers => ({
  [museumPath]: { museum, profile },
  [`${museumPath}/exhibitions/${exhibitionId}`]: { exhibition: { _id: exhibitionId, name: 'The Grand Staircase', pronunciations: [] } },
});

function arrive(path: string, search: string, answers = gateway()) {
  clearVisit();
  const { services } = createTestServices(answers);
  const arrivals: string[] = [];
  services.bus.on('visitor-arrived', ({ museumId: id }) => arrivals.push(id));
  const { result } = renderHook(() => {
    const visit = parseVisitAddress(new URLSearchParams(search), services.session.store.getState());
    return useArrival({ path, hash: '', visit }, screens);
  }, inHost(services));
  return { arrival: () => result.current.view, retry: () => result.current.retry(), session: services.session, arrivals };
}

it('an arrival loads museum and exhibition, stores both and follows the arrival table', async () => {
  const { arrival, session, arrivals } = arrive('/visit', `?museum=${museumId.toUpperCase()}&collection=${exhibitionId}`);
  expect(arrival().kind).toBe('loading');
  expect(session.store.getState().museumId).toBeUndefined();
  await waitFor(() => expect(arrival()).toMatchObject({ kind: 'redirect', path: '/tailoring', question: 'time' }));
  expect(session.store.getState()).toMatchObject({ museumId, exhibitionId, language: 'de' });
  expect(arrivals).toEqual([museumId]);
  act(() => {
    session.answer('time', ['time.5']);
    session.answer('goals', ['goal.learn']);
  });
  expect(arrival()).toMatchObject({ kind: 'screen', screen: { name: 'visit' }, content: { museum, exhibition: { _id: exhibitionId } } });
  expect(arrivals).toEqual([museumId]);
});

it('an arrival at an unknown museum keeps the stored visit', async () => {
  const { arrival, session } = arrive('/', `?museum=${unknownId}`);
  act(() => session.arrive(museumId, exhibitionId));
  await waitFor(() => expect(arrival()).toEqual({ kind: 'code', isUnknown: true }));
  expect(session.store.getState()).toMatchObject({ museumId, exhibitionId });
});

it('an arrival at another museum’s exhibition continues without an exhibition', async () => {
  const { arrival, session } = arrive('/visit', `?museum=${museumId}&collection=${unknownId}`);
  await waitFor(() => expect(arrival()).toMatchObject({ kind: 'redirect', path: '/collection-selection' }));
  expect(session.store.getState().exhibitionId).toBeUndefined();
});

it('an arrival that the gateway refuses fails, and its retry loads the museum', async () => {
  const answers: GatewayAnswers = { [museumPath]: 403 };
  const { arrival, retry } = arrive('/', `?museum=${museumId}`, answers);
  await waitFor(() => expect(arrival().kind).toBe('failed'));
  Object.assign(answers, gateway());
  act(retry);
  await waitFor(() => expect(arrival()).toMatchObject({ kind: 'redirect', path: '/collection-selection' }));
});

it('the page follows up to 100 redirects in a row, and counts from zero after it has shown a view', () => {
  const followed: unknown[] = [];
  const navigator = { createHref: String, go() {}, push() {}, replace: (to: unknown) => void followed.push(to) };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router location="/" navigator={navigator}>
      {children}
    </Router>
  );
  const props: { to?: string } = {};
  const { rerender } = renderHook(({ to }) => useRedirect(to, to === undefined), { wrapper, initialProps: props });
  const redirect = (times: number) => Array.from({ length: times }, (_, at) => rerender({ to: `/${at}` }));
  redirect(100);
  rerender({});
  redirect(100);
  expect(followed).toHaveLength(200);
  expect(() => rerender({ to: '/more' })).toThrow('More than 100 redirects');
});
