/** The one place where the worker speaks to the service: to this installation alone, whatever a message names, so that a token goes nowhere else. */

export interface Answered {
  readonly status: number;
  /** What it says; empty where it is no JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The same address at this installation. */
export function ownPath(url: string): string {
  const { pathname, search, hash } = new URL(url, location.origin);
  return pathname + search + hash;
}

/**
 * @param credentials "omit" for what a token is enough for
 * @param body posted; left out, it is read
 * @returns undefined where the service cannot be reached
 */
export async function ask(
  url: string,
  credentials: RequestCredentials,
  body?: object,
): Promise<Answered | undefined> {
  const sent =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(ownPath(url), { credentials, ...sent });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return undefined;
  }
}

export function isOk({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}
