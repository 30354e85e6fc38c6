/** The headers of macOS's programs, as `mach-o/loader.h` of its kernel describes them for 64 bits. */

const headerBytes = 32;
const codeSignature = 0x1d; // LC_CODE_SIGNATURE

/** Whether macOS's `codesign` has signed a program. Node's own signature is taken off when something is injected. */
export function isSignedForMac(program: Buffer): boolean {
  let at = headerBytes;
  for (let left = program.readUInt32LE(16); left > 0; left -= 1) {
    if (program.readUInt32LE(at) === codeSignature) return true;
    at += program.readUInt32LE(at + 4);
  }
  return false;
}
