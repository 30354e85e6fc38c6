/** Said over every page of an organization that takes no changes, or is going to be deleted. */
import { dayText } from "../../src/kernel/readable.ts";
import { RichText } from "../parts/rich-text.tsx";
import { useOrganization } from "./session.ts";
import * as texts from "./texts.ts";

export function SuspendedBanner() {
  const here = useOrganization();
  const suspension = here?.suspension ?? null;
  return (
    <div role="status" className="offline">
      {here === undefined || suspension === null ? null : (
        <RichText
          of={texts.nothingCanBeChangedAlerts}
          words={
            <strong>
              {suspension.delete_at === null
                ? texts.isSuspended(here.name)
                : texts.isGoingToBeDeleted(here.name, dayText(suspension.delete_at))}
            </strong>
          }
          reason={suspension.reason === "" ? "" : `${suspension.reason.replace(/[.\s]+$/, "")}. `}
          deleteAt={suspension.delete_at === null ? "." : texts.untilThenAndNobody}
        />
      )}
    </div>
  );
}
