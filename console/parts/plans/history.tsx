/** Every version of a row, the newest first, each with a way back to it. */
import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { History, Plan, Version } from "../../api/plan-shapes.ts";
import { useNotice } from "../../shell/notice.tsx";
import { actionText, throughWords } from "../audit-entry.tsx";
import { SmallButton } from "../buttons.tsx";
import { ByPlan, WithWhys } from "../changes/whys.tsx";
import { Changes, changesOf } from "../diff/changes.tsx";
import { Loading } from "../loading.tsx";
import { Older } from "../older.tsx";
import { Refusal } from "../refusal.tsx";
import { RichText } from "../rich-text.tsx";
import { RunLink } from "../run-link.tsx";
import { Fine, Quiet } from "../text.tsx";
import { DatedMoment, exact, useTimeZone } from "../time.tsx";
import { nameOf } from "../words.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import * as texts from "./texts.ts";
import { type RowHistoryProps, useHistory } from "./use-history.ts";
import { useMakePlan } from "./use-plan.ts";

export function RowHistory({ definition, id }: RowHistoryProps) {
  const history = useHistory({ definition, id });
  const [restored, setRestored] = useState<Plan>();
  const notice = useNotice();
  const make = useMakePlan();
  const { kind } = definition;
  const pages = history.data?.pages ?? [];
  const versions = pages.flatMap(({ data }) => data);
  const newest = pages[0];
  const restore = ({ sequence }: Version) =>
    make.mutate(
      { action: namedActions.restoreRow, input: { kind, id, sequence } },
      { onSuccess: setRestored },
    );
  return (
    <section aria-label={texts.history}>
      <Loading of={history} />
      <Refusal error={make.error} title={texts.itCannotBeRestored} />
      {history.isSuccess && versions.length === 0 ? (
        <Quiet>{definition.shape === "setting" ? texts.neverSavedThese : texts.noChangeIsRecorded}</Quiet>
      ) : null}
      <WithWhys>
        <Stack gap="sm">
          {versions.map((version, index) => (
            <VersionCard
              key={version.sequence}
              definition={definition}
              version={version}
              current={index === 0}
              restore={restore}
              busy={make.isPending && make.variables.input.sequence === version.sequence}
            />
          ))}
        </Stack>
      </WithWhys>
      <Older of={history} what={texts.versions} />
      {newest === undefined || newest.complete || history.hasNextPage ? null : <Begin history={newest} />}
      {restored === undefined ? null : (
        <PlanDialog
          title={texts.restoreName(nameOf(definition, { id, ...newest?.key }))}
          plan={restored}
          act={texts.restore}
          close={() => setRestored(undefined)}
          onApplied={({ id: plan }) => {
            setRestored(undefined);
            notice.show({ text: texts.restored(nameOf(definition, { id, ...newest?.key })), plan });
          }}
        />
      )}
    </section>
  );
}

interface VersionCardProps {
  readonly definition: Definition;
  readonly version: Version;
  /** The newest of all: there is nothing to restore. */
  readonly current: boolean;
  readonly busy: boolean;
  readonly restore: (version: Version) => void;
}

function VersionCard({ definition, version, current, busy, restore }: VersionCardProps) {
  const zone = useTimeZone();
  const { at, actor, door, plan_id, run, sequence, configuration } = version;
  const named = exact(at, zone);
  return (
    <Paper component="article" p="sm" aria-label={texts.version(sequence)}>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Text size="sm" component="div" style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <b>{actor.name}</b> {actionText(definition, { ...version, outcome: "success" })}
          <Fine component="div">
            {throughWords(actor.kind, door)} · <DatedMoment at={at} />
            {plan_id === null ? null : (
              <>
                {" ·"}
                <ByPlan plan={plan_id} />
              </>
            )}
            <RunLink run={run} />
          </Fine>
        </Text>
        {current ? (
          <Fine style={{ flex: "none" }}>
            {configuration === null ? texts.deleted : texts.currentVersion}
          </Fine>
        ) : configuration === null ? null : (
          <SmallButton
            style={{ flex: "none" }}
            loading={busy}
            aria-label={texts.restoreTheVersionOf(named)}
            onClick={() => restore(version)}
          >
            {texts.restore}
          </SmallButton>
        )}
      </Group>
      <Changes changes={changesOf(version)} fields={definition.fields} />
    </Paper>
  );
}

/** Where the log begins: what was before it is not known. */
function Begin({ history: { kept_since } }: { readonly history: History }) {
  const zone = useTimeZone();
  return (
    <Alert color="gray" mt="md">
      <Text size="sm">
        <RichText
          of={texts.olderVersionsMayHaveBeen}
          keptSince={kept_since === null ? "" : texts.itHasEverythingSince(exact(kept_since, zone))}
        />
      </Text>
    </Alert>
  );
}
