import type { Plays } from '@enfilade/shared-contracts/remote/play';

export const plays: Plays = [
  {
    name: 'a form that is not complete says what is missing',
    steps: [
      { type: 'rossi', into: 'Username or email' },
      { press: { role: 'button', name: 'Log in' }, sees: [{ text: 'Enter both your name and your password.' }] },
    ],
  },
];
