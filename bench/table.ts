/** The table that a comparison prints, a line for each kind of request. */
import type { Case } from "./cases.ts";
import type { Round, Taken } from "./interleaved.ts";
import type { Figures } from "./load.ts";

export const heading =
  "| what | ratio | target | ours/s | peer/s | ours p50 · p99 ms | peer p50 · p99 ms | ours, server + database µs | peer, server + database µs |\n|---|---|---|---|---|---|---|---|---|";

export function line(
  { name, target }: Pick<Case, "name" | "target">,
  { ours, peer, measured }: Taken,
): string {
  const times = ({ p50, p99 }: Figures) => `${p50.toFixed(2)} · ${p99.toFixed(2)}`;
  const ratio = measured.rate.median.toFixed(2);
  const rates = `${Math.round(ours.perSecond)} | ${Math.round(peer.perSecond)}`;
  const used = ({ server, database }: Round) => `${Math.round(server)} + ${Math.round(database)}`;
  return `| ${name} | ${ratio} | ${target ?? "–"} | ${rates} | ${times(ours)} | ${times(peer)} | ${used(ours)} | ${used(peer)} |`;
}
