/** The first run: a key, and a `curl` to paste that works. */
import { Button, Group, List, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { Card } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { kindPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkTo, Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

interface NewKey {
  readonly key: string;
}

/** For an admin of whose organization nobody has used a key yet. */
export function Welcome() {
  const here = useHere();
  const keys = useQuery(keysQuery(here.slug));
  const untouched = keys.data?.data.every(({ last_used_at }) => last_used_at === null) === true;
  return untouched ? <FirstCall /> : null;
}

function FirstCall() {
  const here = useHere();
  const make = useMutation({
    mutationFn: async () =>
      (
        await send<NewKey>(
          "create_api_key",
          { org: here.slug },
          { name: texts.firstSteps, scopes: ["api:admin"] },
        )
      ).body,
  });
  const { origin } = window.location;
  const curl =
    make.data === undefined
      ? ""
      : `curl -X POST ${origin}/api/v1/config/teams \\\n  -H "Authorization: Bearer ${make.data.key}" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name": "Platform"}'`;
  const business = here.plan === "business";
  return (
    <Card title={texts.fromATerminal} gap={0} mb="lg" p="lg">
      <Quiet mt={4} mb="md" maw={680}>
        {texts.everythingHereAlsoWorks(business)}
      </Quiet>
      {business ? (
        <List type="ordered" size="sm" spacing="sm">
          <List.Item>
            {make.data === undefined ? (
              <Button size="xs" variant="default" onClick={() => make.mutate()} loading={make.isPending}>
                {texts.createAnApiAdminKey}
              </Button>
            ) : (
              texts.theKey
            )}
          </List.Item>
          <List.Item>{texts.pasteTheCommandInto}</List.Item>
          <List.Item>
            <RichText
              of={texts.seeItUnderTeams}
              link={(part) => (
                <LinkTo to={kindPath(here.slug, kindNames.team)} underline="always">
                  {part}
                </LinkTo>
              )}
            />
          </List.Item>
        </List>
      ) : (
        <Text size="sm">{texts.theConfigurationApi(words(here.plan))}</Text>
      )}
      <Refusal error={make.error} />
      {curl === "" ? null : (
        <Group align="flex-start" mt="md" wrap="nowrap">
          <CodeBlock label={texts.firstCall} name="first" wrap style={{ flex: 1 }}>
            {curl}
          </CodeBlock>
          <CopyButton value={curl} label={texts.copy} />
        </Group>
      )}
    </Card>
  );
}
