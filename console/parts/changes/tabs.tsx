/** Between the record of what was changed, and plans of what will be. */
import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useHere } from "../../shell/session.ts";
import { changesPath, plansPath, proposalsPath } from "../paths.ts";
import * as texts from "./texts.ts";

const tabs = [
  { key: "changes", title: texts.whatWasChanged, pathOf: changesPath },
  { key: "proposals", title: texts.proposals, pathOf: proposalsPath },
  { key: "plans", title: texts.plansAndSets, pathOf: plansPath },
] as const;

export function ChangesTabs({ at }: { readonly at: (typeof tabs)[number]["key"] }) {
  const here = useHere();
  return (
    <Group component="nav" gap={6} mb="md" aria-label={texts.whichChanges}>
      {tabs.map(({ key, title, pathOf }) => (
        <Button
          key={key}
          size="xs"
          variant={key === at ? "light" : "subtle"}
          color={key === at ? "accent" : "gray"}
          component={Link}
          to={pathOf(here.slug)}
          aria-current={key === at ? "page" : undefined}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
