/** Characters of a typed message, after trimming. */
export const messageLimit = 2000;
