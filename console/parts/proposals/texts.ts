/** The texts of this folder. */
import { counted, figure } from "../../../src/kernel/readable.ts";

export const anAdministrator = "an administrator";
export const anOwner = "the people of {team}";
export const approvalsBy = "{approvals} by {who}";
export const approvals = (count: number) => counted(count, "approval");
export const hasToBeProposed = "has to be proposed, and nobody has to approve it";
export const have = (count: number, wanted: number) => `${figure(count)} of ${figure(wanted)} so far`;

export const minutes = (count: number) => (count < 60 ? `${count} minutes` : counted(count / 60, "hour"));
