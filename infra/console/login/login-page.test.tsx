import { expect, it } from '@rstest/core';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { openConsole, refusal } from '../testing/open-console.tsx';
import { belmonte } from '../testing/states.tsx';

const session = '/api/operators/session';

async function openLogin(isSecure = true) {
  const opened = await openConsole({ site: { isLoggedIn: false }, isSecure });
  const name = await screen.findByLabelText('Username or email');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  const submit = screen.getByRole('button', { name: 'Log in' });
  const logIn = async (secret = 'secret') => {
    await opened.user.type(name, 'anna');
    await opened.user.type(password, `${secret}{Enter}`);
  };
  return { ...opened, name, password, submit, logIn };
}

it('an accepted login shows the overview, and logging out shows the login', async () => {
  const { user, site, logIn } = await openLogin();
  await user.click(screen.getByLabelText('Keep me logged in'));
  await logIn();
  expect(await screen.findByRole('heading', { name: 'Museums and screens' })).toBeDefined();
  expect(site.changes).toEqual([{ request: `POST ${session}`, body: { name: 'anna', password: 'secret', keep: true } }]);
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByLabelText('Username or email')).toBeDefined();
});

it('a refused login keeps the name, clears the password, and focuses one sentence', async () => {
  const { site, name, password, logIn } = await openLogin();
  site.responses.set(`POST ${session}`, () => refusal('unauthorized'));
  await logIn('wrong');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Name and password do not match. Check both, then try again.');
  expect(document.activeElement).toBe(alert);
  expect([(name as HTMLInputElement).value, password.value]).toEqual(['anna', '']);
});

it('a login is not sent if name or password is missing, and never sent twice', async () => {
  const { user, site, name, password, submit } = await openLogin();
  await user.click(submit);
  expect((await screen.findByRole('alert')).textContent).toBe('Enter both your name and your password.');
  site.responses.set(`POST ${session}`, () => new Promise(() => undefined));
  await user.type(name, 'anna');
  await user.type(password, 'secret');
  await user.dblClick(submit);
  expect(site.changes).toHaveLength(1);
});

it('a throttled login counts down, and is not sent before the countdown ends', async () => {
  const { user, site, clock, password, submit, logIn } = await openLogin();
  site.responses.set(`POST ${session}`, () => refusal('too-many', { retryAfterSeconds: 2 }));
  await logIn('wrong');
  expect(await screen.findByText('You can try again in 2 seconds.')).toBeDefined();
  await user.type(password, 'again{Enter}');
  expect(site.changes).toHaveLength(1);
  act(() => clock.pass(1_000));
  expect(screen.getByText('You can try again in one second.')).toBeDefined();
  act(() => clock.pass(1_000));
  await user.click(submit);
  await waitFor(() => expect(site.changes).toHaveLength(2));
});

it('a login whose session does not return names the cookies, and over http asks for https before and after the login', async () => {
  const keepNothing = () => new Response(null, { status: 204 });
  const secure = await openLogin();
  expect(screen.queryByText(/https:/)).toBeNull();
  secure.site.responses.set(`POST ${session}`, keepNothing);
  await secure.logIn();
  expect((await screen.findByRole('alert')).textContent).toContain('This browser did not keep the session.');
  cleanup();
  const { site, logIn } = await openLogin(false);
  expect(screen.getByText(/https:/)).toBeDefined();
  site.responses.set(`POST ${session}`, keepNothing);
  await logIn();
  const sentence = await screen.findByText(/browsers keep no session there/);
  expect(sentence.textContent).toContain('https://');
  expect(screen.queryByText(/[Aa]llow cookies/)).toBeNull();
});

it('the login page shows the password on request, says who can set a new password, and may have no identity provider', async () => {
  const { user, password } = await openLogin();
  expect(screen.queryByRole('link', { name: /Log in with/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(screen.getByText('npm run remotes -- operator NAME')).toBeDefined();
});

const open = async (search: string) => {
  const opened = await openConsole({ site: { isLoggedIn: false, provider: 'login.example.org' }, search });
  return { ...opened, link: await screen.findByRole('link', { name: 'Log in with login.example.org' }) };
};

it('the login by an identity provider is above the password, and leads back to the address', async () => {
  const { link } = await open('?museum=6610a1b2c3d4e5f601000001');
  expect(link.getAttribute('href')).toBe('/api/operators/oidc?back=%3Fmuseum%3D6610a1b2c3d4e5f601000001');
  expect(link.compareDocumentPosition(screen.getByLabelText('Password')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it.each([
  ['unavailable', 'login.example.org does not answer.'],
  ['refused', 'The login was broken off or took too long.'],
  ['no-museum', 'None of your groups has a museum of this site.'],
  ['too-many', 'Too many attempts.'],
])('a failed login by an identity provider says why: %s', async (why, sentence) => {
  const { link, user } = await open(`?login=${why}`);
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(link.getAttribute('href')).toBe('/api/operators/oidc');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter both your name and your password.');
});

it('a session that ends during use leads to the login, and from there back to the same museum', async () => {
  const { site, clock, user } = await openConsole({ search: `?museum=${belmonte}` });
  await screen.findByRole('heading', { level: 1, name: 'Palazzo Belmonte' });
  site.isLoggedIn = false;
  await act(async () => clock.pass(10_000));
  expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended.');
  await user.type(screen.getByLabelText('Username or email'), 'anna');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Palazzo Belmonte' })).toBeDefined();
});

it('a session that cannot be loaded offers Retry', async () => {
  const responses = new Map([[`GET ${session}`, () => Promise.reject(new TypeError('Failed to fetch'))]]);
  const { user, site } = await openConsole({ site: { responses } });
  expect((await screen.findByRole('alert')).textContent).toContain('The site does not answer.');
  site.responses.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table')).toBeDefined();
});

it('a failed logout keeps the session and shows an error', async () => {
  const { user, site } = await openConsole();
  await screen.findByRole('table');
  site.responses.set(`DELETE ${session}`, () => refusal('busy'));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The site cannot store anything at the moment.');
  expect(screen.getByRole('table')).toBeDefined();
});
