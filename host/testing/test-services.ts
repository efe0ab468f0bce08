import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import { createTestConversation } from '@enfilade/shared-contracts/conversation/testing/test-conversation';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { onTestFinished } from '@rstest/core';
import { cleanup } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createRecords } from '../museums/records.ts';
import { createPreview } from '../releases/preview.ts';
import type { ScreenReport } from '../releases/remote-error.ts';
import { createBusy } from '../screens/busy.ts';
import { HostContext, type HostServices } from '../screens/host-services.ts';
import { addAllTexts } from './add-all-texts.ts';

/** Path of the API → JSON or a status; 0 for no response. */
export type GatewayAnswers = Record<string, object | number>;

export function clearVisit(page: Pick<Document, 'cookie'> = document): void {
  for (const name of Object.values(cookieNames)) page.cookie = formatCookie(name, undefined, false);
  window.localStorage.clear();
}

/** Real services, a gateway with these `answers`, and a loader whose loads never end. The test's end removes what the test rendered. */
export function createTestServices(answers: GatewayAnswers = {}) {
  const clock = createHandClock();
  const requests: string[] = [];
  const environment = {
    clock,
    fetch(input: string): Promise<Response> {
      const path = String(input);
      requests.push(path);
      const answer = answers[path] ?? 404;
      if (answer === 0) return new Promise(() => undefined);
      if (typeof answer === 'number') return Promise.resolve(new Response('{}', { status: answer }));
      return Promise.resolve(Response.json(answer));
    },
  };
  const api = createGuideApi(environment);
  const bus = createEventBus({ checksPayloads: true, reportError: (error) => globalThis.reportError(error) });
  const i18n = createI18n({ language: 'en' });
  addAllTexts(i18n);
  const session = createSession({ document, window });
  onTestFinished(() => {
    cleanup();
    session.dispose();
  });
  const currentSet = createStore<ReleaseSet | undefined>(undefined);
  const pinned = { version: '1.0.0', contract: '^1.0.0', shared: {}, entry: '', initial: [], integrity: {} };
  const remotes = Object.fromEntries(Object.entries(someDeclarations).map(([name, declaration]) => [name, { ...pinned, declaration }]));
  const about = { museumId: '*' as const, sequence: 1, issuedAt: '', expiresAt: '', contract: '1.0.0', keyId: '', signature: '' };
  const ofPage: ReleaseSet = { ...about, remotes };
  const reports: ScreenReport[] = [];
  const services: HostServices = {
    api,
    records: createRecords({ api, clock }),
    bus,
    clock,
    i18n,
    session,
    conversation: createTestConversation({ bus, clock }).conversation,
    currentSet: { ...currentSet, unverified: () => ofPage, load: async () => ofPage },
    loader: { peek: () => undefined, load: () => new Promise(() => undefined), begin: () => undefined },
    updater: { replaceFailed: () => Promise.resolve(false) },
    startFlags: { hasHung: () => false, start: () => () => {} },
    blocked: { has: () => false },
    preview: createPreview(window, { ...currentSet, unverified: () => undefined }),
    report: (report) => void reports.push(report),
    environment,
    kiosk: undefined,
    busy: createBusy(),
    failedLanguage: createStore<Language | undefined>(undefined),
  };
  return { services, clock, requests, reports, currentSet };
}

/** A wrapper for what a test renders. */
export const inHost = (services: HostServices) => ({
  wrapper: ({ children }: { children: ReactNode }) =>
    createElement(BrowserRouter, null, createElement(HostContext, { value: services }, children)),
});
