/** What a text stands for, or in the validator's manner of speaking what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };
