/** The way of a drill, and the places that it has come past, each with the time since its start, and what it waits for. */
import { List, Text } from "@mantine/core";
import type { Drill } from "../../api/shapes.ts";
import { Fine } from "../text.tsx";
import { exact, useTimeZone } from "../time.tsx";
import * as texts from "./texts.ts";
import { Ways } from "./ways.tsx";
import { elapsed } from "./words.ts";

export function Hops({ drill }: { readonly drill: Drill }) {
  const { message, started_at, hops } = drill;
  const zone = useTimeZone();
  return (
    <>
      <Ways drill={drill} />
      {message === null ? null : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {message}
        </Text>
      )}
      {hops.length === 0 ? null : (
        <List size="sm" type="ordered" mt={4}>
          {hops.map(({ name, at, detail }) => (
            <List.Item key={name} style={{ overflowWrap: "anywhere" }}>
              {detail}{" "}
              <Fine
                span
                component="time"
                style={{ whiteSpace: "nowrap" }}
                title={`${exact(at, zone)} (${zone})`}
                {...{ dateTime: at }}
              >
                {texts.after(elapsed(started_at, at))}
              </Fine>
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
