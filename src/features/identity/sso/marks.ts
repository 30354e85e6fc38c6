/** By what somebody is known again whom SCIM has ended: texts that are compared as they are. Pure rules. */
import { foldEmail } from "../../../kernel/natural-key.ts";

/** The provider's own name for the person, which stays when the address changes. */
export function subjectMark(issuer: string, subject: string): string {
  return JSON.stringify(["subject", issuer, subject]);
}

/** An address, or a user name. */
export function addressMark(address: string): string {
  return JSON.stringify(["address", foldEmail(address)]);
}

/** An account that lives on in another organization. */
export function accountMark(userId: string): string {
  return JSON.stringify(["account", userId]);
}

/** What SCIM calls `externalId`: with some providers it is the subject. */
export function externalMark(id: string): string {
  return JSON.stringify(["external", id]);
}
