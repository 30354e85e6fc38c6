/** An incident reported from one place: an update in a few clicks, what was said so far, and what readers see. */
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import type { Row } from "../../../api/queries.ts";
import { useHere } from "../../../shell/session.ts";
import { PostUpdate } from "./post.tsx";
import { PublicPreview } from "./preview.tsx";
import { Updates } from "./updates.tsx";
import type { IncidentRow } from "./words.ts";

interface DeskProps {
  readonly definition: Definition;
  readonly loaded: Row;
}

export function IncidentDesk({ definition, loaded }: DeskProps) {
  const here = useHere();
  const incident = loaded.row as unknown as IncidentRow;
  return (
    <>
      {here.allows(definition.level) ? (
        <PostUpdate definition={definition} incident={incident} etag={loaded.etag} />
      ) : null}
      <Updates definition={definition} incident={incident} />
      <PublicPreview incident={incident} />
    </>
  );
}
