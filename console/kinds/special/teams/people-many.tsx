/** A person into many teams, or out of them, as one act. */
import { Button, Group, Modal, Radio, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { namedQuery } from "../../../api/find.ts";
import { membersQuery, useDefinition } from "../../../api/queries.ts";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import type { Edit } from "../../../parts/plans/edit.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { BulkFormProps } from "../../special-type.ts";
import * as texts from "./texts.ts";

export function PeopleDialog({ close, start }: BulkFormProps) {
  const here = useHere();
  const resource = kindNames.teamMember;
  const members = useQuery(membersQuery(here.slug));
  const [email, setEmail] = useState<string | null>(null);
  const [way, setWay] = useState("in");
  const definition = useDefinition(resource) as Definition;
  const found = useQuery({ ...namedQuery(here.slug, definition, email ?? ""), enabled: email !== null });
  const places = new Map((found.data ?? []).map(({ team_id, id }) => [String(team_id), String(id)]));
  const edit = (team_id: string): Edit | undefined => {
    const place = places.get(team_id);
    if (way === "out") return place === undefined ? undefined : { op: "delete", resource, id: place };
    return place === undefined ? { op: "create", resource, fields: { team_id, email } } : undefined;
  };
  return (
    <Modal opened onClose={close} title={texts.addOrRemoveAPerson}>
      <Refusal error={members.error ?? found.error} />
      <Select
        label={texts.person}
        data={(members.data?.data ?? [])
          .filter(({ status }) => status === "active")
          .map(({ email, name }) => ({ value: email, label: name === "" ? email : `${name} (${email})` }))}
        value={email}
        onChange={setEmail}
        searchable
        data-autofocus
      />
      <Radio.Group value={way} onChange={setWay} mt="md" aria-label={texts.addOrRemoveAPerson}>
        <Group>
          <Radio value="in" label={texts.add} />
          <Radio value="out" label={texts.remove} />
        </Group>
      </Radio.Group>
      <DialogButtons close={close}>
        <Button
          disabled={email === null || found.data === undefined}
          onClick={() =>
            start({
              title: (way === "in" ? texts.addTo : texts.removeFrom)(email ?? ""),
              done: way === "in" ? texts.added : texts.removed,
              edit,
              nothing: (way === "in" ? texts.isInAll : texts.isInNone)(email ?? ""),
            })
          }
        >
          {texts.next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
