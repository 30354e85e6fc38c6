/** Before an organization's pages: whether the session reaches it. */
import { Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Membership } from "../api/shapes.ts";
import { InlineCreate } from "../forms/inline/provider.tsx";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import { Opening } from "./frame.tsx";
import { MissingOrganization } from "./missing.tsx";
import { NoticeArea } from "./notice.tsx";
import { KeptContext, useOrganization, useWhoAmI } from "./session.ts";

const SignInThere = later(() => import("./sign-in-there.tsx"), "SignInThere");
const SignInThereAgain = later(() => import("./sign-in-there.tsx"), "SignInThereAgain");

/**
 * Pages of an organization that the person is no member of do not exist for them. A page that is open when the
 * session stops reaching its organization stays as it is below what asks for a sign-in.
 */
export function OrganizationGate() {
  const here = useOrganization();
  const { org } = useParams({ strict: false });
  const { other_organizations: others } = useWhoAmI();
  const [shown, setShown] = useState<Membership>();
  if (here !== undefined && here !== shown) setShown(here);
  const other = others.find(({ slug, id }) => slug === org || id === org);
  const kept = here ?? (other !== undefined && shown?.id === other.id ? shown : undefined);
  if (kept === undefined)
    return other === undefined ? (
      <MissingOrganization />
    ) : (
      <Suspense fallback={<Opening />}>
        <SignInThere there={other} />
      </Suspense>
    );
  return (
    <KeptContext value={kept}>
      <NoticeArea key={kept.id}>
        <InlineCreate>
          <Outlet />
        </InlineCreate>
      </NoticeArea>
      {here === undefined && other !== undefined ? (
        <Soon>
          <SignInThereAgain there={other} leave={() => setShown(undefined)} />
        </Soon>
      ) : null}
    </KeptContext>
  );
}
