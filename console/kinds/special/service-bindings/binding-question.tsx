/** Resolves any service, bound or not. */
import { Button, Group, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ServiceText } from "../../../forms/service-text.tsx";
import { Card } from "../../../parts/card.tsx";
import { Origins } from "./origins.tsx";

export function BindingQuestion() {
  const asked = useSearch({ strict: false }) as { service?: string; environment?: string };
  const [service, setService] = useState(asked.service ?? "");
  const [environment, setEnvironment] = useState(asked.environment ?? "");
  const go = useNavigate();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = {
      service: service.trim(),
      ...(environment.trim() === "" ? {} : { environment: environment.trim() }),
    };
    void go({ to: ".", search: question, replace: true });
  };
  return (
    <Card
      title="Resolve a service"
      about="Shows what searches look for in each backend, with a binding or without."
      mt="xl"
    >
      <form onSubmit={ask}>
        <Group gap="xs" align="flex-start">
          <ServiceText aria-label="Service" placeholder="checkout" value={service} onChange={setService} />
          <TextInput
            aria-label="Environment"
            placeholder="environment (none)"
            value={environment}
            onChange={({ currentTarget }) => setEnvironment(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={service.trim() === ""}>
            Resolve
          </Button>
        </Group>
      </form>
      {asked.service === undefined ? null : (
        <Origins service={asked.service} environment={asked.environment ?? ""} />
      )}
    </Card>
  );
}
