/** An override decides over the policy for 72 hours, and says why. */
import { Button, Group, SegmentedControl, Stack, TextInput, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { useForgetRows } from "../../../api/queries.ts";
import type { GateDecision } from "../../../api/shapes.ts";
import { problemsOf } from "../../../forms/context.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { SmallButton } from "../../../parts/buttons.tsx";
import { Form } from "../../../parts/form.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { useHere } from "../../../shell/session.ts";

export function OverrideForm({ decision: { service, override } }: { readonly decision: GateDecision }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [open, setOpen] = useState(false);
  const [side, setSide] = useState("allow");
  const [reason, setReason] = useState("");
  const set = useMutation({
    mutationFn: () => act(here.slug, namedActions.overrideGate, { service, allow: side === "allow", reason }),
    onSuccess() {
      setOpen(false);
      setReason("");
      forget();
    },
  });
  const clear = useMutation({
    mutationFn: () => act(here.slug, namedActions.clearOverride, { service }),
    onSuccess: forget,
  });
  const problem = problemsOf(set.error).get("reason");
  if (!open) {
    return (
      <Group gap="xs" mt="md">
        <SmallButton onClick={() => setOpen(true)}>
          {override === undefined ? "Override for 72 hours" : "Replace the override"}
        </SmallButton>
        {override === undefined ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => clear.mutate()}
            loading={clear.isPending}
          >
            End the override
          </Button>
        )}
        <Refusal error={clear.error} />
      </Group>
    );
  }
  return (
    <Form submit={() => set.mutate()}>
      <Stack gap="sm" mt="md">
        <LeaveGuard dirty={() => reason !== ""} />
        {problem === undefined ? <Refusal error={set.error} /> : null}
        <SegmentedControl
          aria-label="What the override does"
          value={side}
          onChange={setSide}
          data={[
            { value: "allow", label: "Allow deploys" },
            { value: "hold", label: "Hold deploys" },
          ]}
        />
        <TextInput
          label="Reason"
          withAsterisk
          autoFocus
          value={reason}
          error={problem}
          description="Shown in the audit log and in the gate's answers. The override ends after 72 hours."
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={set.isPending}>
            Override <VisuallyHidden>the gate of {service}</VisuallyHidden>
          </Button>
          <SmallButton onClick={() => setOpen(false)}>Cancel</SmallButton>
        </Group>
      </Stack>
    </Form>
  );
}
