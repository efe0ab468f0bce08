import type { Plays } from '@enfilade/shared-contracts/remote/play';

export const plays: Plays = [
  {
    name: 'an operator who opened a museum’s page logs in and sees its screens',
    steps: [
      { type: '{{operator.name}}', into: 'Username or email' },
      { type: '{{operator.password}}', into: 'Password' },
      {
        press: { role: 'button', name: 'Log in' },
        sees: [
          { role: 'heading', name: '{{museum.id}}' },
          { role: 'heading', name: 'Screens' },
        ],
      },
    ],
  },
  {
    name: 'a form that is not complete says what is missing',
    steps: [
      { type: '{{operator.name}}', into: 'Username or email' },
      { press: { role: 'button', name: 'Log in' }, sees: [{ text: 'Enter both your name and your password.' }] },
    ],
  },
];
