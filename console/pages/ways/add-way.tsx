/** Adds a way: where it leads, and what to call it. A code goes there at once. */
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { SentWay, Way } from "../../api/way-shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { nameOfDevice, subscribe } from "./device.ts";
import * as texts from "./texts.ts";
import { useAgain } from "./use-ways.ts";

interface AddWayProps {
  readonly kind: Way["kind"];
  /** What pushes are signed with. */
  readonly serverKey: string;
  readonly close: () => void;
  readonly added: (way: SentWay) => void;
}

interface Place {
  readonly field: "url" | "number" | "email";
  readonly label: string;
  readonly example: string;
  readonly about?: string;
  readonly type: "url" | "tel" | "email";
}

const phone: Place = {
  ...{ field: "number", label: texts.number, example: texts.numberExample },
  ...{ about: texts.numberAbout, type: "tel" },
};
const places: Readonly<Record<Exclude<Way["kind"], "push">, Place>> = {
  ntfy: {
    ...{ field: "url", label: texts.topicUrl, example: texts.topicExample },
    ...{ about: texts.topicAbout, type: "url" },
  },
  sms: phone,
  call: phone,
  mail: { field: "email", label: texts.address, example: texts.addressExample, type: "email" },
};

export function AddWay({ kind, serverKey, close, added }: AddWayProps) {
  const again = useAgain();
  const [name, setName] = useState(kind === "push" ? nameOfDevice(navigator.userAgent) : "");
  const [where, setWhere] = useState("");
  const [token, setToken] = useState("");
  const place = kind === "push" ? undefined : places[kind];
  const make = useMutation({
    async mutationFn() {
      const address = place === undefined ? await subscribe(serverKey) : { [place.field]: where.trim() };
      const more = token.trim() === "" ? {} : { token: token.trim() };
      const called = name.trim() === "" ? texts.names[kind] : name.trim();
      return (await send<SentWay>("add_way", {}, { kind, name: called, ...address, ...more })).body;
    },
    async onSuccess(way) {
      await again();
      added(way);
    },
  });
  const problems = problemsOf(make.error);
  const title = kind === "push" ? texts.addThisDevice : texts.addWays[kind];
  return (
    <Modal opened onClose={close} title={title} size="md">
      <Form submit={() => make.mutate()}>
        <Stack gap="sm">
          <Refusal error={problems.size === 0 ? make.error : null} />
          {place === undefined ? (
            <Quiet>{texts.whatADeviceDoes}</Quiet>
          ) : (
            <TextInput
              label={place.label}
              placeholder={place.example}
              description={place.about}
              type={place.type === "url" ? "text" : place.type}
              inputMode={place.type}
              data-autofocus
              withAsterisk
              value={where}
              error={problems.get(place.field)}
              onChange={({ currentTarget }) => setWhere(currentTarget.value)}
            />
          )}
          {kind === "ntfy" ? (
            <TextInput
              label={texts.token}
              description={texts.tokenAbout}
              autoComplete="off"
              value={token}
              error={problems.get("token")}
              onChange={({ currentTarget }) => setToken(currentTarget.value)}
            />
          ) : null}
          <TextInput
            label={texts.name}
            description={texts.nameAbout}
            placeholder={texts.names[kind]}
            data-autofocus={place === undefined}
            maxLength={100}
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <DialogButtons close={close} mt="xs">
            <Button
              type="submit"
              loading={make.isPending}
              disabled={place !== undefined && where.trim() === ""}
            >
              {texts.add}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
