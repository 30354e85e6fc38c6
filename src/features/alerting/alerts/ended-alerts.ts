/** Ended alerts are kept for some days, and no more than so many: the oldest beyond them go. */
import type { AlertDeps } from "./deps.ts";

/** As many as five times those that may be open. */
const share = 5;
/** So many more may be there until they are counted again. */
const slack = 1_000;

export function createKept({
  alertBounds,
  openAlerts,
  store,
}: Pick<AlertDeps, "alertBounds" | "openAlerts" | "store">) {
  const { ofConnector, ofOrganization } = openAlerts;
  const bounds = { ofConnector: share * ofConnector, ofOrganization: share * ofOrganization };
  const since = new Map<
    string,
    { readonly organizationId: string; readonly connectorId: string; count: number }
  >();
  return {
    /** Alerts have ended. */
    note(organizationId: string, connectorId: string, count: number): void {
      const key = `${organizationId} ${connectorId}`;
      const known = since.get(key) ?? { organizationId, connectorId, count: 0 };
      known.count += count;
      since.set(key, known);
    },
    /** @param atLeast how many have to have ended since */
    async trim(atLeast = slack): Promise<void> {
      for (const [key, { organizationId, connectorId, count }] of since) {
        if (count < atLeast) continue;
        since.delete(key);
        await alertBounds.in(store).trim(organizationId, connectorId, bounds);
      }
    },
  };
}
