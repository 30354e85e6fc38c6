/** What a guess costs (RFC 7914 §2): 32 MiB, which is 128 · r · 2^ln bytes, and around a tenth of a second. */
export const passwordCost = { ln: 15, r: 8, p: 1 } as const;
