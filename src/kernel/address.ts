import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Whether an address lies in one of the CIDR ranges; no range allows any address. */
export function addressAllowed(address: string | undefined, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  return address !== undefined && inRanges(address, ranges);
}

/**
 * Whether an address lies in one of the CIDR ranges. IPv4-mapped IPv6 counts as the IPv4 that it maps
 * (RFC 4291 §2.5.5.2), in addresses and in ranges.
 */
export function inRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [base, bits] = parsedRanges.memo(range);
    return base.kind() === parsed.kind() && parsed.match([base, bits]);
  });
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Every request of an organization asks for the same few. */
const parsedRanges = new LRUCache<string, Range>({
  max: 1_000,
  memoMethod: (range) => unmapped(...ipaddr.parseCIDR(range)),
});

const mappedBits = 96;

function unmapped(base: ipaddr.IPv4 | ipaddr.IPv6, bits: number): Range {
  const maps = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= mappedBits;
  return maps ? [base.toIPv4Address(), bits - mappedBits] : [base, bits];
}

const maxKnown = 1_000;
const known = new Map<string, string>();

/** An address as it is compared and recorded: IPv4-mapped IPv6 becomes IPv4. */
export function normalAddress(address: string): string {
  const before = known.get(address);
  if (before !== undefined) return before;
  const normal = ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
  // Callers come from few addresses; one that makes them up must not fill the memory.
  if (known.size < maxKnown && normal.length <= 45) known.set(address, normal);
  return normal;
}

/**
 * What counts as one caller when failures and requests are counted by address: an IPv4 address, or all of an
 * IPv6 /64: somebody who has one of its addresses has all of them (RFC 4291 §2.5.4).
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
