import { type EntityId, parseEntityId } from '../museum/id.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import { parseGroupCode } from './group-code.ts';
import type { VisitCookies } from './visit-cookies.ts';

/** From an address and the cookies. Malformed parts count as absent. */
export interface VisitAddress {
  museumId: EntityId | undefined;
  hasMalformedMuseum: boolean;
  exhibitionId: EntityId | undefined;
  answers: TailoringAnswers;
  question: QuestionId | undefined;
  wantsPremium: boolean;
  /** `?code`: the visitor wants to enter another museum's code. */
  wantsCode: boolean;
  /** `?object=12`: the number on a label, about which the guide speaks first. */
  objectNumber?: number | undefined;
  /** `?follow=K7PM-2XQD`: the group that the visitor follows. */
  groupCode?: string;
  /** `?kiosk=1` makes the tab a kiosk, `?kiosk=0` ends the kiosk. */
  wantsKiosk?: boolean;
}

/** Shared by host and gateway. Any museum in the address, even a malformed one, drops the stored museum. Another museum drops the visit. */
export function parseVisitAddress(query: URLSearchParams, cookies: VisitCookies): VisitAddress {
  const museum = query.get('museum');
  const museumId = museum === null ? cookies.museumId : parseId(museum);
  const stored: VisitCookies = museumId === cookies.museumId ? cookies : { answers: {} };
  const question = query.get('question');
  return {
    museumId,
    hasMalformedMuseum: museum !== null && museumId === undefined,
    exhibitionId: parseId(query.get('collection')) ?? stored.exhibitionId,
    answers: stored.answers,
    question: questionIds.find((id) => id === question),
    wantsPremium: query.get('premium') === 'true',
    wantsCode: query.has('code'),
    ...parseObject(query.get('object')),
    ...parseFollow(query.get('follow')),
    ...parseKiosk(query.get('kiosk')),
  };
}

export interface AddressParts {
  path: string;
  question?: QuestionId | undefined;
  wantsPremium: boolean;
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  groupCode?: string | undefined;
  wantsKiosk?: boolean;
}

export function formatVisitAddress({ path, question, wantsPremium, museumId, exhibitionId, groupCode, wantsKiosk }: AddressParts): string {
  const query = new URLSearchParams();
  if (museumId) query.set('museum', museumId);
  if (exhibitionId) query.set('collection', exhibitionId);
  if (question) query.set('question', question);
  if (wantsPremium) query.set('premium', 'true');
  if (groupCode) query.set('follow', groupCode);
  if (wantsKiosk) query.set('kiosk', '1');
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

const parseObject = (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? { objectNumber: Number(text) } : {});

const parseFollow = (text: string | null) => {
  const groupCode = parseGroupCode(text);
  return groupCode === undefined ? {} : { groupCode };
};

const parseKiosk = (text: string | null) => (text === '0' || text === '1' ? { wantsKiosk: text === '1' } : {});

/** Typed and printed addresses may have ids in capitals. */
const parseId = (text: string | null) => parseEntityId(text?.toLowerCase());
