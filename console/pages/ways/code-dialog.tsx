/** The code that was sent to a way is typed; a notification of a device may confirm it past the page, which closes this. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { SentWay, Way } from "../../api/way-shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import { useAgain } from "./use-ways.ts";

interface EnterCodeProps {
  readonly way: Way;
  /** Why the first one was not sent; null where it was. */
  readonly notSent: string | null;
  readonly close: () => void;
  readonly done: () => void;
}

export function EnterCode({ way: { id, kind, name }, notSent, close, done }: EnterCodeProps) {
  const again = useAgain();
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: () => send("verify_way", { id }, { code }),
    async onSuccess() {
      done();
      await again();
      close();
    },
  });
  const another = useMutation({
    mutationFn: async () => (await send<SentWay>("verify_way", { id }, {})).body,
    onSuccess: again,
  });
  const problems = problemsOf(verify.error);
  const failed = another.data === undefined ? notSent : another.data.not_sent;
  return (
    <Modal opened onClose={close} title={texts.codeTitle(name)} size="md">
      <Form submit={() => verify.mutate()}>
        <Stack gap="sm">
          {failed === null ? (
            <Quiet>{texts.sentTo[kind]}</Quiet>
          ) : (
            <Alert color="red" role="alert" title={texts.notSent}>
              {failed}
            </Alert>
          )}
          <Refusal error={another.error ?? (problems.size === 0 ? verify.error : null)} />
          <TextInput
            label={texts.code}
            description={texts.sixDigits}
            inputMode="numeric"
            autoComplete="one-time-code"
            classNames={{ input: "mono" }}
            data-autofocus
            withAsterisk
            value={code}
            error={problems.get("code")}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <Text size="sm" role="status">
            {another.data?.not_sent === null ? texts.anotherSent : ""}
          </Text>
          <Group justify="space-between" gap="xs">
            <QuietButton loading={another.isPending} onClick={() => another.mutate()}>
              {texts.another}
            </QuietButton>
            <DialogButtons close={close} leave={texts.leave} mt={0}>
              <Button type="submit" loading={verify.isPending} disabled={code.trim() === ""}>
                {texts.verify}
              </Button>
            </DialogButtons>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
