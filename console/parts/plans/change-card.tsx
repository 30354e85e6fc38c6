/** What becomes of one row, field by field. */
import { Text } from "@mantine/core";
import type { PlanChange } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { AuditChange } from "../../api/shapes.ts";
import { useHere } from "../../shell/session.ts";
import { Changes, changesOf } from "../diff/changes.tsx";
import { pathOf } from "../paths.ts";
import { LinkIn } from "../text.tsx";
import { keyName } from "../words.ts";
import { actionWords } from "./words.ts";

interface ChangeCardProps {
  readonly change: PlanChange;
  /** Whether it has happened. */
  readonly done: boolean;
  readonly open: boolean;
}

export function ChangeCard({ change, done, open }: ChangeCardProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { resource, action, id, key } = change;
  const definition = kinds.find(({ kind }) => kind === resource);
  const { sign, future, past, tone } = actionWords[action];
  const there = done ? action !== "delete" : action !== "create";
  return (
    <details className="change" open={open} data-action={action}>
      <summary>
        <span className="sign" data-tone={tone} aria-hidden>
          {sign}
        </span>
        <span className="verb">{done ? past : future}</span>
        <b>{keyName(kinds, resource, key)}</b>
      </summary>
      <Changes changes={[...changesOf(change), ...setOf(change)]} fields={definition?.fields ?? {}} />
      {there ? (
        <Text size="xs" mt={6}>
          <LinkIn to={pathOf(here.slug, kinds, resource, id)}>
            {definition?.shape === "setting" ? "Open the setting" : "Open the row"}
          </LinkIn>
        </Text>
      ) : null}
    </details>
  );
}

/** The row's set, where that changes. */
function setOf({ managed_by }: PlanChange): readonly AuditChange[] {
  return managed_by === undefined ? [] : [{ field: "managed_by", ...managed_by }];
}
