type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The same object without its undefined entries: an absent property and an undefined one differ for Mantine's defaults (and for `exactOptionalPropertyTypes`). */
export const defined = <T extends object>(source: T): Defined<T> => Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as Defined<T>;
