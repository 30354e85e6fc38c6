/** Asks the gate about any service, with a policy or without. */
import { Group, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ServiceText } from "../../../forms/service-text.tsx";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Gate } from "./deploy-policy.tsx";
import * as texts from "./texts.ts";

export function GateQuestion() {
  const { service = "" } = useSearch({ strict: false }) as { service?: string };
  const [text, setText] = useState(service);
  const go = useNavigate();
  return (
    <Stack mt="xl" gap="md">
      <Card title={texts.canItBeDeployed} label={texts.askTheGate} about={texts.theAnswerThatAPipeline}>
        <Form submit={() => go({ to: ".", search: { service: text.trim() }, replace: true })}>
          <Group gap="xs" align="flex-start">
            <ServiceText aria-label={texts.service} placeholder="checkout" value={text} onChange={setText} />
            <PlainButton type="submit" disabled={text.trim() === ""}>
              {texts.askTheGate}
            </PlainButton>
          </Group>
        </Form>
      </Card>
      {service === "" ? null : <Gate key={service} service={service} />}
    </Stack>
  );
}
