/** The frame of every page: the organization on top, kinds in groups, the account below, ⌘K everywhere. */
import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import IconLayoutSidebar from "@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useOffline } from "../api/connection.ts";
import { askForHelp, definitionsQuery } from "../api/queries.ts";
import { Avatar } from "../parts/avatar.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import { later, loadRest } from "../parts/in-time.ts";
import { Loading } from "../parts/loading.tsx";
import { Rows, Soon } from "../parts/page.tsx";
import { isBeginning } from "../parts/paths.ts";
import { messageOf } from "../parts/refusal.tsx";
import { Fine } from "../parts/text.tsx";
import { words } from "../parts/words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DialogGuard } from "./dialog-guard.tsx";
import { Questions } from "./held-back.tsx";
import { Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";
import type { Sentence } from "./sentences.ts";
import { useOrganization, useWhoAmI } from "./session.ts";
import { SignedIn } from "./signed-in.tsx";
import { SuspendedBanner } from "./suspended-banner.tsx";
import * as texts from "./texts.ts";
import { UnreadBanner } from "./unread-banner.tsx";
import { useMenu } from "./use-menu.ts";

const SentenceDialog = later(() => import("./sentence-dialog.tsx"), "SentenceDialog");

export function Frame() {
  return (
    <SignedIn>
      <Shell />
    </SignedIn>
  );
}

/** A page with nothing around it. */
export function Alone() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : texts.ctrlK;

/** On a small desk the page needs the room more. */
const navbarSize = { width: { base: 248, md: 212, lg: 248 }, breakpoint: "md" };

function Shell() {
  const [opened, menu] = useDisclosure(false);
  const [searching, palette] = useDisclosure(false);
  const [asked, setAsked] = useState<Sentence>();
  const { pathname } = useLocation();
  const { away, putAway } = useMenu();
  const { ended } = useWhoAmI();
  const client = useQueryClient();
  useEffect(() => loadRest(client), [client]);
  useHotkeys(ended ? [] : [["mod+K", palette.open]], [], true);
  // A menu that covers the page goes when a page was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the address alone
  useEffect(() => menu.close(), [pathname]);
  return (
    <AppShell
      header={{ height: { base: 52, md: away ? 44 : 0 } }}
      navbar={{ ...navbarSize, collapsed: { mobile: !opened, desktop: away } }}
      padding={0}
    >
      <a href="#content" className="skip">
        {texts.skipToThePage}
      </a>
      <AppShell.Header {...(away ? {} : { hiddenFrom: "md" })} px="sm" className="side">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <MenuButtons opened={opened} toggle={menu.toggle} />
          <SmallButton onClick={palette.open}>{texts.find}</SmallButton>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="side" component="nav" aria-label={texts.pages}>
        <AppShell.Section p="xs" pb={4}>
          <Group gap={4} wrap="nowrap">
            <div style={{ flex: 1, minWidth: 0 }}>
              <OrganizationSwitch />
            </div>
            <ActionIcon
              visibleFrom="md"
              variant="subtle"
              color="gray"
              aria-label={texts.hideTheMenu}
              onClick={() => putAway(true)}
            >
              <IconLayoutSidebar size={16} stroke={1.7} />
            </ActionIcon>
          </Group>
          <SmallButton
            fullWidth
            mt={8}
            justify="space-between"
            fw={400}
            c="dimmed"
            visibleFrom="md"
            onClick={palette.open}
            rightSection={<Kbd size="xs">{shortcut}</Kbd>}
          >
            {texts.findAnything}
          </SmallButton>
        </AppShell.Section>
        <AppShell.Section grow px="xs" pt={4} pb="md" style={{ overflowY: "auto" }}>
          <Navigation />
        </AppShell.Section>
        <AppShell.Section p="xs" style={{ borderTop: "1px solid var(--line)" }}>
          <AccountMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <Banners />
        <WithHelp at={pathname} />
      </AppShell.Main>
      {searching ? <Palette close={palette.close} ask={setAsked} /> : null}
      {asked === undefined ? null : (
        <Soon>
          <SentenceDialog sentence={asked} close={() => setAsked(undefined)} />
        </Soon>
      )}
      <Questions />
    </AppShell>
  );
}

/** Now was drawn without the help of fields; what has a form waits for it. */
function WithHelp({ at }: { readonly at: string }) {
  const client = useQueryClient();
  const { data, ...query } = useQuery(definitionsQuery);
  const waits = data?.brief === true && !isBeginning.test(at);
  useEffect(() => void (waits && askForHelp(client)), [client, waits]);
  if (!waits) return <Outlet />;
  return (
    <div className="page">
      <Loading of={query} />
    </div>
  );
}

/** What is said above every page, and what asks before it is left. */
function Banners() {
  return (
    <>
      <DialogGuard />
      <OfflineBanner />
      <UnreadBanner />
      <SuspendedBanner />
    </>
  );
}

interface MenuButtonsProps {
  readonly opened: boolean;
  readonly toggle: () => void;
}

/** The ways to the menu, and where one is. */
function MenuButtons({ opened, toggle }: MenuButtonsProps) {
  const here = useOrganization();
  const { putAway } = useMenu();
  return (
    <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
      <Burger hiddenFrom="md" opened={opened} onClick={toggle} size="sm" aria-label={texts.menu} />
      <Burger
        visibleFrom="md"
        opened={false}
        onClick={() => putAway(false)}
        size="sm"
        aria-label={texts.showTheMenu}
      />
      <Text fw={600} className="clip">
        {here?.name ?? texts.orgconfig}
      </Text>
    </Group>
  );
}

/** While a page's own part of the program is on its way. */
export function Opening() {
  return (
    <div className="page">
      <Rows />
    </div>
  );
}

export function Crash({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page" role="alert">
      <Title order={1}>{texts.somethingWentWrong}</Title>
      <Text mt="xs">{messageOf(error)}</Text>
      <Button mt="md" onClick={reset}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

/** Said over every page for as long as there is no connection. */
function OfflineBanner() {
  const offline = useOffline();
  // What sends looks as if it could not, in dialogs too; a press says why, and what was typed stays.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-offline", offline);
    return () => document.documentElement.removeAttribute("data-offline");
  }, [offline]);
  // The region is there before its text is: screen readers read what comes into it.
  return (
    <div role="status" className="offline">
      {offline ? texts.youAreOfflineWhatYou : null}
    </div>
  );
}

function OrganizationSwitch() {
  const here = useOrganization();
  const { organizations, other_organizations: others } = useWhoAmI();
  const go = useNavigate();
  return (
    <Menu width={232} position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className="who" title={texts.changeTheOrganization}>
          <Avatar name={here?.name ?? "?"} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text fw={600} size="sm" className="clip">
              {here?.name ?? texts.noOrganization}
            </Text>
            {here === undefined ? null : (
              <Fine className="clip">
                {words(here.role)} · {words(here.plan)}
              </Fine>
            )}
          </div>
          <Chevron />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map(({ id, slug, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => go({ to: "/o/$org", params: { org: slug } })}
            rightSection={id === here?.id ? <Text size="xs">{texts.here}</Text> : null}
          >
            <Text size="sm">{name}</Text>
            <Fine>
              {slug} · {words(role)}
            </Fine>
          </Menu.Item>
        ))}
        {others.map(({ id, slug, name, needs }) => (
          <Menu.Item key={id} onClick={() => go({ to: "/o/$org", params: { org: slug } })}>
            <Text size="sm">{name}</Text>
            <Fine>{texts.needsASecondFactor(slug, needs === "sign_in")}</Fine>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Chevron() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      <path d="M3 4.5 6 7.5l3-3" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
