/** What was changed, one line a change: the audit log, with plans that wait and sets that drifted above it. */
import { Paper, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { namedActions } from "../../api/calls.ts";
import { act, send } from "../../api/client.ts";
import type { AuditRecord, Verification } from "../../api/shapes.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { byTime, runsOf } from "../../parts/changes/runs.ts";
import { ChangesTabs } from "../../parts/changes/tabs.tsx";
import { WithWhys } from "../../parts/changes/whys.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Older } from "../../parts/older.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, inputOf } from "./filters.ts";
import { Record, Run } from "./record.tsx";
import * as texts from "./texts.ts";
import { Waiting } from "./waiting.tsx";
import { about, chain, chainLimit, forAdmins, nothing, title } from "./words.ts";

export function ChangesPage() {
  const here = useHere();
  const admin = here.allows("admin");
  const verify = useMutation({
    mutationFn: async () => (await send<Verification>("verify_audit_log", { org: here.slug })).body,
  });
  const button = (
    <PlainButton title={chain} onClick={() => verify.mutate()} loading={verify.isPending}>
      {texts.verifyTheChain}
    </PlainButton>
  );
  return (
    <Page title={title} about={about} action={admin ? button : undefined}>
      <Chain answer={verify.data} error={verify.error} />
      <ChangesTabs at="changes" />
      <Waiting />
      {admin ? (
        <WithWhys>
          <Log />
        </WithWhys>
      ) : (
        <Text size="sm">{forAdmins}</Text>
      )}
    </Page>
  );
}

interface AuditPageAnswer {
  readonly data: readonly AuditRecord[];
  readonly next_cursor: string | null;
}

function Log() {
  const here = useHere();
  const filters = useSearch({ strict: false }) as Filters;
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
  });
  const records = byTime(log.data?.pages.flatMap(({ data }) => data) ?? []);
  return (
    <>
      <FilterBar filters={filters} seen={records} />
      <Loading of={log} />
      <Stack gap={4}>
        {runsOf(records).map((run) => {
          const [first] = run;
          if (first === undefined) return null;
          return run.length === 1 ? (
            <Record key={first.sequence} record={first} />
          ) : (
            <Run key={first.sequence} run={run} />
          );
        })}
      </Stack>
      {log.isSuccess && records.length === 0 ? <Text c="dimmed">{nothing}</Text> : null}
      <Older of={log} what={texts.changes} />
    </>
  );
}

interface ChainProps {
  readonly answer: Verification | undefined;
  readonly error: unknown;
}

/** How the log agrees with its seals, once somebody has asked: it reads every record there is. */
function Chain({ answer, error }: ChainProps) {
  return (
    <div aria-live="polite">
      <Refusal error={error} />
      {answer === undefined ? null : (
        <Paper mb="md" p="sm" component="section" aria-label={texts.theChain}>
          <Status
            tone={answer.verified ? "good" : "bad"}
            label={
              answer.verified
                ? texts.verifiedRecordsUnchangedNotSealed(answer.records, answer.unsealed)
                : texts.notVerifiedProblems(answer.problems.length)
            }
          />
          {answer.verified ? <Fine>{chainLimit}</Fine> : null}
          {answer.head === null ? null : (
            <Fine className="mono clip" title={answer.head.seal}>
              {texts.head(answer.head.position, answer.head.seal)}
            </Fine>
          )}
          {answer.problems.map((problem) => (
            <Text key={problem} size="sm" c="var(--mantine-color-error)" mt={4}>
              {problem}
            </Text>
          ))}
        </Paper>
      )}
    </div>
  );
}
