/** One change on one line: who, what, the first value that changed, and when. */
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useDefinition } from "../../api/queries.ts";
import type { AuditChange, AuditRecord } from "../../api/shapes.ts";
import { AuditEntry, type EntryRecord } from "../audit-entry.tsx";
import { Value } from "../diff/value.tsx";
import { Status } from "../status.tsx";
import { Faded } from "../text.tsx";
import { Moment } from "../time.tsx";
import { labelOf } from "../words.ts";
import * as texts from "./texts.ts";
import { ByPlan } from "./whys.tsx";

type LineRecord = EntryRecord & Pick<AuditRecord, "at" | "plan_id" | "run">;

interface ChangeLineProps {
  readonly record: LineRecord;
  /** Before the line, such as what unfolds it. */
  readonly lead?: ReactNode;
}

export function ChangeLine({ record, lead }: ChangeLineProps) {
  return (
    <TimedLine at={record.at} lead={lead}>
      <AuditEntry record={record} /> <Values record={record} />
      <Why record={record} />
      {record.outcome === "refused" ? <Status tone="bad" label={texts.refused} /> : null}
    </TimedLine>
  );
}

/** Why it was made: the plan that it is a part of, or the run. */
function Why({ record: { plan_id: plan, run } }: { readonly record: LineRecord }) {
  if (plan) return <ByPlan plan={plan} />;
  return run ? <Faded>{texts.inRun(run)}</Faded> : null;
}

interface TimedLineProps {
  readonly at: string;
  readonly lead?: ReactNode;
  /** Whether what is long is broken within words. */
  readonly breaks?: boolean;
  readonly children: ReactNode;
}

/** What happened on a line, and when at its end. */
export function TimedLine({ at, lead, breaks = false, children }: TimedLineProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
      <Group gap={6} wrap="nowrap" align="baseline" style={{ minWidth: 0 }}>
        {lead}
        <Text component="div" size="sm" style={{ minWidth: 0, ...(breaks && { overflowWrap: "anywhere" }) }}>
          {children}
        </Text>
      </Group>
      <Text span size="sm" c="dimmed" style={{ flex: "none" }}>
        <Moment at={at} />
      </Text>
    </Group>
  );
}

/** Of values that changed: "Target 99.9% → 98%", and how many more. What is new or gone has no such pair. */
function Values({ record: { resource, changes } }: { readonly record: EntryRecord }) {
  const fields = useDefinition(resource)?.fields ?? {};
  const pairs = changes.filter(isPair);
  const [first] = pairs;
  if (first === undefined) return null;
  const field = fields[first.field];
  const others = changes.length - 1;
  return (
    <span className="pair">
      <Faded>{labelOf(first.field, field)} </Faded>
      <Value of={first.before ?? null} field={field} name={first.field} /> →{" "}
      <Value of={first.after ?? null} field={field} name={first.field} />
      {others === 0 ? null : <Faded>{texts.andMore(others)}</Faded>}
    </span>
  );
}

/** Longer texts are read when the line is unfolded. */
const longest = 30;

function isPair({ before, after, secret }: AuditChange): boolean {
  if (secret !== undefined) return false;
  const values = [before ?? null, after ?? null];
  return values.every(
    (value) => value !== null && typeof value !== "object" && String(value).length <= longest,
  );
}
