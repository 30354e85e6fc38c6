/** The audit log, read like a code review: who, through which door, what changed, field by field. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { counted } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import { act, send } from "../../api/client.ts";
import { useDefinition, useDefinitions } from "../../api/queries.ts";
import type { AuditRecord, Verification } from "../../api/shapes.ts";
import { AuditEntry, throughWords } from "../../parts/audit-entry.tsx";
import { SmallButton } from "../../parts/buttons.tsx";
import { Changes } from "../../parts/diff/changes.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Older } from "../../parts/older.tsx";
import { Page } from "../../parts/page.tsx";
import { pathOf, planPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkIn } from "../../parts/text.tsx";
import { DatedMoment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, inputOf } from "./filters.ts";

interface AuditPageAnswer {
  readonly data: readonly AuditRecord[];
  readonly next_cursor: string | null;
}

export function AuditPage() {
  const here = useHere();
  const filters = useSearch({ strict: false }) as Filters;
  const admin = here.allows("admin");
  const log = useInfiniteQuery({
    queryKey: ["read", here.slug, namedActions.listAudit, filters],
    queryFn: async ({ pageParam }) => {
      const input = {
        ...inputOf(filters, Date.now()),
        limit: 50,
        ...(pageParam === "" ? {} : { cursor: pageParam }),
      };
      return (await act<AuditPageAnswer>(here.slug, namedActions.listAudit, input)).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: admin,
  });
  if (!admin) {
    return (
      <Page title="Audit log">
        <Text>Only an Org admin can read the audit log.</Text>
      </Page>
    );
  }
  const records = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page
      title="Audit log"
      about="Every change, the newest first: who made it, from where, and what it changed."
    >
      <Chain />
      <FilterBar filters={filters} seen={records} />
      <Loading of={log} />
      <Stack gap="sm">
        {records.map((record) => (
          <Record key={record.sequence} record={record} />
        ))}
      </Stack>
      {log.isSuccess && records.length === 0 ? <Text c="dimmed">Nothing matches these filters.</Text> : null}
      <Older of={log} what="records" />
    </Page>
  );
}

/** Compares the log with its seals when asked to: it reads every record there is. */
function Chain() {
  const here = useHere();
  const verify = useMutation({
    mutationFn: async () => (await send<Verification>("verify_audit_log", { org: here.slug })).body,
  });
  const { data } = verify;
  return (
    <Paper mb="md" p="sm" component="section" aria-label="The chain">
      <Refusal error={verify.error} />
      <Group justify="space-between" gap="xs">
        <div aria-live="polite" style={{ minWidth: 0 }}>
          {data === undefined ? (
            <Text size="sm">
              Records are sealed into a chain, so that a changed or removed record is noticed.
            </Text>
          ) : (
            <Status
              tone={data.verified ? "good" : "bad"}
              label={
                data.verified
                  ? `Verified: ${data.records} records unchanged${data.unsealed > 0 ? `, ${data.unsealed} not sealed yet` : ""}`
                  : `Not verified: ${counted(data.problems.length, "problem")}`
              }
            />
          )}
          {data?.verified ? (
            <Fine>
              This does not show whether the whole log was reset to an earlier state. To check that, run
              orgconfig audit verify --heads.
            </Fine>
          ) : null}
          {data?.head ? (
            <Fine className="mono clip" title={data.head.seal}>
              head {data.head.position} {data.head.seal}
            </Fine>
          ) : null}
        </div>
        <SmallButton onClick={() => verify.mutate()} loading={verify.isPending}>
          Verify the chain
        </SmallButton>
      </Group>
      {data?.problems.map((problem) => (
        <Text key={problem} size="sm" c="var(--mantine-color-error)" mt={4}>
          {problem}
        </Text>
      ))}
    </Paper>
  );
}

function Record({ record }: { readonly record: AuditRecord }) {
  const fields = useDefinition(record.resource)?.fields;
  return (
    <Paper component="article" p="sm" aria-label={`Record ${record.sequence}`}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Group gap={8} align="baseline" style={{ minWidth: 0 }}>
          <AuditEntry record={record} />
          {record.outcome === "refused" ? <Status tone="bad" label="Refused" /> : null}
        </Group>
        <Fine>
          {throughWords(record.actor.kind, record.door)}
          {record.address === null ? "" : ` · ${record.address}`} · <DatedMoment at={record.at} />
        </Fine>
      </Group>
      <Changes changes={record.changes} fields={fields ?? {}} />
      <Fine className="mono" mt={8}>
        #{record.sequence} · {record.action}
        {record.row_id === "" ? "" : ` · ${record.row_id}`} · {record.request_id}
        <Ways record={record} />
      </Fine>
    </Paper>
  );
}

/** A link whose page is known only as it is drawn takes no search of any type. */
const historySearch = { view: "history" } as never;

/** To the versions of the row, and to the plan that the record is a part of. */
function Ways({ record: { resource, row_id, plan_id } }: { readonly record: AuditRecord }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const known = row_id !== "" && kinds.some(({ kind }) => kind === resource);
  return (
    <>
      {known ? " · " : ""}
      {known ? (
        <LinkIn to={pathOf(here.slug, kinds, resource, row_id)} search={historySearch}>
          history
        </LinkIn>
      ) : null}
      {plan_id ? " · " : ""}
      {plan_id ? <LinkIn to={planPath(here.slug, plan_id)}>plan</LinkIn> : null}
    </>
  );
}
