/** Whether the figures of an organization are those of the demo. Pure: the console marks them by the same rule. */
import type { Json } from "./field.ts";

/** The one engine among the demo's connectors. */
const demoEngine = "alertmanager-shop";
/** Where all of the demo's addresses end, and the end of every address that is no real one (RFC 2606 §2). */
const [demoHost, noHost] = ["tidewater.example", ".example"];

export interface KnownEngine {
  readonly name: string;
  readonly enabled: boolean;
  readonly agents: readonly unknown[];
}

/**
 * They are until somebody connects an engine or a data source of their own, as *Connect a Prometheus* does.
 * @param engines as `list_renders` answers them
 * @param dataSources rows of `data_sources`
 */
export function isMadeUp(
  engines: readonly KnownEngine[],
  dataSources: readonly { readonly url?: Json }[],
): boolean {
  const hosts = dataSources.map(({ url }) => hostOf(url));
  return (
    !engines.some(isOwn) &&
    hosts.every((host) => host.endsWith(noHost)) &&
    hosts.some((host) => host.endsWith(demoHost))
  );
}

/** What the demo did not bring, and what really runs. */
export function isOwn({ name, enabled, agents }: KnownEngine): boolean {
  return agents.length > 0 || (enabled && name !== demoEngine);
}

function hostOf(url: Json | undefined): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
}
