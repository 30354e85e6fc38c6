/** The texts of this folder. */

export const itsCheckOverTime = "Its check over time";
