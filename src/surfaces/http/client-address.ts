import { inRanges, normalAddress } from "../../kernel/address.ts";

/**
 * The address that a request came from: the peer, or behind trusted proxies the rightmost hop of
 * X-Forwarded-For that is not one of them. What stands further left was written by the client itself.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: readonly string[],
): string | undefined {
  if (peer === undefined) return undefined;
  if (trusted.length === 0 || forwardedFor === undefined) return normalAddress(peer);
  const header = Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor;
  const hops = [
    ...header
      .split(",")
      .map((hop) => normalAddress(hop.trim()))
      .filter((hop) => hop !== ""),
    normalAddress(peer),
  ];
  for (let index = hops.length - 1; index > 0; index -= 1) {
    const hop = hops[index] as string;
    if (!inRanges(hop, trusted)) return hop;
  }
  return hops[0];
}

/** Whether the browser came by https: as the public URL says, or without one as a trusted proxy does. */
export function isSecure(
  publicUrl: string | undefined,
  peer: string | undefined,
  forwardedProto: string | string[] | undefined,
  trusted: readonly string[],
): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith("https:");
  return forwardedProto === "https" && peer !== undefined && inRanges(normalAddress(peer), trusted);
}
