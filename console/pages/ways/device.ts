/** Makes this browser one of the reader's ways: asks for its permission, and subscribes it to pushes. */
import type { Json } from "../../../src/kernel/field.ts";
import * as texts from "./texts.ts";

/** What stands in the way of it; undefined where nothing does. Asks for nothing. */
export function obstacle(): string | undefined {
  const { userAgent, maxTouchPoints, serviceWorker } = navigator;
  // An iPad says that it is a Mac, which has no screen to touch.
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (!isSecureContext) return texts.needsHttps;
  if (isApple && !isInstalled) return texts.needsHomeScreen;
  if (serviceWorker === undefined || !("PushManager" in window) || !("Notification" in window))
    return texts.browserCannot;
  return Notification.permission === "denied" ? texts.isBlocked : undefined;
}

/** A browser's subscription, as the service takes it. */
export interface Subscribed {
  readonly subscription: { readonly [name: string]: Json };
  readonly application_server_key: string;
}

/**
 * @param key what the service's pushes are signed with
 * @throws Error that says what to do, where the person or the browser says no
 */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(texts.notAllowed);
  await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager
    .subscribe(options)
    .catch(async () => {
      // It has one that was made with another key, which takes none of ours any more.
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(options);
    })
    .catch((error) => {
      throw new Error(texts.noSubscription(error instanceof Error ? error.message : String(error)));
    });
  return { subscription: subscription.toJSON() as Subscribed["subscription"], application_server_key: key };
}

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
] as const;

/** `Chrome on Android`: what people call it, out of what the browser says of itself. */
export function nameOfDevice(agent: string): string {
  const of = (names: typeof browsers | typeof systems) => names.find(([is]) => is.test(agent))?.[1];
  return [of(browsers) ?? texts.browser, of(systems)].filter((part) => part !== undefined).join(texts.on);
}
