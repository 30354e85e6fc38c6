/**
 * Runs where no page is open: shows what is pushed to this device, and acknowledges from there. It stores nothing and answers no
 * request of a page, so that what pages show always comes from the service.
 */
import { acknowledged, confirmed } from "./answers.ts";
import { type Act, type Notice, type NoticeOptions, noticeOf, type Pushed, readPushed } from "./notice.ts";
import { answerPage, waysPage } from "./paths.ts";
import { renewed } from "./renewal.ts";
import { ownPath } from "./service.ts";
import * as texts from "./texts.ts";

/** What workers have, as far as this one uses it: TypeScript describes them in a library that excludes that of pages. */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushedEvent extends WaitingEvent {
  readonly data: { text(): string } | null;
}
interface ClickedEvent extends WaitingEvent {
  readonly action: Act | "";
  readonly notification: Notification & { readonly data: Pushed };
}
interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: object, transfer?: readonly Transferable[]): void;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration & {
    showNotification(title: string, options: NoticeOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(which: { readonly type: "window"; readonly includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: "push", listen: (event: PushedEvent) => void): void;
  addEventListener(name: "notificationclick", listen: (event: ClickedEvent) => void): void;
  addEventListener(name: "pushsubscriptionchange" | "install", listen: (event: WaitingEvent) => void): void;
  skipWaiting(): Promise<void>;
}
declare const self: Scope;

// A newer one takes the place of this one at once: nothing is kept that the older one could miss.
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("push", (event) => event.waitUntil(show(noticeOf(readPushed(event.data?.text())))));

self.addEventListener("notificationclick", (event) => event.waitUntil(clicked(event)));

self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(
    renewed(self.registration).then((isRenewed) =>
      // Where it is, a code comes, and is confirmed as the first one was.
      isRenewed ? undefined : show(noticeOf(ended)),
    ),
  ),
);

const ended: Pushed = {
  ...{ title: texts.noMorePages, body: texts.addItAgain, url: waysPage },
  ...{ alert_id: null, acknowledge: null, code: null },
};

function show({ title, options }: Notice): Promise<void> {
  return self.registration.showNotification(title, options);
}

async function clicked({ action, notification }: ClickedEvent): Promise<void> {
  const { data, tag } = notification;
  const shown = { ...noticeOf(data).options, tag };
  if (action === "acknowledge") return acknowledge(notification, shown);
  if (data.code !== null && action !== "open") {
    await show(await confirmed(shown));
    // Its page, where one is open, shows that the device is verified.
    for (const tab of await tabs()) tab.postMessage({ changed: "ways" });
    return;
  }
  // A page stays until it is answered, and looking at it is no answer.
  if (data.acknowledge === null) notification.close();
  await open(pathOf(data));
}

/** Tokens that are on their way: a button that is pressed twice is pressed once. */
const underway = new Set<string>();

async function acknowledge(notification: Notification, shown: NoticeOptions): Promise<void> {
  const { token = "" } = shown.data.acknowledge ?? {};
  if (underway.has(token)) return;
  underway.add(token);
  const notice = await acknowledged(shown);
  underway.delete(token);
  // What has no tag is not replaced by itself.
  if (shown.tag === "") notification.close();
  await show(notice);
}

/** Where a browser shows no buttons, a page leads to one: it needs no session. */
function pathOf({ acknowledge, url }: Pushed): string {
  const buttons = (Notification as { readonly maxActions?: number }).maxActions ?? 0;
  if (acknowledge !== null && buttons === 0) return answerPage + encodeURIComponent(acknowledge.token);
  return ownPath(url ?? "/");
}

function tabs(): Promise<readonly Tab[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Pages of the console: others of this address do not answer. */
const ofConsole = /^\/(o\/|account|now|settings|$)/;

/** In a tab of the console: one that shows it, or the one that was used last, which may have to ask about what was typed in it. */
async function open(path: string): Promise<void> {
  const all = (await tabs()).filter(({ url }) => ofConsole.test(ownPath(url)));
  const there = all.find(({ url }) => ownPath(url) === path);
  const last = all[0];
  if (there !== undefined) await there.focus();
  else if (last !== undefined && ofConsole.test(path) && (await goes(last, path))) await last.focus();
  else await self.clients.openWindow(path);
}

/** So long a tab has to answer. */
const patienceMs = 500;

function goes(tab: Tab, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), patienceMs);
    tab.postMessage({ open: path }, [port2]);
  });
}
