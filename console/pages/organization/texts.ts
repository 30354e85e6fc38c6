/** The texts of this folder. */

export const auditLog = "Audit log";
export const whoDidWhatThrough = "Who did what, through which door, and when, with its seals.";
