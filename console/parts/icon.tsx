/** An icon for each group of pages. Each is imported by itself: the package's index names more than 6,000. */
import type { Icon } from "@tabler/icons-react";
import IconActivityHeartbeat from "@tabler/icons-react/dist/esm/icons/IconActivityHeartbeat.mjs";
import IconBell from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
import IconBuilding from "@tabler/icons-react/dist/esm/icons/IconBuilding.mjs";
import IconCalendarTime from "@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs";
import IconDeviceDesktopAnalytics from "@tabler/icons-react/dist/esm/icons/IconDeviceDesktopAnalytics.mjs";
import IconPlug from "@tabler/icons-react/dist/esm/icons/IconPlug.mjs";
import IconRocket from "@tabler/icons-react/dist/esm/icons/IconRocket.mjs";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import IconTerminal2 from "@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs";
import type { Group } from "../../src/kernel/kind.ts";

const icons: Readonly<Record<Group, Icon>> = {
  Alerting: IconBell,
  "On call": IconCalendarTime,
  Reliability: IconActivityHeartbeat,
  Deploys: IconRocket,
  "Status page": IconDeviceDesktopAnalytics,
  Integrations: IconPlug,
  AI: IconSparkles,
  Organization: IconBuilding,
  Developers: IconTerminal2,
};

export function GroupIcon({ group }: { readonly group: Group }) {
  const Icon = icons[group];
  return <Icon className="icon" size={16} stroke={1.75} aria-hidden />;
}
