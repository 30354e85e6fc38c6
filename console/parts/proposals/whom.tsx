/** Whom a change policy asks for. */
import type { Need } from "../../api/proposal-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { Named } from "../cell.tsx";
import { rowPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { Status } from "../status.tsx";
import { Fine, LinkTo } from "../text.tsx";
import * as texts from "./texts.ts";
import { isMissing, teamOf } from "./words.ts";

export function NeedsList({ needs }: { readonly needs: readonly Need[] }) {
  const here = useHere();
  return (
    <ul className="lines">
      {needs.map((need) => (
        <li key={JSON.stringify([need.policy_id, need.by])}>
          <LinkTo to={rowPath(here.slug, kindNames.changePolicy, need.policy_id)} fw={550}>
            {need.policy}
          </LinkTo>
          <Fine component="div" className="inline">
            <Whom need={need} />
          </Fine>
          {need.approvals === 0 ? null : (
            <Status
              tone={isMissing(need) ? "warning" : "good"}
              label={texts.have(need.have, need.approvals)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** "1 approval by the people of Payments". */
export function Whom({ need }: { readonly need: Need }) {
  const team = teamOf(need);
  if (need.approvals === 0) return <>{texts.hasToBeProposed}</>;
  const who =
    team === undefined ? (
      texts.anAdministrator
    ) : (
      <RichText of={texts.anOwner} team={<Named kind={kindNames.team} id={team} />} />
    );
  return <RichText of={texts.approvalsBy} approvals={texts.approvals(need.approvals)} who={who} />;
}
