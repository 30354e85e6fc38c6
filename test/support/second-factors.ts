/** Second factors of people in tests: an app whose codes are at hand. */
import { TOTP } from "otpauth";
import type { Send, TestService } from "./service.ts";
import { cookieOf, type Person, type Site } from "./sign-in.ts";

export interface App {
  readonly id: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** The code that the app shows now, or so many steps of 30 s later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Sets an app up for whoever sends. */
export async function addApp(send: Send): Promise<App> {
  const begun = await send("POST", "account/second_factors/totp");
  if (begun.status !== 200) throw new Error(begun.text);
  const { secret } = begun.body;
  const done = await send("POST", "account/second_factors/totp/confirm", { body: { code: codeOf(secret) } });
  if (done.status !== 200) throw new Error(done.text);
  return { id: done.body.id, secret, recoveryCodes: done.body.recovery_codes };
}

/** Lets the app's codes be new again: the present one was used to confirm it, and the next one follows in 30 s. */
export async function letStepsPass(
  { database }: Pick<TestService, "database">,
  userId: string,
): Promise<void> {
  await database.queryText(
    { name: "test-steps", text: "UPDATE second_factors SET last_step = 0 WHERE user_id = $1" },
    [userId],
  );
}

/** Lets so many minutes pass since the password of all of somebody's sessions was proved. */
export async function agePasswords(
  { database }: Pick<TestService, "database">,
  userId: string,
  minutes: number,
): Promise<void> {
  await database.queryText(
    {
      name: "test-age-passwords",
      text: "UPDATE sessions SET password_at = password_at - make_interval(mins => $2) WHERE user_id = $1",
    },
    [userId, minutes],
  );
}

/** Signs somebody in with both factors. */
export async function signInWith(site: Site, { email }: Pick<Person, "email">, code: string) {
  const { body } = await site.signIn(email);
  const answer = await site.browser()("POST", "session/second_factor", {
    body: { challenge: body.challenge, code },
  });
  return { answer, send: site.browser(cookieOf(answer)) };
}
