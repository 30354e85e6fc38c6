/** Asks the gate about any service, with a policy or without. */
import { Button, Group, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ServiceText } from "../../../forms/service-text.tsx";
import { Card } from "../../../parts/card.tsx";
import { Gate } from "./deploy-policy.tsx";

export function GateQuestion() {
  const { service = "" } = useSearch({ strict: false }) as { service?: string };
  const [text, setText] = useState(service);
  const go = useNavigate();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void go({ to: ".", search: { service: text.trim() }, replace: true });
  };
  return (
    <Stack mt="xl" gap="md">
      <Card
        title="Can it be deployed?"
        label="Ask the gate"
        about="The answer that a pipeline gets for a service."
      >
        <form onSubmit={ask}>
          <Group gap="xs" align="flex-start">
            <ServiceText aria-label="Service" placeholder="checkout" value={text} onChange={setText} />
            <Button type="submit" variant="default" disabled={text.trim() === ""}>
              Ask the gate
            </Button>
          </Group>
        </form>
      </Card>
      {service === "" ? null : <Gate key={service} service={service} />}
    </Stack>
  );
}
