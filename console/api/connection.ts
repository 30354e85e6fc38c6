/** Whether the service can be reached at all. A change that cannot be sent now fails now: nothing waits to be sent later. */
import { useEffect, useState } from "react";
import { Refused, request } from "./client.ts";

/** How long a service on this machine has to answer, in ms. */
const answerMs = 3_000;
/** How often a browser without a network looks again, in ms. */
const againMs = 5_000;

/** A service on this very machine answers without a network too, so what the browser says is not enough. */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  const answered = request("GET", "/healthz").then(
    () => false,
    (error) => error instanceof Refused && error.status === 0,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, answerMs, true));
  return Promise.race([answered, late]);
}

/** Before a change is sent. @throws Refused where it cannot be */
export async function refuseOffline(): Promise<void> {
  if (!(await isOffline())) return;
  throw new Refused(0, { error: "offline", message: "You are offline. Nothing was saved." }, null);
}

/** The same for as long as a page is open. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    let latest = 0;
    const look = async () => {
      latest += 1;
      const mine = latest;
      const now = await isOffline();
      // A look that began earlier may end later.
      if (mine === latest) setOffline(now);
    };
    void look();
    const timer = setInterval(look, againMs);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      latest += 1;
      clearInterval(timer);
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return offline;
}
