/** After a source is saved: the address and the secret for the forge's webhook, with where they go. */
import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { OneTimeSecret } from "../../../parts/one-time-secret.tsx";
import { rowPath } from "../../../parts/paths.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import { HookAddress } from "./address.tsx";
import * as texts from "./texts.ts";

interface WebhookProps {
  /** The row as it was saved. */
  readonly row: JsonObject;
  /** As it was typed; undefined where there is none. */
  readonly secret: string | undefined;
}

export function Webhook({ row, secret }: WebhookProps) {
  const here = useHere();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack className="form">
      <Title order={2} className="section" ref={heading} tabIndex={-1}>
        {texts.saved}
      </Title>
      {secret === undefined ? (
        <Text size="sm">{texts.withoutWebhook}</Text>
      ) : (
        <>
          <Text size="sm">{texts.webhookAt[String(row.forge)] ?? texts.webhookAt.none}</Text>
          <HookAddress id={String(row.id)} />
          <Alert color="yellow">{texts.secretOnce}</Alert>
          <OneTimeSecret value={secret} />
        </>
      )}
      <div>
        <Button component={Link} to={rowPath(here.slug, kindNames.gitSource, String(row.id))}>
          {texts.toTheSource}
        </Button>
      </div>
    </Stack>
  );
}
