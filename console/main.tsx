import "./mantine.css";
import "./theme.css";
import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isTransient, Refused } from "./api/client.ts";
import { refuseOffline } from "./api/connection.ts";
import { followWorker } from "./api/follow-worker.ts";
import { askForNow } from "./api/now-queries.ts";
import {
  askForBrief,
  askForSession,
  checkSession,
  checkSuspension,
  definitionsQuery,
  followSession,
  sessionQuery,
} from "./api/queries.ts";
import { followMarks } from "./api/tabs.ts";
import { special } from "./kinds/special.ts";
import { SpecialContext } from "./kinds/use-special.ts";
import { returnFocus } from "./parts/focus-return.ts";
import { isBeginning } from "./parts/paths.ts";
import { beginWithTypeface } from "./parts/typeface.ts";
import { showWholeTexts } from "./parts/whole-text.ts";
import { isForSignedIn, isNow, router } from "./router.tsx";
import { rememberedOrganization } from "./shell/session.ts";
import { theme, variables } from "./theme.ts";

/** The session is good, and the organization at hand is out of its reach, or takes no changes, from now on. */
const outOfReach: readonly unknown[] = [
  "sign_in_required",
  "sso_required",
  "second_factor_setup_required",
  "suspended",
];

/** Whatever is refused for want of a session shows the sign-in over the page; a suspension is said over it. */
function noticeSignedOut(error: unknown): void {
  if (!(error instanceof Refused)) return;
  // Somebody else's "no" may come as a 401 too, such as a provider's: only the session itself says that it is over.
  if (error.status === 401) void askForSession(client, error);
  else if (outOfReach.includes(error.body.reason)) checkSession(client);
}

/** How long a page that could not be read waits before it asks again. */
const againMs = 5_000;

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({
    onMutate: refuseOffline,
    onSuccess: () => checkSuspension(client),
    onError: (error, _sent, _context, { meta }) => meta?.signsIn === true || noticeSignedOut(error),
  }),
  defaultOptions: {
    // By itself the library keeps what cannot be sent and sends it later, when nobody means it any more.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 5_000,
      // An answer of "no" stays one however often it is asked for.
      retry: (failures, error) => isTransient(error) && failures < 2,
      // What could not be read is asked for until it can be, and not only when somebody presses a button.
      refetchInterval: ({ state }) => state.status === "error" && isTransient(state.error) && againMs,
    },
  },
});

// What every page in the frame waits for is asked for while the page's own part is loaded: on a slow line a round trip less.
const matches = router.matchRoutes(router.latestLocation);
if (matches.some(({ routeId }) => isForSignedIn(routeId))) {
  void client.prefetchQuery(sessionQuery);
  // Somebody who was in the organization before is most likely still signed in there.
  const org = rememberedOrganization();
  const now = matches.find(({ routeId }) => isNow(routeId));
  if (now !== undefined || isBeginning.test(router.latestLocation.pathname)) askForBrief(client);
  else void client.prefetchQuery(definitionsQuery);
  const named: { readonly org?: string } = now?.params ?? {};
  if (org !== undefined && now !== undefined && (named.org ?? org) === org) askForNow(client, org);
}

beginWithTypeface();
returnFocus();
showWholeTexts();
followMarks((mark) => followSession(client, mark));
followWorker(client, (path) => router.history.push(path));

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SpecialContext value={special}>
          <RouterProvider router={router} />
        </SpecialContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
