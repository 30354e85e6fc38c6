/** Said over every page for as long as there is no connection. */
import { useOffline } from "../api/connection.ts";

export function OfflineBanner() {
  const offline = useOffline();
  // The region is there before its text is: screen readers read what comes into it.
  return (
    <div role="status" className="offline">
      {offline ? "You are offline. What you see may be old, and nothing can be saved." : null}
    </div>
  );
}
