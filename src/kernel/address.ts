import ipaddr from "ipaddr.js";

/** Whether an address lies in one of the CIDR ranges; no range allows any address. */
export function addressAllowed(address: string | undefined, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  return address !== undefined && inRanges(address, ranges);
}

/** Whether an address lies in one of the CIDR ranges; IPv4-mapped IPv6 addresses count as IPv4. */
export function inRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === parsed.kind() && parsed.match([base, bits] as never);
  });
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
