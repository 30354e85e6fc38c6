/** Before an organization's pages: whether the session reaches it. */
import { Outlet, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Membership } from "../api/shapes.ts";
import { InlineCreate } from "../forms/inline/provider.tsx";
import { MissingOrganization } from "./missing.tsx";
import { NoticeArea } from "./notice.tsx";
import { KeptContext, useOrganization, useWhoAmI } from "./session.ts";
import { SignInThere, SignInThereAgain } from "./sign-in-there.tsx";

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
    return other === undefined ? <MissingOrganization /> : <SignInThere there={other} />;
  return (
    <KeptContext value={kept}>
      <NoticeArea key={kept.id}>
        <InlineCreate>
          <Outlet />
        </InlineCreate>
      </NoticeArea>
      {here === undefined && other !== undefined ? (
        <SignInThereAgain there={other} leave={() => setShown(undefined)} />
      ) : null}
    </KeptContext>
  );
}
