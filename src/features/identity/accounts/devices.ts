/**
 * Known devices. A sign-in leaves a mark in the browser, by which it is known at the next sign-in:
 * then guesses from elsewhere neither lock it out nor slow it down. A mark opens nothing.
 *
 *     <device>.<made, seconds since 1970 in base 36>.<HMAC-SHA-256 in base64url>
 *
 * The code covers the device, the time, the account and the hash of its password, so that a mark is one
 * account's, and ends with its password. It is made with a key derived from the installation's secret keys
 * (HKDF, RFC 5869): the first signs, all verify, so that marks survive a rotation as long as the key that
 * made them is still given. Nothing is stored.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { AccountAnswer } from "../../../engine/operation.ts";
import type { Account } from "./store.ts";

/** How long a browser keeps its marks, and a mark is good. */
const lifetimeSeconds = 90 * 24 * 3_600;
/** People who share a browser each have a mark in it; the newest stay. */
const maxMarks = 4;
const markForm = /^([A-Za-z0-9_-]{16})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

type Owner = Pick<Account, "id" | "passwordHash">;

interface Mark {
  readonly text: string;
  readonly device: string;
  readonly made: string;
  readonly code: string;
}

export interface Devices {
  /** The device that one of a browser's marks proves for this account. */
  find(owner: Owner, marks: string | undefined, now: Date): string | undefined;
  /** The browser's marks with a fresh one for this account, whose password was just proved. */
  mark(owner: Owner, marks: string | undefined, now: Date): NonNullable<AccountAnswer["deviceMarks"]>;
}

/** @param secretKeys the installation's, 32 bytes each; the first signs */
export function createDevices(secretKeys: readonly Buffer[]): Devices {
  const keys = secretKeys.map((key) => Buffer.from(hkdfSync("sha256", key, "", "orgconfig device mark", 32)));
  const [current] = keys;
  if (current === undefined) throw new Error("devices need at least one key");

  function codeOf(key: Buffer, { id, passwordHash }: Owner, device: string, made: string): Buffer {
    return createHmac("sha256", key)
      .update(JSON.stringify([device, made, id, passwordHash]))
      .digest();
  }

  function isOf(owner: Owner, { device, made, code }: Mark): boolean {
    const sent = Buffer.from(code, "base64url");
    return keys.some((key) => timingSafeEqual(codeOf(key, owner, device, made), sent));
  }

  return {
    find(owner, marks, now) {
      const oldest = Math.floor(now.getTime() / 1_000) - lifetimeSeconds;
      return read(marks).find((mark) => Number.parseInt(mark.made, 36) >= oldest && isOf(owner, mark))
        ?.device;
    },
    mark(owner, marks, now) {
      const present = read(marks);
      const own = present.find((mark) => isOf(owner, mark));
      const device = own?.device ?? randomBytes(12).toString("base64url");
      const made = Math.floor(now.getTime() / 1_000).toString(36);
      const fresh = `${device}.${made}.${codeOf(current, owner, device, made).toString("base64url")}`;
      const others = present.filter((mark) => mark !== own).map(({ text }) => text);
      return { value: [fresh, ...others].slice(0, maxMarks).join("~"), seconds: lifetimeSeconds };
    },
  };
}

function read(marks: string | undefined): Mark[] {
  return (marks ?? "").split("~", maxMarks).flatMap((text) => {
    const [, device, made, code] = markForm.exec(text) ?? [];
    return device === undefined || made === undefined || code === undefined
      ? []
      : [{ text, device, made, code }];
  });
}
