/** Organizations are deleted when their time has come, and a whole export of them is there. */
import { currentTime } from "../../../engine/clock.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { newRequestId } from "../../../kernel/ids.ts";
import { type Author, removeOrganization } from "../../identity/index.ts";
import type { OrganizationsDeps } from "./standing-calls.ts";

/** Deletes those whose time has come. @returns the ids of those that are gone */
export function createDeletions({ people, organizations }: OrganizationsDeps, log: Pick<Log, "info">) {
  return async (): Promise<readonly string[]> => {
    const gone: string[] = [];
    await eachOnItsOwn(await organizations.dueDeletions(), async (id) => {
      const organization = await people.identity.organizations.find(id);
      if (organization === undefined) return;
      // Its deletion may be taken back this moment, and its export be of before it took its last change.
      const removed = await removeOrganization(
        people,
        byItself(),
        organization,
        ({ due, exported }) => due && exported,
      );
      if (!removed) return;
      gone.push(id);
      log.info({ organization: id, slug: organization.slug }, "deleted an organization whose time had come");
    });
    return gone;
  };
}

function byItself(): Author {
  const actor = { kind: "service", id: "deletions", name: "deletion of organizations" } as const;
  return { actor, door: "service", requestId: newRequestId(), address: undefined, now: currentTime() };
}
