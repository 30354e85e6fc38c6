/** Resolves any service, bound or not. */
import { Group, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ServiceText } from "../../../forms/service-text.tsx";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Origins } from "./origins.tsx";
import * as texts from "./texts.ts";

export function BindingQuestion() {
  const asked = useSearch({ strict: false }) as { service?: string; environment?: string };
  const [service, setService] = useState(asked.service ?? "");
  const [environment, setEnvironment] = useState(asked.environment ?? "");
  const go = useNavigate();
  const ask = () => {
    const question = {
      service: service.trim(),
      ...(environment.trim() === "" ? {} : { environment: environment.trim() }),
    };
    void go({ to: ".", search: question, replace: true });
  };
  return (
    <Card title={texts.resolveAService} about={texts.showsWhatSearchesLook} mt="xl">
      <Form submit={ask}>
        <Group gap="xs" align="flex-start">
          <ServiceText
            aria-label={texts.service}
            placeholder="checkout"
            value={service}
            onChange={setService}
          />
          <TextInput
            aria-label={texts.environment}
            placeholder={texts.environmentNone}
            value={environment}
            onChange={({ currentTarget }) => setEnvironment(currentTarget.value)}
          />
          <PlainButton type="submit" disabled={service.trim() === ""}>
            {texts.resolve}
          </PlainButton>
        </Group>
      </Form>
      {asked.service === undefined ? null : (
        <Origins service={asked.service} environment={asked.environment ?? ""} />
      )}
    </Card>
  );
}
