/** A row that is not there: its history, where it has one, and with it the way back. */

import type { ReactNode } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { Page, Rows } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
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

export function Gone({ definition, id, above }: GoneProps) {
  const { data, error } = useHistory({ definition, id });
  useVisited(rowPath(useHere().slug, definition.kind, id), undefined);
  const key = data?.pages[0]?.key;
  if (error !== null) return <Missing what={oneOf(definition)} />;
  if (key === undefined) {
    return (
      <Page title={words(oneOf(definition))} above={above}>
        <Rows />
      </Page>
    );
  }
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
