/** A row that is not there: its history, where it has one, and with it the way back. */
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isTypeId } from "../../../src/kernel/type-id.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedQuery } from "../../api/find.ts";
import { Page, Rows } from "../../parts/page.tsx";
import { kindPath, rowPath } from "../../parts/paths.ts";
import { RowHistory } from "../../parts/plans/history.tsx";
import { useHistory } from "../../parts/plans/use-history.ts";
import { nameOf, oneOf, words } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { useVisited } from "../../shell/use-menu.ts";
import * as texts from "./texts.ts";

export interface GoneProps {
  readonly definition: Definition;
  readonly id: string;
  readonly above: ReactNode;
}

/** An address that people guess has the name of a row in the place of its id, and leads to it. */
export function Gone(props: GoneProps) {
  const { definition, id } = props;
  const here = useHere();
  const isName = !isTypeId(id);
  const query = useQuery({ ...namedQuery(here.slug, definition, id), enabled: isName });
  const found = (query.data ?? []).map((row) => String(row.id));
  const [only, ...others] = found;
  if (isName && query.data === undefined && query.error === null) return <Waiting {...props} />;
  if (only === undefined) return <Deleted {...props} />;
  return others.length === 0 ? (
    <Navigate to={rowPath(here.slug, definition.kind, only) as string} replace />
  ) : (
    <Navigate to={kindPath(here.slug, definition.kind) as string} search={{ q: id } as never} replace />
  );
}

function Waiting({ definition, above }: GoneProps) {
  return (
    <Page title={words(oneOf(definition))} above={above}>
      <Rows />
    </Page>
  );
}

function Deleted(props: GoneProps) {
  const { definition, id, above } = props;
  const { data, error } = useHistory({ definition, id });
  useVisited(rowPath(useHere().slug, definition.kind, id), undefined);
  const key = data?.pages[0]?.key;
  if (error !== null) return <Missing what={oneOf(definition)} />;
  if (key === undefined) return <Waiting {...props} />;
  return (
    <Page
      title={nameOf(definition, { id, ...key })}
      above={above}
      about={texts.thisWasDeletedAVersion(oneOf(definition))}
    >
      <div className="form">
        <RowHistory definition={definition} id={id} />
      </div>
    </Page>
  );
}
