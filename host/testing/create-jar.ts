/** A page's cookie as a browser stores the one cookie that the test writes, and everything that was `set`. */
export function createJar(cookie = '') {
  const set: string[] = [];
  return {
    set,
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      set.push(text);
      cookie = text.split(';')[0] ?? '';
    },
  };
}
