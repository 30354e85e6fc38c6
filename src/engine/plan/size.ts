/** Most changes of one plan: who gathers rows for one stops there. */
export const maxChanges = 2_000;
