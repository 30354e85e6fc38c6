/** Who changed a row last, when and through which door, with the way to all that came before. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { History, Version } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { actionText } from "../../parts/audit-entry.tsx";
import { Card } from "../../parts/card.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { labelOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export interface LastChangeProps {
  readonly definition: Definition;
  /** Of a setting its kind. */
  readonly id: string;
}

export function LastChange({ definition, id }: LastChangeProps) {
  const here = useHere();
  const { kind, shape } = definition;
  const query = useQuery(readQuery<History>(here.slug, namedActions.rowHistory, { kind, id, limit: 1 }));
  const { data } = query;
  const last = data?.data[0];
  return (
    <Card title={texts.lastChange}>
      <Loading of={query} count={1} />
      {data !== undefined && last === undefined ? (
        <Quiet>{shape === "setting" ? texts.neverSavedThese : texts.noChangeIsRecorded}</Quiet>
      ) : null}
      {last === undefined ? null : <Change definition={definition} version={last} />}
    </Card>
  );
}

function Change({ definition, version }: { readonly definition: Definition; readonly version: Version }) {
  const { actor, at, door, fields, secrets, configuration } = version;
  const names = [...fields.map(({ path }) => path), ...Object.keys(secrets)];
  const changed = [...new Set(names.map((name) => labelOf(name, definition.fields[name])))];
  // At its creation everything is new.
  const created = version.action === definition.actionNames.create || configuration === null;
  return (
    <>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        <b>{actor.name}</b> {actionText(definition, { ...version, outcome: "success" })} <Moment at={at} />
      </Text>
      <Fine>
        {[...new Set([words(actor.kind), words(door)])].join(" · ")}
        {created || changed.length === 0 ? "" : ` · ${changed.join(", ")}`}
      </Fine>
      <LinkTo to="." search={{ view: "history" }}>
        {texts.allVersions}
      </LinkTo>
    </>
  );
}
