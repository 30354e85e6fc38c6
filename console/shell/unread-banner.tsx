/**
 * What a page reads on the side, such as a chart or a count, and could not: said once over the page, for all pages,
 * because its place is empty then. What a page shows as a refusal of its own is not said again.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { isTransient } from "../api/client.ts";
import { useOffline } from "../api/connection.ts";
import { QuietButton } from "../parts/buttons.tsx";
import { messageOf, refetchFailed } from "../parts/refusal.tsx";
import { useShownErrors } from "../parts/shown-errors.ts";
import * as texts from "./texts.ts";

export function UnreadBanner() {
  const client = useQueryClient();
  const offline = useOffline();
  const shown = useShownErrors();
  const said = new Set(shown.map(messageOf));
  const unsaid = useFailed().filter((message) => !said.has(message));
  return (
    <div role="status" className="offline">
      {offline || unsaid.length === 0 ? null : (
        <>
          {texts.aPartCouldNotBeRead}{" "}
          <QuietButton size="compact-xs" onClick={() => refetchFailed(client)}>
            {texts.tryAgain}
          </QuietButton>
        </>
      )}
    </div>
  );
}

/** What the service said of each read on the page that failed, and may well work in a moment. */
function useFailed(): readonly string[] {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const joined = useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .filter((query) => query.isActive() && query.state.status === "error" && isTransient(query.state.error))
      .map(({ state }) => messageOf(state.error))
      .join("\n"),
  );
  return useMemo(() => (joined === "" ? [] : [...new Set(joined.split("\n"))]), [joined]);
}
