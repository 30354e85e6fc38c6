/** Where a person is signed in. */
import { Badge, Group, Paper, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { changePerson } from "../../api/queries.ts";
import type { Listed, Session } from "../../api/shapes.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Quiet, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import * as texts from "./texts.ts";

export function Sessions() {
  const client = useQueryClient();
  const queryKey = ["sessions"];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await send<Listed<Session>>("list_sessions")).body,
  });
  const { data } = query;
  const end = useMutation({
    mutationFn: ({ id }: Session) => send("revoke_session", { id }),
    // Ending the very session that one is in is signing out.
    onSuccess: (_, { current }) =>
      current ? changePerson(client, null) : client.invalidateQueries({ queryKey }),
  });
  return (
    <Card title={texts.sessions} about={texts.whereYouAreSigned} className="form">
      <Loading of={query} count={3} />
      <Refusal error={end.error} />
      <Stack gap="sm">
        {data?.data.map((session) => (
          <Paper key={session.id}>
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Group gap={8}>
                  <Strong>{browserOf(session.user_agent)}</Strong>
                  {session.current ? (
                    <Badge variant="default" tt="none">
                      {texts.thisSession}
                    </Badge>
                  ) : null}
                </Group>
                <Quiet component="div">
                  <RichText
                    of={texts.usedEnds}
                    words={session.address ?? texts.unknownAddress}
                    secondFactor={session.second_factor ? texts.withASecondFactor : ""}
                    moment={<Moment at={session.last_used_at} />}
                    moment2={<Moment at={session.expires_at} />}
                  />
                </Quiet>
              </div>
              <SmallButton
                flex="none"
                onClick={() => end.mutate(session)}
                aria-label={
                  session.current
                    ? texts.signOutOfThisSession
                    : texts.endTheSessionOf(browserOf(session.user_agent))
                }
              >
                {session.current ? texts.signOut : texts.end}
              </SmallButton>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Card>
  );
}

/** The browser's name out of what it says of itself. */
function browserOf(agent: string | null): string {
  const found = /(Firefox|Edg|OPR|Chrome|Version|curl)\/(\d+)/.exec(agent ?? "");
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(agent ?? "")?.[1];
  if (found === null) return agent?.slice(0, 60) ?? texts.unknownBrowser;
  const [, name = "", version = ""] = found;
  return texts.on(
    { Edg: texts.edge, OPR: texts.opera, Version: texts.safari }[name] ?? name,
    version,
    system,
  );
}
