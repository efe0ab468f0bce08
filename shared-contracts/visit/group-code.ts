/** No ambiguous letters or digits. Eight characters have 40 random bits. */
export const groupCodeCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const groupCodeLength = 8;
export const groupCodePattern = /^[2-9A-HJ-NP-Z]{8}$/;

export function parseGroupCode(text: string | null | undefined): string | undefined {
  const code = (text ?? '').slice(0, 40).replace(/[\s-]/g, '').toUpperCase();
  return groupCodePattern.test(code) ? code : undefined;
}

/** `K7PM-2XQD` */
export const formatGroupCode = (code: string): string => `${code.slice(0, groupCodeLength / 2)}-${code.slice(groupCodeLength / 2)}`;
