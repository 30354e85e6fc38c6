/** The tests that a change would break: what would happen instead, the way to each, and an administrator's way on. */
import { List, Modal, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { figure } from "../../../../src/kernel/readable.ts";
import type { FailedTest } from "../../../api/overrides.ts";
import { RedButton } from "../../../parts/buttons.tsx";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { Form } from "../../../parts/form.tsx";
import { kindPath } from "../../../parts/paths.ts";
import { LinkTo, Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import * as texts from "./texts.ts";

interface FailedTestsProps {
  readonly tests: readonly FailedTest[];
  /** The reason to make the change all the same; undefined where it is left. */
  readonly answer: (reason: string | undefined) => void;
}

const longestReason = 500;

export function FailedTests({ tests, answer }: FailedTestsProps) {
  const { slug, allows } = useHere();
  const [reason, setReason] = useState("");
  const leave = () => answer(undefined);
  const way = kindPath(slug, kindNames.behaviourTest);
  const title =
    tests.length === 1 ? texts.aBehaviourTestWouldFail : texts.behaviourTestsWouldFail(figure(tests.length));
  return (
    <Modal opened onClose={leave} size="lg" title={title}>
      <Text size="sm" mb="sm">
        {texts.nothingWasChangedAfter}
      </Text>
      <List size="sm" spacing={8} mb="md">
        {tests.map(({ name, message }) => (
          <List.Item key={name}>
            <LinkTo to={way} search={{ q: name }} onClick={leave}>
              {name}
            </LinkTo>
            <Text size="sm">{message}</Text>
          </List.Item>
        ))}
      </List>
      {allows("admin") ? (
        <Form submit={() => reason.trim() !== "" && answer(reason.trim())}>
          <Textarea
            label={texts.reasonToChangeItAll}
            description={texts.itGoesIntoTheAudit}
            autosize
            minRows={2}
            maxLength={longestReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <DialogButtons close={leave} safe>
            <RedButton type="submit" disabled={reason.trim() === ""}>
              {texts.changeItAllTheSame}
            </RedButton>
          </DialogButtons>
        </Form>
      ) : (
        <>
          <Quiet>{texts.ifItIsMeant}</Quiet>
          <DialogButtons close={leave} leave={texts.close} safe>
            {null}
          </DialogButtons>
        </>
      )}
    </Modal>
  );
}
