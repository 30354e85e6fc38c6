import { Button, Modal, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roles } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import { problemsOf } from "../../forms/context.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { expiries, expiryAt } from "../../parts/expiries.ts";
import { Form } from "../../parts/form.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { words } from "../../parts/words.ts";
import { lastOrganization, useWhoAmI } from "../../shell/session.ts";

const own = "own";

/** A token: where it may act, how far at most, and how long. */
export function NewTokenDialog({
  close,
  made,
}: {
  readonly close: () => void;
  readonly made: () => unknown;
}) {
  const { organizations } = useWhoAmI();
  const first = lastOrganization(organizations)?.id;
  const [name, setName] = useState("");
  const [where, setWhere] = useState<string[]>(first === undefined ? [] : [first]);
  const [ceiling, setCeiling] = useState<string>("member");
  const [expiry, setExpiry] = useState("90");
  const make = useMutation({
    mutationFn: async () => {
      const max_role = ceiling === own ? null : ceiling;
      const body = { name, organizations: where, max_role, expires_at: expiryAt(expiry) };
      return (await send<{ token: string }>("create_token", {}, body)).body;
    },
    onSuccess: made,
  });
  const problems = problemsOf(make.error);
  const organizationProblem = [...problems].find(([path]) => path.startsWith("organizations"))?.[1];
  if (make.data !== undefined) {
    return <OneTimeSecretDialog name={name} value={make.data.token} what="token" close={close} />;
  }
  return (
    <Modal opened onClose={close} title="New access token" size="lg">
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? make.error : null} />
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            placeholder="My assistant"
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <MultiSelect
            label="Organizations"
            withAsterisk
            data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={where}
            error={organizationProblem}
            description="Where the token can act. With several, each request names one in the header X-Organization."
            onChange={setWhere}
          />
          <RoleChoice role={ceiling} choose={setCeiling} error={problems.get("max_role")} />
          <Select
            label="Expires"
            allowDeselect={false}
            data={expiries}
            value={expiry}
            error={problems.get("expires_at")}
            onChange={(value) => setExpiry(value ?? "")}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={make.isPending}>
              Create token
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

interface RoleChoiceProps {
  readonly role: string;
  readonly choose: (role: string) => void;
  readonly error: string | undefined;
}

function RoleChoice({ role: chosen, choose, error }: RoleChoiceProps) {
  return (
    <Select
      label="Highest role"
      allowDeselect={false}
      data={[
        ...roles.map((role) => ({ value: role, label: words(role) })),
        { value: own, label: "My own role" },
      ]}
      value={chosen}
      error={error}
      description="The token can do what this role and your own role both allow."
      onChange={(value) => choose(value ?? own)}
    />
  );
}
