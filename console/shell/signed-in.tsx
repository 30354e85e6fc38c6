/** Around every page: who is signed in sees it, anybody else what asks for a sign-in. */
import { Center, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, lazy, type ReactNode, Suspense, useEffect } from "react";
import { definitionsQuery, sessionQuery } from "../api/queries.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Said } from "../parts/say.tsx";
import { loadTypeface } from "../parts/typeface.ts";
import { SessionContext } from "./session.ts";
import * as texts from "./texts.ts";

/** Few people ever see it, so it is no part of what everybody loads. */
const TemporaryPassword = lazy(async () => ({
  default: (await import("../pages/temporary-password/page.tsx")).TemporaryPasswordPage,
}));

/** Most people are signed in: for them it comes with what no page has needed yet. */
const SignInPage = later(() => import("../pages/sign-in/page.tsx"), "SignInPage");
const SignInAgain = later(() => import("../pages/sign-in/page.tsx"), "SignInAgain");

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const session = useQuery(sessionQuery);
  const isGuest = session.data === null;
  // The sign-in needs no more than itself; others have it with what no page has needed yet.
  useEffect(() => void (isGuest && loadTypeface().catch(() => {})), [isGuest]);
  const definitions = useQuery(definitionsQuery);
  // A page that is open stays as it is: what somebody typed there outlives a service that is away for a while.
  const missing = [session, definitions].filter(({ data }) => data === undefined);
  const failed = failedOf(missing);
  if (failed.error !== null) {
    return (
      <Center mih="100vh" p="md">
        <Refusal {...failed} title={texts.theConsoleCannotStart} />
      </Center>
    );
  }
  if (session.data === undefined || (session.data !== null && definitions.data === undefined))
    return <Starting />;
  if (session.data === null || session.data.must_change_password)
    return (
      <Suspense fallback={<Starting />}>
        {session.data === null || session.data.ended ? (
          <SignInPage />
        ) : (
          <TemporaryPassword email={session.data.user.email} />
        )}
      </Suspense>
    );
  return (
    <>
      <SessionContext value={session.data}>
        {/* Another person starts afresh: what the one before typed is not theirs. */}
        <Fragment key={session.data.user.id}>{children}</Fragment>
        <Said />
      </SessionContext>
      {session.data.ended ? (
        <Soon>
          <SignInAgain email={session.data.user.email} ended={session.data.ended} />
        </Soon>
      ) : null}
    </>
  );
}

function Starting() {
  return (
    <Center mih="100vh">
      <Loader aria-label={texts.loading} />
    </Center>
  );
}
