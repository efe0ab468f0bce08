import type { Plays } from '@enfilade/shared-contracts/remote/play';

export const plays: Plays = [
  {
    name: 'an operator logs in and sees the museum',
    steps: [
      { type: '{{operator.name}}', into: 'Username or email' },
      { type: '{{operator.password}}', into: 'Password' },
      {
        press: { role: 'button', name: 'Log in' },
        sees: [{ role: 'heading', name: 'Museums and screens' }, { text: '{{museum.id}}' }],
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
