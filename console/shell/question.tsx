/** What would follow from a change, and whether the person wants it all the same. */
import { Modal, Text } from "@mantine/core";
import { RedButton } from "../parts/buttons.tsx";
import { DialogButtons } from "../parts/dialog-buttons.tsx";
import * as texts from "./texts.ts";

interface QuestionProps {
  readonly what: string;
  readonly answer: (wanted: boolean) => void;
}

export function Question({ what, answer }: QuestionProps) {
  const leave = () => answer(false);
  return (
    <Modal opened onClose={leave} title={texts.lookBeforeYouDoIt}>
      <Text size="sm" mb="md" className="prewrap">
        {what}
      </Text>
      <DialogButtons close={leave} safe>
        <RedButton onClick={() => answer(true)}>{texts.doItAllTheSame}</RedButton>
      </DialogButtons>
    </Modal>
  );
}
