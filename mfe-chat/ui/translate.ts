/** The translator as a view receives it, bound to this remote's texts. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;
