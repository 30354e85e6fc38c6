/** What the worker of notifications (console/worker) says to a page that is open. */
import type { QueryClient } from "@tanstack/react-query";

/** @param go to a page by its path, unless the reader stays */
export function followWorker(client: QueryClient, go: (path: string) => void): void {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, "serviceWorker">>;
  // Not there where the page came by http.
  serviceWorker?.addEventListener("message", ({ data, ports }) => {
    // A way was verified, or answered.
    if (typeof data?.changed === "string") void client.invalidateQueries({ queryKey: [data.changed] });
    if (typeof data?.open !== "string") return;
    ports[0]?.postMessage(true);
    go(data.open);
  });
}
