/** Now and next, role by role. */
import { Group, Table, Text } from "@mantine/core";
import type { Post } from "../../api/on-call-shapes.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Faded, Fine, Quiet } from "../../parts/text.tsx";
import { modesOf } from "./handing.ts";
import { Chips } from "./person.tsx";
import { type RotaProps, useShownZone } from "./shown.ts";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { shortMoment } from "./words.ts";

export function Posts({ rota, hand }: RotaProps) {
  if (rota.posts.length === 0) return <Quiet>{texts.noRotation}</Quiet>;
  return (
    <Table className="posts" aria-label={texts.nowAndNext(rota.name)} highlightOnHover={false} mb="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.role}</Table.Th>
          <Table.Th scope="col">{texts.now}</Table.Th>
          <Table.Th scope="col">{texts.next}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rota.posts.map((post) => (
          <PostRow key={post.role} rota={rota} post={post} hand={hand} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PostRow({ rota, post, hand }: RotaProps & { readonly post: Post }) {
  const { role, since, until, by, next } = post;
  const { me, now } = useReader();
  const rights = useRights();
  const zone = useShownZone(rota);
  const people = post.people.map(({ email }) => email);
  const ways = [...new Set(post.people.flatMap((person) => person.ways))];
  const [first] = modesOf({ people }, me, rights);
  const held = {
    ...{ role, people },
    from: since ?? new Date(now).toISOString(),
    to: until ?? new Date(now + 86_400_000).toISOString(),
  };
  return (
    <Table.Tr>
      <Table.Th scope="row" className="post-role">
        {role}
      </Table.Th>
      <Table.Td>
        <Group gap="xs">
          {people.length === 0 ? (
            <Text span size="sm" fw={600} c="var(--bad)">
              {texts.nobodyIsOnCall}
            </Text>
          ) : (
            <Chips people={people} />
          )}
          <Text span size="sm">
            {until === null ? texts.noEnd : texts.untilWhen(shortMoment(until, zone))}
          </Text>
          {first === undefined ? null : (
            <SmallButton
              size="compact-xs"
              aria-label={texts.actOn(
                texts.modes[first],
                texts.roleOf(rota.name, role),
                texts.now.toLowerCase(),
              )}
              onClick={() => hand({ rota, held, mode: first })}
            >
              {texts.modes[first]}
            </SmallButton>
          )}
        </Group>
        <Fine>
          {[
            ...(since === null ? [] : [texts.sinceWhen(shortMoment(since, zone))]),
            ...(by === "override" ? [texts.byOverride] : []),
            ...(ways.length === 0
              ? []
              : [texts.reachedBy(ways.map((way) => texts.wayWords[way] ?? way).join(", "))]),
          ].join(" · ")}
        </Fine>
      </Table.Td>
      <Table.Td>
        {next === null ? (
          <Faded size="sm">{texts.noNext}</Faded>
        ) : (
          <Group gap="xs">
            <Faded size="sm" hiddenFrom="sm">
              {texts.next}:
            </Faded>
            <Chips people={next.people} />
            <Text span size="sm">
              {texts.fromWhen(shortMoment(next.at, zone))}
            </Text>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
