import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { expect, it, onTestFinished } from '@rstest/core';
import { createRatings, pickRatings, withRating } from './ratings.tsx';

it('Stored ratings are read without invalid values', () => {
  expect(pickRatings({ one: 'helpful', two: 'great', three: 'not-helpful' })).toEqual({ one: 'helpful', three: 'not-helpful' });
  for (const kept of [undefined, null, 'helpful', ['helpful'], 7]) expect(pickRatings(kept)).toEqual({});
});

it('The visitor gives, changes and withdraws each rating on its own', () => {
  const given = withRating({ two: 'helpful' }, 'one', 'helpful');
  expect(given).toEqual({ one: 'helpful', two: 'helpful' });
  expect(withRating(given, 'one', 'not-helpful')).toEqual({ one: 'not-helpful', two: 'helpful' });
  expect(withRating(given, 'one', undefined)).toEqual({ two: 'helpful' });
});

it('The shown rating is the one that the museum has, also if an earlier press fails after a later one, or both fail', async () => {
  window.sessionStorage.clear();
  const session = createSession({ document, window });
  onTestFinished(() => session.dispose());
  session.arrive('6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f602000001');
  const sending: ((isSent: boolean) => void)[] = [];
  const api = {
    rate: () => new Promise<void>((resolve, reject) => sending.push((isSent) => (isSent ? resolve() : reject(new Error('offline'))))),
  };
  const { rate, getState } = createRatings({ api, session });
  const shown = () => [getState().ratings, getState().outcome];
  const press = (rating: 'helpful' | 'not-helpful') => void rate('one', rating);
  const end = async (at: number, isSent: boolean) => {
    sending[at]?.(isSent);
    await new Promise((done) => setTimeout(done));
  };
  press('helpful');
  press('not-helpful');
  await end(1, true);
  await end(0, false);
  expect(shown()).toEqual([{ one: 'not-helpful' }, { messageId: 'one', isSent: true }]);
  press('helpful');
  press('helpful');
  await end(2, false);
  await end(3, false);
  expect(shown()).toEqual([{ one: 'not-helpful' }, { messageId: 'one', isSent: false }]);
});
