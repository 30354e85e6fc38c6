/** A small drawing for each group of pages. */
import type { Group } from "../../src/kernel/resource.ts";

const drawings: Readonly<Record<Group | "Account" | "Overview", string>> = {
  Overview: "M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z",
  Alerting: "M3.5 11.5c1-1 1-2 1-4.5a3.5 3.5 0 0 1 7 0c0 2.5 0 3.5 1 4.5h-9zM6.7 13.5a1.5 1.5 0 0 0 2.6 0",
  Reliability: "M1.5 8.5h3l2-5 3 9 2-4h3",
  Deploys: "M8 10.5v-8M4.5 5.5 8 2l3.5 3.5M2.5 10.5v3h11v-3",
  "Status page": "M2 3.5h12v7h-12zM5.5 13.5h5M8 10.5v3M4.5 7h1.5l1-1.5 1.5 3 1-1.5h2",
  Integrations: "M5.5 2v3M10.5 2v3M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12v2.5",
  AI: "M8 2l1.4 4.6 4.6 1.4-4.6 1.4-1.4 4.6-1.4-4.6-4.6-1.4 4.6-1.4z",
  Organization: "M2.5 13.5v-9.5l5-1.5v11M7.5 6.5h6v7h-11.5M4.5 6h1M4.5 8.5h1M4.5 11h1M10 9h1M10 11.2h1",
  Developers: "M2 3h12v10h-12zM4.5 6l2 2-2 2M8 10.5h3",
  Account: "M8 8.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM2.8 13.8c.5-2.5 2.5-3.8 5.2-3.8s4.7 1.3 5.2 3.8",
};

export function GroupIcon({ group }: { readonly group: keyof typeof drawings }) {
  return (
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <path d={drawings[group]} />
    </svg>
  );
}
