/** What picture some bytes are, by the bytes themselves. What can hold a program, such as an SVG, is not one. */

export interface Picture {
  readonly type: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
}

/** A picture in the form in which it is kept. */
export interface KeptPicture extends Picture {
  /** Its bytes in base64. */
  readonly data: string;
}

/** Enough for a logo, and little enough for a row. */
export const maxPictureBytes = 65_536;
/** A small file can unfold into a huge picture. */
const maxSide = 4_096;

const dataUrl = /^data:image\/[a-z.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;
/** What a text that holds a picture matches, as far as a JSON Schema can say it. */
export const picturePattern = "^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$";
const wayOut = "must be a PNG or a JPEG; an SVG can hold a script, so save it as PNG";

/**
 * Takes bytes as a picture.
 * @returns the picture, or what is wrong with it, as "must be …"
 */
export function readPicture(base64: string): KeptPicture | { readonly problem: string } {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > maxPictureBytes)
    return { problem: `must have at most ${maxPictureBytes / 1_024} KiB; this has more` };
  const picture = pngOf(bytes) ?? jpegOf(bytes);
  if (picture === undefined) return { problem: wayOut };
  const { width, height } = picture;
  if (width < 1 || height < 1 || width > maxSide || height > maxSide)
    return { problem: `must have sides of 1 to ${maxSide} pixels; this has ${width} × ${height}` };
  return { ...picture, data: bytes.toString("base64") };
}

/** The picture of a `data:` URL. @returns the picture, or what is wrong with it */
export function readPictureUrl(text: string): KeptPicture | { readonly problem: string } {
  const [, base64] = dataUrl.exec(text) ?? [];
  if (base64 === undefined)
    return { problem: "must be a picture written data:image/png;base64,… or data:image/jpeg;base64,…" };
  const read = readPicture(base64);
  if ("problem" in read) return read;
  return text.startsWith(`data:${read.type};`) ? read : { problem: `must say that it is ${read.type}` };
}

/** PNG (ISO/IEC 15948) 5.2 and 11.2.2: a signature, and first the header with both sides. */
function pngOf(bytes: Buffer): Picture | undefined {
  if (bytes.length < 33 || bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** JPEG (ITU-T T.81) B.1.1 and B.2.2: segments with their lengths, of which a frame header has both sides. */
function jpegOf(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xffc0 || marker > 0xfffe) return undefined;
    if (marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { type: "image/jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}
