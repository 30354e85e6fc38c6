/** What a message becomes on a locked screen. Pure. */
import * as texts from "./texts.ts";

/** What the service pushes. */
export interface Pushed {
  readonly title: string;
  readonly body: string;
  /** The page that it opens. */
  readonly url: string | null;
  readonly alert_id: string | null;
  /** Takes a POST of the token, once and without a session. */
  readonly acknowledge: { readonly url: string; readonly token: string } | null;
  /** Six digits, by which the device is verified, or shows that it answers. */
  readonly code: string | null;
}

export type Act = "acknowledge" | "confirm" | "open";

/** Of the Notifications API; TypeScript's own lacks what only workers can show. */
export interface NoticeOptions extends NotificationOptions {
  readonly tag: string;
  readonly data: Pushed;
  readonly renotify: boolean;
  readonly actions: readonly { readonly action: Act; readonly title: string }[];
}

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions;
}

/** Codes replace each other: only the last one is good. */
const tagOfCodes = "code";

/** @param text what came; it is shown whatever it is, since a browser takes back a right whose use nobody sees */
export function readPushed(text: string | undefined): Pushed {
  const sent = parsed(text);
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  const { url, token } = (sent.acknowledge ?? {}) as Partial<Record<string, unknown>>;
  return {
    title: textOf(sent.title) ?? texts.unreadableTitle,
    body: textOf(sent.body) ?? texts.unreadable,
    url: textOf(sent.url),
    alert_id: textOf(sent.alert_id),
    acknowledge: typeof url === "string" && typeof token === "string" ? { url, token } : null,
    code: textOf(sent.code),
  };
}

function parsed(text = ""): Partial<Record<keyof Pushed, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * A page rings, stays, and takes the place of what was shown of the same alert. What comes of the alert without a token, such as
 * that somebody is at it, takes that place without a sound.
 */
export function noticeOf(pushed: Pushed): Notice {
  const { title, body, alert_id, acknowledge, code } = pushed;
  if (code !== null)
    return {
      title,
      options: {
        ...{ ...looks, body: texts.pressConfirm(body, code), data: pushed },
        ...{ tag: tagOfCodes, renotify: true, requireInteraction: true },
        actions: [{ action: "confirm", title: texts.confirm }],
      },
    };
  const calm = acknowledge === null;
  const tag = alert_id ?? "";
  return {
    title,
    options: {
      ...{ ...looks, body, data: pushed, tag },
      // Browsers refuse to ring again for what has no tag, or no sound.
      renotify: !calm && tag !== "",
      requireInteraction: !calm,
      silent: calm && tag !== "",
      actions: [
        ...(calm ? [] : [{ action: "acknowledge" as const, title: texts.acknowledge }]),
        { action: "open", title: texts.open },
      ],
    },
  };
}

const looks = { icon: "/assets/icon-192.png", badge: "/assets/badge-96.png" } as const;

/** In the place of one: what came of it. There is nothing left to do about it but to look. */
export function settledNotice({ data, tag }: NoticeOptions, title: string, body: string): Notice {
  const settled = { ...data, acknowledge: null, code: null };
  return {
    title,
    options: {
      ...{ ...looks, body, tag, data: settled, renotify: false, silent: true },
      actions: data.url === null ? [] : [{ action: "open", title: texts.open }],
    },
  };
}

/** In the place of one: that nothing came of it yet. What could be done about it still can. */
export function keptNotice({ data, tag }: NoticeOptions, title: string, body: string): Notice {
  const { options } = noticeOf(data);
  return { title, options: { ...options, body, tag, renotify: tag !== "" } };
}
