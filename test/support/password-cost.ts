/**
 * In the place of src/features/identity/accounts/password-cost.ts where a test signs in (vitest.config.ts): the same way through
 * the code at a thousandth of its cost. A stored hash names what made it, so that programs with the real cost read it too.
 */
export const passwordCost = { ln: 5, r: 8, p: 1 } as const;
