import { type EntityId, parseEntityId } from '../museum/id.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import { parseGroupCode } from './group-code.ts';
import type { VisitCookies } from './visit-cookies.ts';

/** What an address says of a visit, completed from the cookies. Whatever is not well formed counts as absent. */
export interface VisitAddress {
  museumId: EntityId | undefined;
  /** The address names a museum, but not by an id. */
  hasMalformedMuseum: boolean;
  /** The requested exhibition; it may belong to another museum. */
  exhibitionId: EntityId | undefined;
  answers: TailoringAnswers;
  question: QuestionId | undefined;
  wantsPremium: boolean;
  /** `?code`: the visitor wants to type another museum's code. */
  wantsCode: boolean;
  /** `?object=12`: the number on a label, with which the guide begins. */
  objectNumber?: number | undefined;
  /** `?follow=K7PM-2XQD`: a group whose leader's guide is followed. */
  groupCode?: string;
  /** `?kiosk=1`, `?kiosk=0`: from now on this tab is a kiosk, or no more. */
  wantsKiosk?: boolean;
}

/**
 * Reads an address for the host and for the gateway, which has to preload what the host will draw. The address beats
 * the cookies: any museum in it, even a malformed one, drops the stored museum, and another museum drops what was
 * stored for the old one.
 */
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
  /** Named in the address only where cookies cannot hold them. */
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

/** Ids are written in lower case; an address that was typed or printed may hold capitals. */
const parseId = (text: string | null) => parseEntityId(text?.toLowerCase());
