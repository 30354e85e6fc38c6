/** What is entered at the provider, and what the provider gives in return. */
import { Group, PasswordInput, Stack, TagsInput, TextInput } from "@mantine/core";
import type { SsoConnection } from "../../api/shapes.ts";
import { Card } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import type { Draft } from "./draft.ts";

export interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly problems: ReadonlyMap<string, string>;
}

/** Before anything is saved the addresses are those of this page. */
export function AtTheProvider({ stored }: { readonly stored: SsoConnection | undefined }) {
  const { slug } = useHere();
  const shared = `${window.location.origin}/api/v1/sso/callback`;
  const uris = stored?.redirect_uris ?? [shared, `${shared}/${slug}`];
  return (
    <Card
      title="1. At your provider"
      about="Make a web application (OpenID Connect, authorization code), and enter both of these as its redirect URIs."
    >
      <Stack gap="xs">
        {uris.map((uri) => (
          <Group key={uri} gap="xs" wrap="nowrap">
            <code className="mono" style={{ overflowWrap: "anywhere" }}>
              {uri}
            </code>
            <CopyButton value={uri} />
          </Group>
        ))}
      </Stack>
      <Quiet mt="sm">
        For signing out there too, enter{" "}
        <code className="mono">{stored?.sign_out_uri ?? `${window.location.origin}/sign-in`}</code> as its
        sign-out redirect URI.
      </Quiet>
      <Quiet mt="sm">
        The guide docs/sign-in.md has the exact fields for Okta, Entra, Keycloak and Google.
      </Quiet>
    </Card>
  );
}

interface ProviderProps extends FieldsProps {
  readonly stored: SsoConnection | undefined;
}

export function ProviderFields({ draft, change, problems, stored }: ProviderProps) {
  const kept = stored?.client_secret_set === true && stored.issuer === draft.issuer;
  return (
    <Card title="2. What the provider gives you">
      <Stack>
        <TextInput
          label="Issuer"
          withAsterisk
          placeholder="https://example.okta.com"
          description="The address by which the provider names itself."
          value={draft.issuer}
          error={problems.get("issuer")}
          onChange={({ currentTarget }) => change({ issuer: currentTarget.value })}
        />
        <TextInput
          label="Client ID"
          withAsterisk
          autoComplete="off"
          value={draft.client_id}
          error={problems.get("client_id")}
          onChange={({ currentTarget }) => change({ client_id: currentTarget.value })}
        />
        <PasswordInput
          label="Client secret"
          // Browsers fill in the person's own password where this says "off".
          autoComplete="new-password"
          placeholder={kept ? "Saved. Type to replace it." : ""}
          description="Stored sealed, and shown to nobody again."
          value={draft.client_secret}
          error={problems.get("client_secret")}
          onChange={({ currentTarget }) => change({ client_secret: currentTarget.value })}
        />
        <TagsInput
          label="Scopes"
          description="What is requested. Some providers send groups only with a scope of their own."
          value={[...draft.scopes]}
          error={problems.get("scopes")}
          onChange={(scopes) => change({ scopes })}
        />
      </Stack>
    </Card>
  );
}
