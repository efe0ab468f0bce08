import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { createTestSite, openConsole, refusal } from '../testing/open-console.tsx';
import { belmonte } from '../testing/states.tsx';

afterEach(cleanup);

const session = '/api/operators/session';

async function openLogin(isSecure = true) {
  const site = createTestSite();
  site.isLoggedIn = false;
  const opened = await openConsole({ site, isSecure });
  const name = await screen.findByLabelText('Username or email');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  return { ...opened, name, password, submit: screen.getByRole('button', { name: 'Log in' }) };
}

describe('the login', () => {
  it('shows the overview to whom the site accepts, and the login again after logging out', async () => {
    const { user, site, name, password, submit } = await openLogin();
    await user.type(name, 'anna');
    await user.type(password, 'secret');
    await user.click(screen.getByLabelText('Keep me logged in'));
    await user.click(submit);
    expect(await screen.findByRole('heading', { name: 'Museums and screens' })).toBeDefined();
    expect(site.changes).toEqual([{ request: `POST ${session}`, body: { name: 'anna', password: 'secret', keep: true } }]);
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByLabelText('Username or email')).toBeDefined();
  });

  it('keeps the name and drops the password that was refused, with one sentence that has the focus', async () => {
    const { user, site, name, password, submit } = await openLogin();
    site.responses.set(`POST ${session}`, () => refusal('unauthorized'));
    await user.type(name, 'anna');
    await user.type(password, 'wrong');
    await user.click(submit);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Name and password do not match. Check both, then try again.');
    expect(document.activeElement).toBe(alert);
    expect([(name as HTMLInputElement).value, password.value]).toEqual(['anna', '']);
  });

  it('sends nothing while name or password are missing, and never sends twice', async () => {
    const { user, site, name, password, submit } = await openLogin();
    await user.click(submit);
    expect((await screen.findByRole('alert')).textContent).toBe('Enter both your name and your password.');
    site.responses.set(`POST ${session}`, () => new Promise(() => undefined));
    await user.type(name, 'anna');
    await user.type(password, 'secret');
    await user.dblClick(submit);
    expect(site.changes).toHaveLength(1);
  });

  it('counts down until the site accepts another attempt, and sends none before', async () => {
    const { user, site, clock, name, password, submit } = await openLogin();
    site.responses.set(`POST ${session}`, () => refusal('too-many', { retryAfterSeconds: 2 }));
    await user.type(name, 'anna');
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByText('You can try again in 2 seconds.')).toBeDefined();
    await user.type(password, 'again{Enter}');
    expect(site.changes).toHaveLength(1);
    act(() => clock.pass(1_000));
    expect(screen.getByText('You can try again in one second.')).toBeDefined();
    act(() => clock.pass(1_000));
    await user.click(submit);
    await waitFor(() => expect(site.changes).toHaveLength(2));
  });

  it('says that the browser keeps no cookie when the session does not come back', async () => {
    const { user, site, name, password, submit } = await openLogin();
    site.responses.set(`POST ${session}`, () => new Response(null, { status: 204 }));
    await user.type(name, 'anna');
    await user.type(password, 'secret');
    await user.click(submit);
    expect((await screen.findByRole('alert')).textContent).toContain('This browser did not keep the session.');
  });

  it('asks for https before a password is typed, where the page came without', async () => {
    await openLogin();
    expect(screen.queryByText(/https:/)).toBeNull();
    cleanup();
    await openLogin(false);
    expect(screen.getByText(/https:/)).toBeDefined();
  });

  it('says after a login over http that no session is kept there, and asks for the address with https', async () => {
    const { user, site, name, password, submit } = await openLogin(false);
    site.responses.set(`POST ${session}`, () => new Response(null, { status: 204 }));
    await user.type(name, 'anna');
    await user.type(password, 'secret');
    await user.click(submit);
    const sentence = await screen.findByText(/browsers keep no session there/);
    expect(sentence.textContent).toContain('https://');
    expect(screen.queryByText(/[Aa]llow cookies/)).toBeNull();
  });

  it('shows the password on request, and who can set a new one', async () => {
    const { user, password } = await openLogin();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    expect(screen.getByText('npm run remotes -- operator NAME')).toBeDefined();
  });
});

describe('the login with an identity provider', () => {
  const open = async (search: string) => {
    const site = createTestSite();
    site.isLoggedIn = false;
    site.provider = 'login.example.org';
    const opened = await openConsole({ site, search });
    return { ...opened, link: await screen.findByRole('link', { name: 'Log in with login.example.org' }) };
  };

  it('is offered above the password, and leads to where the address does', async () => {
    const { link } = await open('?museum=6610a1b2c3d4e5f601000001');
    expect(link.getAttribute('href')).toBe('/api/operators/oidc?back=%3Fmuseum%3D6610a1b2c3d4e5f601000001');
    expect(link.compareDocumentPosition(screen.getByLabelText('Password')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it.each([
    ['unavailable', 'login.example.org does not answer.'],
    ['refused', 'The login was broken off or took too long.'],
    ['no-museum', 'None of your groups has a museum of this site.'],
    ['too-many', 'Too many attempts.'],
  ])('says why it came to nothing: %s', async (why, sentence) => {
    const { link, user } = await open(`?login=${why}`);
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(link.getAttribute('href')).toBe('/api/operators/oidc');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter both your name and your password.');
  });

  it('is not offered where there is none', async () => {
    await openLogin();
    expect(screen.queryByRole('link', { name: /Log in with/ })).toBeNull();
  });
});

describe('a session', () => {
  it('that ended while it was used leads back to the login, which says so, and logging in leads to the same museum', async () => {
    const { site, clock, user } = await openConsole({ search: `?museum=${belmonte}` });
    await screen.findByRole('heading', { level: 1, name: 'Palazzo Belmonte' });
    site.isLoggedIn = false;
    await act(async () => clock.pass(10_000));
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended.');
    await user.type(screen.getByLabelText('Username or email'), 'anna');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Palazzo Belmonte' })).toBeDefined();
  });

  it('that cannot be asked for offers to try again', async () => {
    const site = createTestSite();
    site.responses.set(`GET ${session}`, () => Promise.reject(new TypeError('Failed to fetch')));
    const { user } = await openConsole({ site });
    expect((await screen.findByRole('alert')).textContent).toContain('The site does not answer.');
    site.responses.clear();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  it('stays when logging out failed, and says so', async () => {
    const { user, site } = await openConsole();
    await screen.findByRole('table');
    site.responses.set(`DELETE ${session}`, () => refusal('busy'));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The site cannot store anything at the moment.');
    expect(screen.getByRole('table')).toBeDefined();
  });
});
