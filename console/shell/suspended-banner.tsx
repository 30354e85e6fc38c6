/** Said over every page of an organization that takes no changes, or is going to be deleted. */
import { dayText } from "../../src/kernel/readable.ts";
import { useOrganization } from "./session.ts";

export function SuspendedBanner() {
  const here = useOrganization();
  const suspension = here?.suspension ?? null;
  return (
    <div role="status" className="offline">
      {here === undefined || suspension === null ? null : (
        <>
          <strong>
            {suspension.delete_at === null
              ? `${here.name} is suspended.`
              : `${here.name} is going to be deleted on ${dayText(suspension.delete_at)}.`}
          </strong>{" "}
          {suspension.reason === "" ? "" : `${suspension.reason.replace(/[.\s]+$/, "")}. `}
          Nothing can be changed. Alerts still reach people
          {suspension.delete_at === null ? "." : " until then, and nobody is paged after it."}
        </>
      )}
    </div>
  );
}
