/**
 * Which addresses a row's URL may lead to: those of the public internet alone, and what the operator allows
 * besides. Judged when the connection is made, on the very address that it is made to, so that a name that
 * changes its mind in between gains nothing.
 */
import ipaddr from "ipaddr.js";
import { inRanges } from "../kernel/address.ts";

/** Public by their range, and yet the metadata or control services of a cloud; or a disguise of IPv4. */
const closed = ["168.63.129.16/32", "::/96"];

export interface AllowList {
  allowsHost(host: string): boolean;
  allowsAddress(address: string): boolean;
}

/** Hosts by their name, addresses, and CIDR ranges. */
export function allowListOf(items: readonly string[]): AllowList {
  const ranges = items.flatMap((item) => rangeOf(item) ?? []);
  const hosts = new Set(items.filter((item) => rangeOf(item) === undefined).map(normalHost));
  return {
    allowsHost: (host) => hosts.has(normalHost(host)),
    allowsAddress: (address) => ipaddr.isValid(address) && inRanges(address, ranges),
  };
}

/** Whether anybody on the internet could reach the address just as well. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && !inRanges(parsed.toString(), closed);
}

/** Whether a connection to this address of the host may be made. */
export function isAllowed(allowed: AllowList, host: string, address: string): boolean {
  return isPublic(address) || allowed.allowsAddress(address) || allowed.allowsHost(host);
}

function rangeOf(item: string): string | undefined {
  const bare = item.replace(/^\[|\]$/g, "");
  if (ipaddr.isValidCIDR(bare)) return bare;
  return ipaddr.isValid(bare) ? `${bare}/${ipaddr.parse(bare).kind() === "ipv4" ? 32 : 128}` : undefined;
}

function normalHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}
