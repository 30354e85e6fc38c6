/** Host names in the one form in which they are compared and asked for. */
import { domainToASCII } from "node:url";

/** A host name in ASCII (RFC 5890) and small letters, as browsers send it; empty for what cannot be one. */
export function hostName(domain: string): string {
  return domainToASCII(domain);
}
