/** Keys of ssh servers, as known_hosts has them. */
import { createHash } from "node:crypto";

/** The fingerprint of the first key in lines of known_hosts, as ssh-keygen -l shows it; null where there is none. */
export function fingerprintOf(knownHosts: string): string | null {
  const [, type, key] = knownHosts.split("\n")[0]?.split(" ") ?? [];
  if (type === undefined || key === undefined) return null;
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64").replace(/=+$/, "");
  return `${type} SHA256:${digest}`;
}
