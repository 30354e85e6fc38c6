/**
 * The worker of notifications in a browser of the tests. Chromium's protocol delivers a push to it as its push service would;
 * it has no way to press a button of a notification, so a press is the event that the browser would send, made in the worker.
 * The headless shell shows no notifications: there the worker's are kept in a list in the place of the screen.
 */
import type { BrowserContext, Page, Worker } from "playwright-core";
import { until } from "../support/until.ts";

export interface ShownNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly requireInteraction: boolean;
  readonly renotify: boolean;
  readonly silent: boolean | null;
  readonly actions: readonly string[];
}

/** What stands in the way of all in a browser that shows none. */
const inAShell = `Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";`;

/**
 * Lets pages show notifications, and gives them a subscription: Chromium's own push service is not there.
 * @param subscription as PushSubscription.toJSON() has it
 */
export async function allowNotifications(
  context: BrowserContext,
  origin: string,
  subscription: object,
): Promise<void> {
  await context.grantPermissions(["notifications"], { origin });
  await context.addInitScript(`if (Notification.permission !== "granted") { ${inAShell} }
PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) });`);
}

export interface NoticeWorker {
  /** As the push service does, once it is decrypted. */
  deliver(text: string): Promise<void>;
  /** What stands on the screen. */
  shown(): Promise<readonly ShownNotice[]>;
  /** Presses a button, or with "" the notification itself. @returns windows that were asked for */
  press(action: string): Promise<readonly string[]>;
  /** The browser ends its subscription, and has this one to give. */
  end(subscription: object): Promise<void>;
  worker: Worker;
}

/** The context's worker, once a page has registered it. @param page any that stays open; it need not be of the console */
export async function workerIn(context: BrowserContext, page: Page, origin: string): Promise<NoticeWorker> {
  await until(() => context.serviceWorkers().length > 0, 30_000);
  const [worker] = context.serviceWorkers() as [Worker];
  const protocol = await context.newCDPSession(page);
  const ids: string[] = [];
  protocol.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  );
  await protocol.send("ServiceWorker.enable");
  await until(() => ids.length > 0, 30_000);
  await worker.evaluate(prepare);
  return {
    worker,
    async deliver(data) {
      const before = await worker.evaluate("pushes");
      const registrationId = ids.at(-1) ?? "";
      await protocol.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
      await until(async () => (await worker.evaluate("pushes")) !== before, 30_000);
    },
    shown: () =>
      worker.evaluate(`shownNow().then((all) => all.map(({ title, body, tag, requireInteraction, renotify, silent, actions }) =>
      ({ title, body, tag, requireInteraction, renotify, silent, actions: actions.map(({ action }) => action) })))`),
    end: (subscription) => worker.evaluate(`ended(${JSON.stringify(subscription)})`),
    press: (action) => worker.evaluate(`pressed(${JSON.stringify(action)})`),
  };
}

const prepare = `(() => {
  self.pushes = 0;
  const { registration } = self;
  const shown = [];
  const shows = Notification.permission === "granted";
  const show = registration.showNotification.bind(registration);
  registration.showNotification = async (title, options) => {
    if (shows) await show(title, options);
    else {
      const at = shown.findIndex(({ tag }) => tag !== "" && tag === options.tag);
      if (at >= 0) shown.splice(at, 1);
      const notice = { requireInteraction: false, silent: null, ...options, title, close: () => shown.splice(shown.indexOf(notice), 1) };
      shown.push(notice);
    }
    self.pushes += 1;
  };
  self.shownNow = async () => (shows ? registration.getNotifications() : shown);
  const happen = async (name, more) => {
    const work = [];
    const event = new Event(name);
    const members = { ...more, waitUntil: (one) => work.push(one) };
    for (const [member, value] of Object.entries(members)) Object.defineProperty(event, member, { value });
    dispatchEvent(event);
    // Nobody pressed anything for real, so that the browser brings no window to the front.
    for (const { reason } of await Promise.allSettled(work)) if (reason !== undefined && reason.name !== "InvalidAccessError") throw reason;
  };
  self.pressed = async (action) => {
    const [notification] = await shownNow();
    const windows = [];
    clients.openWindow = async (path) => void windows.push(path);
    await happen("notificationclick", { action, notification });
    return windows;
  };
  self.ended = (subscription) => {
    registration.pushManager.subscribe = async () => ({ toJSON: () => subscription });
    return happen("pushsubscriptionchange", {});
  };
})()`;
