/** The picture next to a page's heading: in the row itself, or fetched once from where it says and kept with the row. */
import { type KeptPicture, maxPictureBytes, readPicture, readPictureUrl } from "../../kernel/picture.ts";
import type { ConfigurationOf, StateOf } from "../../kernel/row-types.ts";
import type { statusPageSettings } from "../../resources/status-page-settings.ts";
import { type HttpTransport, SendFailure } from "../../transports/port.ts";

type Settings = typeof statusPageSettings;
type LogoState = Pick<Partial<StateOf<Settings>>, "logo_image" | "logo_problem">;

const retryMs = 3_600_000;

/** What the page shows; null for none, and for one that is still to be fetched. */
export function logoOf({ logo }: ConfigurationOf<Settings>, { logo_image }: LogoState): KeptPicture | null {
  if (logo !== null) {
    const read = readPictureUrl(logo);
    return "problem" in read ? null : read;
  }
  if (logo_image === undefined || logo_image === null || logo_image.data === "") return null;
  const read = readPicture(logo_image.data);
  return "problem" in read ? null : read;
}

/** When the picture is to be fetched: at once where it never was, again an hour after it could not be; null for never. */
export function logoDueAt(
  { logo, logo_url }: ConfigurationOf<Settings>,
  { logo_image, logo_problem }: LogoState,
  now: Date,
): Date | null {
  if (logo !== null || logo_url === null) return null;
  if (logo_image === undefined || logo_image === null) return now;
  return (logo_problem ?? null) === null ? null : new Date(Date.parse(logo_image.at) + retryMs);
}

/** Fetches it. What goes wrong is a part of the answer, in words for the admin. */
export async function fetchLogo(
  http: HttpTransport,
  organizationId: string,
  url: string,
  now: Date,
): Promise<Required<LogoState>> {
  const found = await read(http, organizationId, url);
  const { type, width, height, data } =
    "problem" in found ? { type: "", width: 0, height: 0, data: "" } : found;
  return {
    logo_image: { at: now.toISOString(), type, width, height, data },
    logo_problem: "problem" in found ? found.problem : null,
  };
}

async function read(http: HttpTransport, organizationId: string, url: string) {
  try {
    const answer = await http.of({ organizationId, use: "change" }).request({
      method: "GET",
      url,
      headers: { accept: "image/png, image/jpeg" },
      max_bytes: maxPictureBytes,
      encoding: "base64",
    });
    if (answer.status >= 300 && answer.status < 400)
      return {
        problem: `It answers with a redirect (HTTP ${answer.status}); write the address it leads to.`,
      };
    if (answer.status !== 200) return { problem: `It answers HTTP ${answer.status} and not a picture.` };
    const picture = readPicture(answer.text);
    return "problem" in picture ? { problem: `The picture ${picture.problem}.` } : picture;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { problem: `It could not be fetched: ${error.message}.` };
  }
}
