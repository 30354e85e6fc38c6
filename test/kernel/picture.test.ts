import { describe, expect, it } from "vitest";
import { formatOf } from "../../src/kernel/format.ts";
import { maxPictureBytes, readPicture, readPictureUrl } from "../../src/kernel/picture.ts";
import { pngOf } from "../support/values.ts";

const read = (bytes: Buffer) => readPicture(bytes.toString("base64"));

/** A start, an application segment, and a frame header with the sides. */
function jpegOf(width: number, height: number, frame = 0xc2): Buffer {
  const app = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4]);
  const head = Buffer.from([
    0xff,
    frame,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ]);
  return Buffer.concat([app, head]);
}

describe("a picture", () => {
  it("is known by its bytes, with its sides", () => {
    expect(read(pngOf(360, 80))).toMatchObject({ type: "image/png", width: 360, height: 80 });
    expect(read(jpegOf(1_024, 300))).toMatchObject({ type: "image/jpeg", width: 1_024, height: 300 });
    expect(read(jpegOf(2, 1, 0xc0))).toMatchObject({ width: 2, height: 1 });
  });

  it.each([
    ["a drawing that can hold a script", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00", "latin1")],
    ["nothing", Buffer.alloc(0)],
    ["half of a head", pngOf(1, 1).subarray(0, 20)],
    ["a JPEG without a frame", jpegOf(1, 1, 0xc4)],
    ["a JPEG whose lengths lead nowhere", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])("is not %s", (_what, bytes) => {
    expect(read(bytes)).toEqual({ problem: expect.stringContaining("must be a PNG or a JPEG") });
  });

  it("is bounded in bytes and in sides", () => {
    expect(read(pngOf(1, 1, maxPictureBytes))).toMatchObject({ width: 1 });
    expect(read(pngOf(1, 1, maxPictureBytes + 1))).toEqual({ problem: expect.stringContaining("64 KiB") });
    expect(read(pngOf(60_000, 60_000))).toEqual({ problem: expect.stringContaining("60000 × 60000") });
    expect(read(pngOf(0, 1))).toEqual({ problem: expect.stringContaining("1 to 4096") });
  });

  it("says in its URL what it is", () => {
    const base64 = pngOf(3, 2).toString("base64");
    expect(readPictureUrl(`data:image/png;base64,${base64}`)).toMatchObject({ width: 3, data: base64 });
    for (const text of [
      `data:image/jpeg;base64,${base64}`,
      `data:text/html;base64,${base64}`,
      base64,
      "data:image/png,a",
    ])
      expect([text, "problem" in readPictureUrl(text)]).toEqual([text, true]);
  });

  it("has an example that it takes", () => {
    const { check, example } = formatOf("picture");
    expect(check(example)).toBeUndefined();
  });
});
