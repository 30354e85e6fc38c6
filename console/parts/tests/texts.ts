/** The texts of this folder. */

export const off = "Off";
export const holds = "Holds";
export const fails = "Fails";
